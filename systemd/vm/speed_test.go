//go:build vm

package vm

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/contact"
	"consigliere/hw"
)

const (
	speedOut = 4 // a line of the header that is no button's
	downFor  = 15 * time.Millisecond
)

var (
	presses = flag.Int("presses", 100, "how often each program of TestSpeed is pressed")
	pause   = flag.Duration("pause", 100*time.Millisecond, "how long nothing happens before a press; each program rests as often as there are programs")
)

// monotonic is the time on the clock of the kernel's lines, which all programs share.
func monotonic() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it cannot fail
	return time.Duration(t.Nano())
}

// A racer is a program that waits for the buttons of a box, each on a chip of its own.
type racer struct {
	name  string
	lines string                // the folder of the chip's lines
	told  chan [2]time.Duration // when it knew of a press, and when the light was set
	up    chan struct{}         // a button was let go

	known, lit []time.Duration
}

// take takes a line that the program prints.
func (r *racer) take(t *testing.T, line string) {
	if line == "up" {
		r.up <- struct{}{}
		return
	}
	var at [2]time.Duration
	_, err := fmt.Sscan(line, &at[0], &at[1])
	require.NoError(t, err, line)
	r.told <- at
}

// TestSpeed measures from a finger on a line of the kernel until a program knows of it, and
// until it has set a light. The programs are this one's drivers, whose lights are at SPI; a
// program in C with libgpiod (edge.c) that sends the same, or sets a line; and gpiomon. Each
// waits for all buttons of the build bare, pressed and let go. They run at the same time and
// are pressed in turn, so that a host that is busy disturbs all alike. None may miss a press or
// invent one. The figures are printed, as a machine that is interpreted says nothing of a Pi.
//
// Nothing is at SPI, so that all time is the programs' and the kernel's. When all was measured
// there is a strip, which must show what each program believes.
func TestSpeed(t *testing.T) {
	box := speedBox(t)
	lines := speedLines(box)
	var racers []*racer
	add := func(name string, run func(r *racer, device string)) {
		r := &racer{name: name, told: make(chan [2]time.Duration, 1000), up: make(chan struct{}, 1000)}
		device := "/dev/gpiochip0"
		if r.lines = os.Getenv("GPIO_SIM"); len(racers) > 0 {
			device, r.lines = newChip(t)
		}
		for _, l := range lines {
			require.NoError(t, pullAt(r.lines, l, false))
		}
		racers = append(racers, r)
		run(r, device)
	}
	offsets := strings.Fields(strings.Trim(fmt.Sprint(lines), "[]"))
	edge := func(light string) func(r *racer, device string) {
		return func(r *racer, device string) {
			listen(t, func(line string) { r.take(t, line) }, "./edge", append([]string{device, light}, offsets...)...)
		}
	}
	add("drivers", func(r *racer, _ string) {
		listen(t, func(line string) { r.take(t, line) }, os.Args[0], "-test.run", "^TestDrivers$", "-drivers")
	})
	add("libgpiod, SPI", edge("/dev/spidev0.0"))
	add("libgpiod, line", edge(fmt.Sprint(speedOut)))
	if _, err := exec.LookPath("gpiomon"); err == nil { // a machine without systemd has none
		add("gpiomon", func(r *racer, device string) {
			listen(t, func(line string) {
				if line == "1" {
					r.up <- struct{}{}
				} else {
					r.told <- [2]time.Duration{monotonic(), 0}
				}
			}, "gpiomon", append([]string{"-b", "-B", "pull-up", "-F", "%e", filepath.Base(device)}, offsets...)...)
		})
	}
	time.Sleep(3 * time.Second) // they have their lines by now
	pods := lines[:3*len(box.Pods)]
	state := map[*racer][]bool{}
	for _, r := range racers {
		state[r] = make([]bool, len(box.Pods))
	}
	press := func(r *racer, i int) (at time.Duration, told [2]time.Duration) {
		time.Sleep(*pause)
		at = monotonic()
		require.NoError(t, pullAt(r.lines, pods[i], true))
		select {
		case told = <-r.told:
		case <-time.After(patience):
			t.Fatalf("%s: a press of line %d was not seen", r.name, pods[i])
		}
		time.Sleep(downFor)
		require.NoError(t, pullAt(r.lines, pods[i], false))
		// On a machine that is interpreted, a kernel that is late takes two changes for one.
		select {
		case <-r.up:
		case <-time.After(patience):
			t.Fatalf("%s: a release of line %d was not seen", r.name, pods[i])
		}
		state[r][i/3] = !state[r][i/3]
		return at, told
	}
	for n := range *presses {
		for _, i := range rand.Perm(len(racers)) {
			r := racers[i]
			at, told := press(r, n*5%len(pods))
			r.known = append(r.known, told[0]-at)
			r.lit = append(r.lit, told[1]-at)
		}
	}
	for _, r := range racers {
		fmt.Printf("%-14s  known after %s", r.name, spread(r.known))
		if r.name != "gpiomon" {
			fmt.Printf(", lit after %s", spread(r.lit))
		}
		fmt.Printf(" (half of %d presses, 90 and 99 of 100)\n", *presses)
	}

	w := newWorld(t, box)
	for _, r := range racers[:2] {
		press(r, 0)
		want := make([]hw.RGB, len(box.Pods))
		for pod, lit := range state[r] {
			if lit {
				want[pod].G = 255
			}
		}
		require.Equal(t, want, w.Strip.Colours(), r.name)
	}
	for _, r := range racers {
		require.Empty(t, r.told, "presses that nobody has made: "+r.name)
		require.Empty(t, r.up, "releases that nobody has made: "+r.name)
	}
}

// newChip makes another chip of 32 lines, and returns its device and the folder of its lines.
func newChip(t *testing.T) (device, lines string) {
	t.Helper()
	dir, err := os.MkdirTemp("/sys/kernel/config/gpio-sim", "speed")
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(dir+"/bank", 0o755))
	set := func(name, value string) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(value), 0)) }
	get := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return string(bytes.TrimSpace(b))
	}
	set("bank/num_lines", "32")
	set("live", "1")
	chip := get("bank/chip_name")
	t.Cleanup(func() { // whoever listened has ended by now
		set("live", "0")
		require.NoError(t, os.Remove(dir+"/bank"))
		require.NoError(t, os.Remove(dir))
	})
	return "/dev/" + chip, filepath.Join("/sys/devices/platform", get("dev_name"), chip)
}

// spread is the median and the 90th and the 99th percentile.
func spread(d []time.Duration) string {
	slices.Sort(d)
	at := func(percent int) time.Duration { return d[len(d)*percent/100].Round(time.Microsecond) }
	return fmt.Sprint(at(50), " / ", at(90), " / ", at(99))
}

// listen runs a program until the test ends, and hands on each line of what it prints.
func listen(t *testing.T, f func(line string), name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	require.NoError(t, cmd.Start())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			f(lines.Text())
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-done
		_ = cmd.Wait()
		require.Empty(t, complaint.String())
	})
}

// speedBox is what speed is measured with: the build bare, and lights.
func speedBox(t *testing.T) *config.Box {
	t.Helper()
	bare := config.Builds()[0]
	c, err := config.Parse("speed.toml", append(slices.Clip(bare.File), "\n[lights]\nport = \"SPI0.0\"\ncount = 4\n"...))
	require.NoError(t, err)
	return c
}

// speedLines returns the lines of a box's buttons, those of the pods first.
func speedLines(c *config.Box) (pods []int) {
	var panel []int
	c.EachButton(func(pod hw.Pod, _ hw.Button, pin config.Pin) {
		if pod == hw.Panel {
			panel = append(panel, pin.Bit)
		} else {
			pods = append(pods, pin.Bit)
		}
	})
	return append(pods, panel...)
}

var drive = flag.Bool("drivers", false, "be the program that TestSpeed measures")

// TestDrivers is that program: buttons at lines, lights at SPI. It runs until it is killed. It
// prints when it knew of each press and when the light was set, and each release.
func TestDrivers(t *testing.T) {
	if !*drive {
		t.Skip("TestSpeed runs it")
	}
	host, err := drivers.Real()
	require.NoError(t, err)
	box := speedBox(t)
	keys := map[int]drivers.Key{}
	box.EachButton(func(pod hw.Pod, b hw.Button, pin config.Pin) { keys[pin.Bit] = drivers.Key{Pod: pod, Button: b} })
	var place contact.Waiter // where the box waits too
	buttons := drivers.NewDirect(drivers.Source{
		Name: "lines", Keys: keys, Quiet: box.Debounce,
		Open: func() (contact.Reader, error) {
			r, err := host.Lines(speedLines(box), nil)
			require.NoError(t, err)
			place = r.(contact.Waiter)
			return r, nil
		},
	})
	port, err := host.SPI("SPI0.0")
	require.NoError(t, err)
	lights, err := drivers.NewLights(port, drivers.LightsOptions{Count: 4, MaxMilliamps: 480})
	require.NoError(t, err)
	require.NoError(t, lights.Set(nil))
	// The clock is the one by which a box runs.
	begun, start := time.Now(), monotonic()
	clock := func() time.Duration { return start + time.Since(begun) }
	colours := make([]hw.RGB, 4)
	var list []hw.Press
	for {
		list, err = buttons.Scan(clock(), list[:0])
		known := clock()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if !p.Down {
				fmt.Println("up")
				continue
			}
			colours[p.Pod].G = 255 - colours[p.Pod].G
			if err := lights.Set(colours); err != nil {
				t.Fatal(err)
			}
			fmt.Println(known.Nanoseconds(), clock().Nanoseconds())
		}
		next := time.Hour
		if at, ok := buttons.Next(); ok {
			next = max(0, at-clock())
		}
		place.Wait(time.Now().Add(next))
	}
}
