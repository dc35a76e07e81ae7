package tray

import "image"

// unpackYUYV fills a picture with a frame of YUYV: for each two pixels, brightness, blue,
// brightness, red. The data has 2 bytes a pixel.
func unpackYUYV(to *image.YCbCr, data []byte) {
	w, h := to.Rect.Dx(), to.Rect.Dy()
	for y := range h {
		row := data[2*y*w : 2*(y+1)*w]
		for x := 0; x+1 < w; x += 2 {
			p := row[2*x : 2*x+4]
			to.Y[y*to.YStride+x], to.Y[y*to.YStride+x+1] = p[0], p[2]
			to.Cb[y*to.CStride+x/2], to.Cr[y*to.CStride+x/2] = p[1], p[3]
		}
	}
}
