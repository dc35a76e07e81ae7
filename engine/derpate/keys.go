package derpate

// Message keys of the things of the game, made once.
var (
	colourKeys   = keysOf("die.", colourWords[:])
	faceKeys     = keysOf("face.", faceWords[:])
	boxKeys      = keysOf("box.", boxWords[:])
	trackKeys    = keysOf("track.", trackWords[:])
	tokenKeys    = keysOf("token.", tokenWords[:])
	favourKeys   = keysOf("favour.", favourWords[:])
	businessKeys = keysOf("business.", businessWords[:])
	whatKeys     = keysOf("what.", trackWords[:])
)

func keysOf(prefix string, words []string) []string {
	keys := make([]string, len(words))
	for i, w := range words {
		keys[i] = prefix + w
	}
	return keys
}

func districtKey(id string) string { return "district." + id }
