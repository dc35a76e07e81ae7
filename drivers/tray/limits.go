package tray

// Limits are what the networks must say for a reading. They were chosen on drawn pictures that were not
// learned from, and on the pictures in testdata/learned, except where a limit says otherwise. Those of small dice were chosen
// on photographs that were learned from: of what lay between them and the others 11 faces were right, and none was wrong. All but smallFar were chosen with earlier
// networks.
type limits struct {
	// Of the detector.
	seen      float64 // a cell that may hold a face
	found     float64 // a face is there unless the face classifier sees none
	certain   float64 // what it says with more than this is more than a slight doubt
	odd       float64 // something is wrong with a die there
	oddLevel  float64 // the same of one that is known to lie flat
	oddHint   float64 // something may be
	oddAlike  float64 // the same of one that lies as the others do
	body      float64 // a part of a die is there
	emptyBody float64 // the same, in a tray that is known
	few       float64 // either, if dice are missing: they may be what the detector is not sure of
	handCell  float64 // a hand is there; skin-coloured wood is taken for one with less
	handSize  int     // cells that a hand has at least
	handFaint int     // the same of cells that say so with more than a half
	handTrace float64 // a trace of a hand is there
	handWide  int     // the same of cells that see one: at most 91 do in trays without a hand

	// Of the face classifier, which looks several times.
	faceSure    float64 // the least that the looks must give the face on average
	emptySure   float64 // the same, in a tray that is known
	faceLeast   float64 // and each of them
	smallSure   float64 // the same of small dice, on average
	smallLeast  float64 // and of each look
	together    float64 // what more looks must give together, where those are not that sure
	faceClear   float64 // the least on average for the face of a die with which something may be wrong
	borderMean  float64 // what they give a face at the border, if its marks are all there, on average
	borderLeast float64 // and each of them
	hueSure     float64 // the least for the colour, of those in the set
	hueFew      float64 // the same if dice of a set are missing: there are more ways to take one for another
	hueNear     float64 // a die may as well have another colour of the set if that is less unlikely than so much, as a logarithm
	hueAlien    float64 // a die has not the colour of the others if that is so much less likely, as a logarithm

	// Where the detector was mistaken: the face classifier sees no face for certain, and it was not sure itself; or
	// it was hardly sure, and no face is.
	noneLeast, noneScore  float64
	faintScore, faintBody float64

	// Of the flatness classifier and of the network of slopes, on average. Of 2397 dice that lay flat in drawn trays 11 had less than 0.2,
	// and of 62 that didn't, but showed a face, 40.
	flatLeast  float64 // that a die lies flat and alone
	flatBeside float64 // the same of a die whose face leaves no doubt, and that another touches
	flatRaised float64 // the same of a die that is larger than the others, as one is that lies on another
	flatClear  float64 // the same of a die with which something may be wrong
	flatSure   float64 // the same of a die whose face is hard to read
	flatTrust  float64 // the same of a die on which something may be odd

	// Of slopes: how much likelier that of a die is if it lies flat than if it leans, as a logarithm. Flat dice have 2.8 to 3.4
	// mostly, and one in fifty less than 1; dice that lean have less than 1.
	leansOften float64 // what the flatness classifier says of a die that must lie flat with more if slopes say nothing of it
	levelEven  float64 // it says neither
	levelTrust float64 // how much it says in terms of the flatness classifier
	levelLeast float64 // less than this a die leans, whatever else is said
	levelSmall float64 // faces of fewer pixels of the frame than this slope in ways that were not learned
	levelLarge float64 // so do those of more
	levelClear float64 // what a die has on which something may be odd

	// Distances, in sides of a face, and sizes.
	oneDie   float64 // closer than this two faces are the same
	onDie    float64 // how far from the middle of a face what is said of it reaches
	bodyFar  float64 // how far from the middle of a face its die reaches
	smallFar float64 // the same of small dice, whose sides are seen in photographs taken by hand
	touch    float64 // dice that are nearer may lean on one another
	nearDie  float64 // what is nearer may be a part of the die, or of one below it
	raised   float64 // more than this times the side of the others a die may lie on another
	small    float64 // less than this part of the side of the dice is not a die

	nothing float64 // what the network of places must say of something that isn't a die
	print   float64 // of a cell that belongs to a print, where the detector takes that for the body of a die

	clear   clearLimits
	missed  missedLimits
	plainly plainLimits
}

// PlainLimits are what the networks must say of a face that the detector has hardly found.
type plainLimits struct {
	mean, least float64 // the face classifier
	body        float64 // the detector, of a part of a die there
	flat        float64 // the flatness classifier
}

// MissedLimits are what the networks must say of something at another size to make it a die that was missed.
type missedLimits struct {
	score float64 // of the detector, or of the face classifier, where that sees a face
	// The face classifier is at least so sure that there is none in prints on a cloth (0.97 in drawn trays), but not
	// in dice whose marks hardly show (0.4 to 0.6 in photographs).
	none  float64
	hint  float64 // of the detector, where the face classifier is not that sure
	plain float64 // of the detector, that there is a face and a body, where it is

	// What is from so many pixels of a frame large to so many is a die only if the detector has a trace of its body as usual, too.
	from, to, trace float64

	// What else is read as those that are seen as usual: of the face classifier, and how much larger or smaller it may be than they are.
	face, unlike float64

	both float64 // what is smaller is seen by the survey for small dice, too
	fine float64 // what that must see of its body
}

// ClearLimits are what the networks must say in the first pass if that is to do alone.
type clearLimits struct {
	found    float64 // of the detector, for each face
	mean     float64 // of the looks at it, on average
	least    float64 // and each of them
	odd      float64 // at most, that something is wrong with a die anywhere
	body     float64 // at most, that there is a part of a die where none was read
	seen     float64 // at most, that there is a face where none was read
	hand     float64 // at most, that there is a hand
	hue      float64 // for the colours
	hopeless float64 // a hand, or something wrong with a die: there is no need to look again
}

func usualLimits() limits {
	return limits{
		seen: 0.25, found: 0.5, certain: 0.8,
		odd: 0.8, oddLevel: 0.9, oddHint: 0.2, oddAlike: 0.5, body: 0.7, emptyBody: 0.6, few: 0.4,
		handCell: 0.9, handSize: 8, handFaint: 60, handTrace: 0.2, handWide: 110,
		faceSure: 0.9, emptySure: 0.85, faceLeast: 0.6, smallSure: 0.8, smallLeast: 0.3, together: 0.85, faceClear: 0.99, borderMean: 0.995, borderLeast: 0.99,
		// hueFew is less than the 0.9 that suited those pictures best, for the sake of testdata/pictures. few, odd, oddLevel, flatLeast, flatSure and
		// flatTrust were chosen together on drawn trays, when the network of slopes began to say how dice stand.
		hueSure: 0.8, hueFew: 0.85, hueNear: 4, hueAlien: -4, flatLeast: 0.2, flatBeside: 0.35, flatRaised: 0.57, flatClear: 0.5, flatSure: 0.7, flatTrust: 0.8,
		leansOften: 0.35, levelEven: 1, levelTrust: 1.5, levelLeast: -1, levelSmall: 24, levelLarge: 90, levelClear: 1.5,
		noneLeast: 0.9, noneScore: 0.8, faintScore: 0.55, faintBody: 0.5,
		oneDie: 0.4, onDie: 0.6, bodyFar: 0.9, smallFar: 1.15, touch: 1.5, nearDie: 1.3, raised: 1.06, small: 0.7,
		nothing: 0.9, print: 0.3,
		clear:   clearLimits{found: 0.8, mean: 0.99, least: 0.97, odd: 0.25, body: 0.3, seen: 0.2, hand: 0.3, hue: 0.97, hopeless: 0.97},
		missed:  missedLimits{score: 0.5, none: 0.9, hint: 0.7, plain: 0.9, from: 34, to: 90, trace: 0.15, face: 0.95, unlike: 1.4, both: 50, fine: 0.45},
		plainly: plainLimits{mean: 0.98, least: 0.95, body: 0.6, flat: 0.8},
	}
}
