//go:build vm

package vm

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
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
	speedLine = 17
	speedOut  = 27
	presses   = 300
	downFor   = 15 * time.Millisecond
)

// monotonic is the time on the clock of the kernel's lines, which all programs share.
func monotonic() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) // it cannot fail
	return time.Duration(t.Nano())
}

// TestSpeed measures from a finger on a line of the kernel until a program knows of it, and
// until it has set a light: this one's drivers, whose lights are at SPI, libgpiod in C (edge.c)
// with the same lights, libgpiod with a line that is set, and gpiomon. None may miss a press. The figures are printed, as a machine that is interpreted says nothing of a Pi.
func TestSpeed(t *testing.T) {
	require.NoError(t, pull(speedLine, false))
	for _, c := range []struct {
		name string
		// run begins it, and returns what tells that a button was let go, or nil.
		run func(t *testing.T, told func(known, lit time.Duration)) (up <-chan struct{})
	}{
		{"drivers", ours},
		{"libgpiod, SPI", func(t *testing.T, told func(known, lit time.Duration)) <-chan struct{} {
			w := newWorld(t, speedBox(t))
			edge(t, told, "/dev/spidev0.0")
			t.Cleanup(func() { require.Equal(t, hw.RGB{}, w.Strip.Colours()[0], "after an even number of presses") })
			return nil
		}},
		{"libgpiod, line", func(t *testing.T, told func(known, lit time.Duration)) <-chan struct{} {
			edge(t, told, fmt.Sprint(speedOut))
			return nil
		}},
		{"gpiomon", func(t *testing.T, told func(known, lit time.Duration)) <-chan struct{} {
			listen(t, func(string) { told(monotonic(), 0) }, "gpiomon", "-b", "-f", "-B", "pull-up", "gpiochip0", fmt.Sprint(speedLine))
			return nil
		}},
	} {
		if _, err := exec.LookPath("gpiomon"); c.name == "gpiomon" && err != nil {
			continue // a machine without systemd has none
		}
		t.Run(c.name, func(t *testing.T) {
			type times struct{ known, lit time.Duration }
			seen := make(chan times, presses+1)
			up := c.run(t, func(known, lit time.Duration) { seen <- times{known, lit} })
			time.Sleep(2 * time.Second) // it has the line by now
			var known, lit []time.Duration
			for range presses {
				at := monotonic()
				require.NoError(t, pull(speedLine, true))
				select {
				case s := <-seen:
					known = append(known, s.known-at)
					lit = append(lit, max(s.lit-at, 0))
				case <-time.After(patience):
					t.Fatalf("press %d was not seen", len(known)+1)
				}
				time.Sleep(downFor)
				require.NoError(t, pull(speedLine, false))
				time.Sleep(downFor)
				// On a machine that is interpreted, a kernel that is late takes two changes for one.
				if up != nil {
					select {
					case <-up:
					case <-time.After(patience):
						t.Fatalf("release %d was not seen", len(known))
					}
				}
			}
			require.Empty(t, seen, "presses that nobody has made")
			fmt.Printf("%-14s  known after %s", c.name, spread(known))
			if c.name != "gpiomon" {
				fmt.Printf(", lit after %s", spread(lit))
			}
			fmt.Printf(" (half of %d presses, and 99 of 100)\n", presses)
		})
	}
}

// spread is the median and the 99th percentile.
func spread(d []time.Duration) string {
	slices.Sort(d)
	return fmt.Sprint(d[len(d)/2].Round(time.Microsecond), " / ", d[len(d)*99/100].Round(time.Microsecond))
}

// listen runs a program and hands on each line of what it prints.
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

// edge runs the program in C.
func edge(t *testing.T, told func(known, lit time.Duration), light string) {
	t.Helper()
	listen(t, func(line string) {
		var known, lit time.Duration
		_, err := fmt.Sscan(line, &known, &lit)
		require.NoError(t, err, line)
		told(known, lit)
	}, "./edge", "/dev/gpiochip0", fmt.Sprint(speedLine), light)
}

// speedBox is what speed is measured with.
func speedBox(t *testing.T) *config.Box {
	t.Helper()
	c, err := config.Parse("speed.toml", []byte(`
[lights]
port = "SPI0.0"
count = 4
[[pod]]
a = "GPIO17"
b = "GPIO22"
ok = "GPIO23"
`))
	require.NoError(t, err)
	return c
}

// ours are the drivers, in a program of their own like the others: on one processor the runtime
// would keep the chips of this one waiting while the drivers wait for them.
func ours(t *testing.T, told func(known, lit time.Duration)) <-chan struct{} {
	newWorld(t, speedBox(t))
	up := make(chan struct{}, presses)
	listen(t, func(line string) {
		if line == "up" {
			up <- struct{}{}
			return
		}
		var known, lit time.Duration
		_, err := fmt.Sscan(line, &known, &lit)
		require.NoError(t, err, line)
		told(known, lit)
	}, os.Args[0], "-test.run", "^TestDrivers$", "-drivers")
	return up
}

var drive = flag.Bool("drivers", false, "be the program that TestSpeed measures")

// TestDrivers is that program: buttons at a line, lights at SPI. It runs until it is killed, and
// prints when it knew of each press and when the light was set, and each release.
func TestDrivers(t *testing.T) {
	if !*drive {
		t.Skip("TestSpeed runs it")
	}
	host, err := drivers.Real()
	require.NoError(t, err)
	wake := make(chan struct{}, 1)
	buttons := drivers.NewDirect(drivers.Source{
		Name: "lines", Keys: map[int]drivers.Key{speedLine: {}}, Quiet: speedBox(t).Debounce,
		Open: func() (contact.Reader, error) {
			return host.Lines([]int{speedLine}, func() {
				select {
				case wake <- struct{}{}:
				default:
				}
			})
		},
	})
	port, err := host.SPI("SPI0.0")
	require.NoError(t, err)
	lights, err := drivers.NewLights(port, drivers.LightsOptions{Count: 4, MaxMilliamps: 480})
	require.NoError(t, err)
	var list []hw.Press
	for {
		list, err = buttons.Scan(monotonic(), list[:0])
		known := monotonic()
		require.NoError(t, err)
		for _, p := range list {
			colour := hw.RGB{}
			if p.Down {
				colour.G = 255
			}
			require.NoError(t, lights.Set([]hw.RGB{colour}))
			if p.Down {
				fmt.Printf("%d %d\n", known, monotonic())
			} else {
				fmt.Println("up")
			}
		}
		timer := time.Hour
		if next, ok := buttons.Next(); ok {
			timer = max(0, next-monotonic())
		}
		select {
		case <-wake:
		case <-time.After(timer):
		}
	}
}
