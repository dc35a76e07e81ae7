package checkup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
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

// HasSmall implements [Builder].
func (p *Person) HasSmall(pod hw.Pod) (bool, error) {
	name := "main screen"
	if pod != hw.Panel {
		name = "screen of " + place(pod)
	}
	return p.ask(fmt.Sprintf("Is the picture of the %s narrower than 4 cm?", name))
}

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

// WantsCalibration implements [Hand].
func (p *Person) WantsCalibration() (bool, error) {
	return p.ask("Shall the box learn the empty tray, its light and its dice? It knows more dice for certain then.")
}

// ClearTray implements [Hand].
func (p *Person) ClearTray() error {
	_, err := p.line("Take everything out of the tray, your hands as well, and press Enter. ")
	return err
}

// SeesEmptyTray implements [Hand].
func (p *Person) SeesEmptyTray(dice []hw.Die) (bool, error) {
	return p.ask(fmt.Sprintf("Dice seem to lie there: %s. Is the tray empty all the same?", inWords(dice)))
}

// ThrowDice implements [Hand].
func (p *Person) ThrowDice(colours []string, each bool) error {
	what := "some dice of the colour that you play with"
	if each {
		what = "one die of each colour (" + strings.Join(colours, ", ") + ")"
	}
	_, err := p.line(fmt.Sprintf("Throw %s, see that none touches another, and press Enter. ", what))
	return err
}

// NamesDice implements [Hand].
func (p *Person) NamesDice(dice []hw.Die, colours []string) ([]string, error) {
	var taken []string
	for _, d := range dice {
		taken = append(taken, d.Colour)
	}
	right, err := p.ask(fmt.Sprintf("Are these the dice in the picture of the camera, from left to right: %s?", inWords(dice)))
	if err != nil || right {
		return taken, err
	}
	for {
		line, err := p.line(fmt.Sprintf("Which colours are they, from left to right (%s)? ", strings.Join(colours, ", ")))
		if err != nil {
			return nil, err
		}
		words := strings.FieldsFunc(strings.ToLower(line), func(c rune) bool { return c == ' ' || c == ',' })
		if len(words) == len(dice) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(colours, w) }) {
			return words, nil
		}
	}
}

func (p *Person) ask(question string) (bool, error) {
	for {
		line, err := p.line(question + " [Y/n] ")
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "", "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
	}
}

// line asks for a line.
func (p *Person) line(question string) (string, error) {
	fmt.Fprint(p.out, question)
	if p.in.Scan() {
		return p.in.Text(), nil
	}
	if err := p.in.Err(); err != nil {
		return "", err
	}
	return "", errors.New("no answer; use --no-hand for the checks that work unattended")
}
