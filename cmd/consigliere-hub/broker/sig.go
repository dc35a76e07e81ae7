package broker

import "encoding/base64"

// decode reads a signature, which some clients send in either alphabet.
func decode(sig string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil {
		return base64.StdEncoding.DecodeString(sig)
	}
	return raw, nil
}
