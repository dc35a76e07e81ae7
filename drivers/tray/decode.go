package tray

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // cameras give JPEG
	_ "image/png"  // and people drop PNG
	"io"
)

// What [Decode] takes. More would take longer than a second to decode on small boards.
const (
	maxBytes  = 8 << 20
	maxSide   = 4096
	maxPixels = 2592 * 1944
	minSide   = 32
	// maxWork bounds the pixels of a progressive JPEG times its scans: each of them goes over
	// the whole picture, however little data it has.
	maxWork = 8 * maxPixels
)

// Decode reads a JPEG or PNG picture. It refuses pictures that would take long, before it
// decodes them.
func Decode(from io.Reader) (image.Image, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("the picture has more than %d MB; take a smaller one", maxBytes>>20)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("this is not a JPEG or PNG picture: %w", err)
	}
	if c.Width < minSide || c.Height < minSide {
		return nil, fmt.Errorf("the picture has %dx%d pixels; it needs %dx%d at least", c.Width, c.Height, minSide, minSide)
	}
	if c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return nil, fmt.Errorf("the picture has %dx%d pixels; at most %d megapixels are read, and 640x480 are enough", c.Width, c.Height, maxPixels/1_000_000)
	}
	if scans := bytes.Count(data, []byte{0xff, 0xda}); format == "jpeg" && scans*c.Width*c.Height > maxWork {
		return nil, fmt.Errorf("the picture has %d scans; save it again as a plain JPEG", scans)
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the %s picture is damaged: %w", format, err)
	}
	return m, nil
}
