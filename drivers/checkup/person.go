package checkup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"consigliere/hw"
)

// A Person answers questions at a terminal. An empty line means yes.
type Person struct {
	in  *bufio.Scanner
	out io.Writer
}

// NewPerson returns the person at the terminal with input in and output out.
func NewPerson(in io.Reader, out io.Writer) *Person { return &Person{bufio.NewScanner(in), out} }

// Press implements [Hand].
func (p *Person) Press(pod hw.Pod, b hw.Button) {
	if b == hw.Menu {
		fmt.Fprintln(p.out, "Press the button that opens the menu.")
		return
	}
	fmt.Fprintf(p.out, "Press %s on %s.\n", b, place(pod))
}

// Release implements [Hand].
func (p *Person) Release(hw.Pod, hw.Button) {}

// Throw implements [Hand].
func (p *Person) Throw(back bool) {
	if back {
		fmt.Fprintln(p.out, "Throw the mute switch back.")
		return
	}
	fmt.Fprintln(p.out, "Throw the mute switch, and leave it there.")
}

// SeesLight implements [Hand].
func (p *Person) SeesLight(pod hw.Pod, _ hw.RGB, name string) (bool, error) {
	return p.ask(fmt.Sprintf("Is the light of %s, and no other, %s now?", place(pod), name))
}

// SeesScreen implements [Hand].
func (p *Person) SeesScreen(pod hw.Pod, _ *hw.Frame, what string) (bool, error) {
	name := fmt.Sprintf("screen of pod %d", pod)
	if pod == hw.Panel {
		name = "main screen"
	}
	return p.ask(fmt.Sprintf("Does the %s show %s?", name, what))
}

// Hears implements [Hand].
func (p *Person) Hears(what string) (bool, error) {
	return p.ask(fmt.Sprintf("Did you hear %s?", what))
}

// HasPod implements [Builder].
func (p *Person) HasPod(pod hw.Pod) (bool, error) {
	switch pod {
	case hw.Panel:
		return p.ask("Has the box a panel, three more buttons of its own?")
	case 0:
		return true, nil
	}
	return p.ask(fmt.Sprintf("Is there a pod %d, clockwise from the last?", pod))
}

// HasMenu implements [Builder].
func (p *Person) HasMenu() (bool, error) {
	return p.ask("Is there one more button, which opens the menu?")
}

// HasLights implements [Builder].
func (p *Person) HasLights() (bool, error) { return p.ask("Have the pods lights?") }

// HasMute implements [Builder].
func (p *Person) HasMute() (bool, error) { return p.ask("Is there a switch that silences the box?") }

// HasTray implements [Builder].
func (p *Person) HasTray() (bool, error) {
	return p.ask("Does a camera look at a dice tray? If so, throw some dice into it first.")
}

// SeesDice implements [Builder].
func (p *Person) SeesDice(dice []hw.Die) (bool, error) {
	return p.ask(fmt.Sprintf("Are these the dice in the tray: %s?", inWords(dice)))
}

func (p *Person) ask(question string) (bool, error) {
	for {
		fmt.Fprintf(p.out, "%s [Y/n] ", question)
		if !p.in.Scan() {
			if err := p.in.Err(); err != nil {
				return false, err
			}
			return false, errors.New("no answer; use --no-hand for the checks that work unattended")
		}
		switch strings.ToLower(strings.TrimSpace(p.in.Text())) {
		case "", "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
	}
}
