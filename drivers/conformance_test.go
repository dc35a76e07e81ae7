package drivers_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/config"
	"consigliere/drivers"
	"consigliere/drivers/driverstest"
	"consigliere/hw"
	"consigliere/sim/chip"
)

// paper is the simplest screen: the frame itself.
type paper struct{ *hw.Frame }

func (p paper) Size() (w, h int) { return p.W, p.H }

func (p paper) Show(f *hw.Frame) error {
	if f.W != p.W || f.H != p.H {
		return fmt.Errorf("frame of %dx%d: want %dx%d", f.W, f.H, p.W, p.H)
	}
	copy(p.Pix, f.Pix)
	return nil
}

func TestScreensConform(t *testing.T) {
	t.Run("frame", func(t *testing.T) {
		driverstest.Screen(t, func(*testing.T) driverstest.ScreenRig {
			p := paper{hw.NewFrame(128, 64)}
			return driverstest.ScreenRig{Screen: p, Seen: p.Clone}
		})
	})
	for _, h := range []int{64, 32} {
		t.Run(fmt.Sprintf("ssd1306-128x%d", h), func(t *testing.T) {
			driverstest.Screen(t, func(t *testing.T) driverstest.ScreenRig {
				s, glass, bus := oled(t, h)
				return driverstest.ScreenRig{Screen: s, Seen: glass.Frame, Fault: bus.Fail}
			})
		})
	}
	t.Run("sh1106", func(t *testing.T) {
		for _, flip := range []bool{false, true} {
			driverstest.Screen(t, func(t *testing.T) driverstest.ScreenRig {
				bus, glass := chip.NewBus("I2C1", 1), chip.NewSH1106()
				bus.Attach(0x3C, glass)
				glass.Turn(flip)
				s, err := drivers.NewScreen(bus, drivers.ScreenOptions{Chip: config.SH1106, W: 128, H: 64, Flip: flip})
				require.NoError(t, err)
				t.Cleanup(func() { assert.Empty(t, glass.Warnings()) })
				return driverstest.ScreenRig{Screen: s, Seen: glass.Frame, Fault: bus.Fail}
			})
		}
	})
	t.Run("ssd1309", func(t *testing.T) {
		driverstest.Screen(t, func(t *testing.T) driverstest.ScreenRig {
			bus, glass := chip.NewBus("I2C1", 1), chip.NewSSD1309()
			bus.Attach(0x3C, glass)
			s, err := drivers.NewScreen(bus, drivers.ScreenOptions{Chip: config.SSD1309, W: 128, H: 64})
			require.NoError(t, err)
			t.Cleanup(func() { assert.NotContains(t, glass.Warnings(), "command 8D: an SSD1309 has no charge pump") })
			return driverstest.ScreenRig{Screen: s, Seen: glass.Frame, Fault: bus.Fail}
		})
	})
	t.Run("ssd1306-behind-a-mux", func(t *testing.T) {
		driverstest.Screen(t, func(t *testing.T) driverstest.ScreenRig {
			bus, tca := chip.NewBus("I2C1", 1), chip.NewTCA9548A()
			bus.Attach(0x70, tca)
			var screens [2]*drivers.Screen
			var glass [2]*chip.SSD1306
			mux := drivers.NewMux(bus, 0x70)
			for i := range screens {
				glass[i] = chip.NewSSD1306(128, 32)
				tca.Channel(i).Attach(0x3C, glass[i])
				b, err := mux.Bus(i)
				require.NoError(t, err)
				screens[i], err = drivers.NewScreen(b, drivers.ScreenOptions{W: 128, H: 32})
				require.NoError(t, err)
			}
			require.NoError(t, screens[1].Show(hw.NewFrame(128, 32)), "the neighbour")
			return driverstest.ScreenRig{Screen: screens[0], Seen: glass[0].Frame, Fault: bus.Fail}
		})
	})
}

func TestLightsConform(t *testing.T) {
	for _, c := range []struct {
		chip   string
		new    func(n int) chip.Strip
		length func(n int) int
		near   float64
	}{
		{config.APA102, func(n int) chip.Strip { return chip.NewAPA102(n) }, func(n int) int { return 8 + 4*n + 5 }, 5},
		// 8 bits of duty at 60 percent are coarse for dark colours.
		{config.WS2812, func(n int) chip.Strip { return chip.NewWS2812(n) }, func(n int) int { return 180 + 9*n }, 8},
	} {
		for _, percent := range []int{100, 60} {
			t.Run(fmt.Sprintf("%s-%d", c.chip, percent), func(t *testing.T) {
				driverstest.Lights(t, func(t *testing.T, count, limit int) driverstest.LightsRig {
					s := c.new(count)
					s.SetExposure(float64(percent) / 100)
					port := chip.NewPort("SPI0.0", 0, s)
					l, err := drivers.NewLights(port, drivers.LightsOptions{Chip: c.chip, Count: count, MaxMilliamps: limit, Brightness: percent})
					require.NoError(t, err)
					return driverstest.LightsRig{
						Lights: l, Seen: s.Colours, Current: s.Current, PowerOn: s.PowerOn, Warnings: s.Warnings,
						Fault: port.Fail, Bytes: port.Bytes, Length: c.length(count), Near: c.near,
					}
				})
			})
		}
	}
}

func TestPinsConform(t *testing.T) {
	t.Run("virtual-gpio", func(t *testing.T) {
		driverstest.Pin(t, func(*testing.T) driverstest.PinRig {
			p := chip.NewPin("GPIO17", 17)
			d := p.NewDrive()
			return driverstest.PinRig{Pin: p, Drive: d.Set, Release: d.Release, Level: p.Read, Edges: true}
		})
	})
}
