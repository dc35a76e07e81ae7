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
	"unsafe"

	"github.com/stretchr/testify/require"
	"github.com/warthog618/go-gpiocdev"
	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/contact"
	"consigliere/hw"
)

const (
	speedOut = 4 // a line of the header without a button
	downFor  = 15 * time.Millisecond
)

var (
	presses = flag.Int("presses", 100, "how often each program of TestSpeed is pressed")
	pause   = flag.Duration("pause", 100*time.Millisecond, "how long nothing happens before a press; each program rests as often as there are programs")
)

// monotonic is the time on the clock of the kernel's lines, which all programs share.
func monotonic() time.Duration {
	var t unix.Timespec
	_, _, _ = unix.RawSyscall(unix.SYS_CLOCK_GETTIME, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&t)), 0) // it cannot fail
	return time.Duration(t.Nano())
}

// A finger is on a line of a chip. It does not tell the runtime that it asks the kernel: the
// runtime's monitor would be woken by that, and run between the press and the program that waits
// for it.
type finger struct{ file int }

func newFinger(t *testing.T, lines string, line int) finger {
	t.Helper()
	fd, err := unix.Open(pullFile(lines, line), unix.O_WRONLY|unix.O_CLOEXEC, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Close(fd) }) // all was written
	return finger{fd}
}

func (f finger) pull(t *testing.T, down bool) {
	level := []byte(pullLevel(down))
	_, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(f.file), uintptr(unsafe.Pointer(&level[0])), uintptr(len(level)))
	if errno != 0 {
		t.Fatal("pull a line: ", errno)
	}
}

// A racer is a program that waits for the buttons of a box, each on a chip of its own.
type racer struct {
	name    string
	fingers []finger
	told    chan [2]time.Duration // when it knew of a press, and when the light was set
	up      chan struct{}         // a button was let go

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
// program in C with libgpiod (edge.c) that sends the same, or sets a line; the least in Go that
// does; and gpiomon. Each waits for all buttons of the build bare, pressed and let go. They run at
// the same time and are pressed in turn, so that a host that is busy disturbs all alike. None may
// miss a press or invent one. The figures are printed, as a machine that is interpreted says
// nothing of a Pi: on its real clock code that has not run for a moment is dear and a loop is cheap,
// so the runtime of Go takes longer to wake up than C's library to ask for each line, with fewer
// instructions.
//
// Nothing is at SPI, so that all time is the programs' and the kernel's. When all was measured
// there is a strip, which must show what each program believes.
func TestSpeed(t *testing.T) {
	box := speedBox(t)
	lines := speedLines(box)
	var racers []*racer
	add := func(name string, run func(r *racer, device string)) {
		r := &racer{name: name, told: make(chan [2]time.Duration, 1000), up: make(chan struct{}, 1000)}
		device, folder := "/dev/gpiochip0", os.Getenv("GPIO_SIM")
		if len(racers) > 0 {
			device, folder = newChip(t)
		}
		for _, l := range lines {
			f := newFinger(t, folder, l)
			f.pull(t, false)
			r.fingers = append(r.fingers, f)
		}
		racers = append(racers, r)
		run(r, device)
		require.True(t, eventually(func() bool { return inUse(t, device, lines) }), "%s does not wait for its lines", name)
	}
	offsets := strings.Fields(strings.Trim(fmt.Sprint(lines), "[]"))
	edge := func(light string) func(r *racer, device string) {
		return func(r *racer, device string) {
			listen(t, func(line string) { r.take(t, line) }, "./edge", append([]string{device, light}, offsets...)...)
		}
	}
	be := func(test string) func(r *racer, device string) {
		return func(r *racer, device string) {
			listen(t, func(line string) { r.take(t, line) }, os.Args[0], "-test.run", "^"+test+"$", "-chip", device)
		}
	}
	add("drivers", be("TestDrivers"))
	add("libgpiod, SPI", edge("/dev/spidev0.0"))
	add("libgpiod, line", edge(fmt.Sprint(speedOut)))
	add("Go", be("TestLeast"))
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
	pods := lines[:3*len(box.Pods)]
	state := map[*racer][]bool{}
	for _, r := range racers {
		state[r] = make([]bool, len(box.Pods))
	}
	press := func(r *racer, i int) (at time.Duration, told [2]time.Duration) {
		time.Sleep(*pause)
		at = monotonic()
		r.fingers[i].pull(t, true)
		select {
		case told = <-r.told:
		case <-time.After(patience):
			t.Fatalf("%s: a press of line %d was not seen", r.name, pods[i])
		}
		time.Sleep(downFor)
		r.fingers[i].pull(t, false)
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
	for _, r := range racers {
		if slices.Contains([]string{"libgpiod, line", "gpiomon"}, r.name) {
			continue
		}
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

// inUse reports whether a program has all these lines of a chip.
func inUse(t *testing.T, device string, lines []int) bool {
	t.Helper()
	c, err := gpiocdev.NewChip(device)
	require.NoError(t, err)
	defer c.Close()
	for _, l := range lines {
		info, err := c.LineInfo(l)
		require.NoError(t, err)
		if !info.Used {
			return false
		}
	}
	return true
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

// sameTime returns a time on the runtime's clock and on the clock of the kernel's lines. Whoever
// reads both is interrupted now and then, and is slow for the first time; the shortest of
// many attempts was not.
func sameTime() (begun time.Time, start time.Duration) {
	shortest := time.Hour
	for range 100 {
		at, kernels := time.Now(), monotonic()
		if took := time.Since(at); took < shortest {
			shortest, begun, start = took, at, kernels-took/2
		}
	}
	return begun, start
}

var chipFile = flag.String("chip", "", "be a program that TestSpeed measures, on the lines of this chip")

// TestDrivers is that program: buttons at lines, lights at SPI. It runs until it is killed. It
// prints when it knew of each press and when the light was set, and each release.
func TestDrivers(t *testing.T) {
	if *chipFile == "" {
		t.Skip("TestSpeed runs it")
	}
	host, err := drivers.Real("") // its lines are the first chip's
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
	begun, start := sameTime()
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

// TestLeast is the least in Go that does the same: no drivers, no debouncing, no colours.
func TestLeast(t *testing.T) {
	if *chipFile == "" {
		t.Skip("TestSpeed runs it")
	}
	box := speedBox(t)
	lines := speedLines(box)
	chip, err := os.Open(*chipFile)
	require.NoError(t, err)
	ask := uapi.LineRequest{Lines: uint32(len(lines))}
	ask.Config.Flags = uapi.LineFlagV2Input | uapi.LineFlagV2ActiveLow | uapi.LineFlagV2BiasPullUp | uapi.LineFlagV2EdgeBoth
	for i, l := range lines {
		ask.Offsets[i] = uint32(l)
	}
	port, err := unix.Open("/dev/spidev0.0", unix.O_RDWR, 0)
	require.NoError(t, err)
	data := make([]byte, 8+4*len(box.Pods)+5) // as APA102 lights take it: in front of each four bytes, and behind the last
	transfer := struct {
		tx, rx        uint64
		length, hertz uint32
		delay         uint16
		bits          uint8
		_             [5]uint8
	}{tx: uint64(uintptr(unsafe.Pointer(&data[0]))), length: uint32(len(data)), hertz: 4e6, bits: 8}
	lit := make([]bool, len(box.Pods))
	show := func() {
		for i, on := range lit {
			if data[8+4*i], data[8+4*i+2] = 0xE1, 0; on {
				data[8+4*i], data[8+4*i+2] = 0xFF, 0xFF
			}
		}
		if _, _, errno := unix.RawSyscall(unix.SYS_IOCTL, uintptr(port), 0x40206B00, uintptr(unsafe.Pointer(&transfer))); errno != 0 {
			t.Fatal(errno)
		}
	}
	show()
	require.NoError(t, uapi.GetLine(chip.Fd(), &ask))
	require.NoError(t, unix.SetNonblock(int(ask.Fd), true))
	request, err := os.NewFile(uintptr(ask.Fd), "lines").SyscallConn()
	require.NoError(t, err)
	begun, start := sameTime()
	clock := func() time.Duration { return start + time.Since(begun) }
	var e uapi.LineEvent
	read := func(fd uintptr) bool {
		_, _, errno := unix.RawSyscall(unix.SYS_READ, fd, uintptr(unsafe.Pointer(&e)), unsafe.Sizeof(e))
		return errno == 0
	}
	for {
		if err := request.Read(read); err != nil { // checks of testify take long
			t.Fatal(err)
		}
		if e.ID != uapi.LineEventRisingEdge { // the line is active low
			fmt.Println("up")
			continue
		}
		known := clock()
		pod := slices.Index(lines, int(e.Offset)) / 3
		lit[pod] = !lit[pod]
		show()
		fmt.Println(known.Nanoseconds(), clock().Nanoseconds())
	}
}
