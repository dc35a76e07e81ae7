package link

import "rsc.io/qr"

// Code returns the rows of the QR code of an address, "1" for each dark module, or nil where the address is too long for
// one: about 2,900 letters.
func Code(address string) []string {
	c, err := qr.Encode(address, qr.L)
	if err != nil {
		return nil
	}
	rows := make([]string, c.Size)
	for y := range rows {
		row := make([]byte, c.Size)
		for x := range row {
			row[x] = '0'
			if c.Black(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}
