package derpate

import "consigliere/engine"

// Message keys of the things of the game, made once.
var (
	ColourKeys   = engine.KeysOf("die.", ColourWords[:])
	FaceKeys     = engine.KeysOf("face.", faceWords[:])
	BoxKeys      = engine.KeysOf("box.", BoxWords[:])
	TrackKeys    = engine.KeysOf("track.", TrackWords[:])
	TokenKeys    = engine.KeysOf("token.", TokenWords[:])
	FavourKeys   = engine.KeysOf("favour.", favourWords[:])
	BusinessKeys = engine.KeysOf("business.", BusinessWords[:])
	WhatKeys     = engine.KeysOf("what.", TrackWords[:])
)

// DistrictKey returns the key of the message that names a district.
func DistrictKey(id string) string { return "district." + id }
