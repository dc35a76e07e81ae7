package derpate

// Message keys of the things of the game, made once.
var (
	ColourKeys   = keysOf("die.", ColourWords[:])
	FaceKeys     = keysOf("face.", faceWords[:])
	BoxKeys      = keysOf("box.", BoxWords[:])
	TrackKeys    = keysOf("track.", TrackWords[:])
	TokenKeys    = keysOf("token.", TokenWords[:])
	FavourKeys   = keysOf("favour.", favourWords[:])
	BusinessKeys = keysOf("business.", BusinessWords[:])
	WhatKeys     = keysOf("what.", TrackWords[:])
)

func keysOf(prefix string, words []string) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = prefix + w
	}
	return keys
}

// DistrictKey returns the key of the message that names a district.
func DistrictKey(id string) string { return "district." + id }
