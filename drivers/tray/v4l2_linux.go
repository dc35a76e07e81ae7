package tray

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"

	"github.com/blackjack/webcam"
)

// The pixel formats that cameras give, as V4L2 names them by four letters.
const (
	fourMJPG webcam.PixelFormat = 'M' | 'J'<<8 | 'P'<<16 | 'G'<<24
	fourJPEG webcam.PixelFormat = 'J' | 'P'<<8 | 'E'<<16 | 'G'<<24
	fourYUYV webcam.PixelFormat = 'Y' | 'U'<<8 | 'Y'<<16 | 'V'<<24
)

// frameTimeout is how many seconds a camera may take for a frame.
const frameTimeout = 3

type v4l2 struct {
	cam    *webcam.Webcam
	format webcam.PixelFormat
	w, h   int
	yuyv   *image.YCbCr
}

func openV4L2(device string) (Camera, error) {
	cam, err := webcam.Open(device)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", device, err)
	}
	c, err := startV4L2(cam)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", device, err), cam.Close())
	}
	return c, nil
}

func startV4L2(cam *webcam.Webcam) (*v4l2, error) {
	formats := cam.GetSupportedFormats()
	for _, want := range []webcam.PixelFormat{fourYUYV, fourMJPG, fourJPEG} { // what costs least first
		if _, ok := formats[want]; !ok {
			continue
		}
		got, w, h, err := cam.SetImageFormat(want, 640, 480)
		if err != nil || got != want {
			continue
		}
		if int(w)*int(h) > maxPixels || w < minSide || h < minSide {
			return nil, fmt.Errorf("it gives pictures of %dx%d pixels", w, h)
		}
		// Two buffers, so that a frame is never old.
		if err := cam.SetBufferCount(2); err != nil {
			return nil, err
		}
		if err := cam.StartStreaming(); err != nil {
			return nil, err
		}
		return &v4l2{cam: cam, format: want, w: int(w), h: int(h)}, nil
	}
	return nil, errors.New("it gives neither YUYV nor MJPEG")
}

func (v *v4l2) Close() error { return v.cam.Close() }

func (v *v4l2) Frame(ctx context.Context) (image.Image, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := v.cam.WaitForFrame(frameTimeout); err != nil {
		return nil, err
	}
	data, err := v.cam.ReadFrame()
	if err != nil {
		return nil, err
	}
	if v.format != fourYUYV {
		return Decode(bytes.NewReader(data))
	}
	if len(data) < 2*v.w*v.h {
		return nil, fmt.Errorf("a frame of %d bytes, want %d", len(data), 2*v.w*v.h)
	}
	if v.yuyv == nil {
		v.yuyv = image.NewYCbCr(image.Rect(0, 0, v.w, v.h), image.YCbCrSubsampleRatio422)
	}
	unpackYUYV(v.yuyv, data)
	return v.yuyv, nil
}
