package lang

import (
	"regexp"
	"strings"
	"unicode"
)

// A synthesiser spells the letters of a script that is not its own, or hands them to another voice. So names
// are transliterated for the ear: common ones by a table, the others by rules that give something like them.

// common are names that tables have, in both scripts, the Persian ones with the vowels that a voice needs.
var common = []struct{ latin, persian string }{
	{"Ava", "آوا"},
	{"Babak", "بابَک"},
	{"Chiara", "کیآرا"},
	{"Dario", "داری‌یو"},
	{"Elena", "اِلِنا"},
	{"Farid", "فَرید"},
	{"Gina", "جینا"},
	{"Hamid", "حَمید"},
	{"Ali", "علی"},
	{"Amir", "اَمیر"},
	{"Anna", "آنّا"},
	{"Arash", "آرَش"},
	{"Behrouz", "بِهروز"},
	{"Carlo", "کارلو"},
	{"Dariush", "داریوش"},
	{"David", "دِیوید"},
	{"Emma", "اِما"},
	{"Francesca", "فِرانچِسکا"},
	{"George", "جُورج"},
	{"Giorgio", "جورجو"},
	{"Giovanni", "جووانّی"},
	{"Giulia", "جولیا"},
	{"Giuseppe", "جوزِپّه"},
	{"Hassan", "حَسَن"},
	{"Hossein", "حُسِین"},
	{"James", "جِیمز"},
	{"John", "جان"},
	{"Kamran", "کامران"},
	{"Laleh", "لالِه"},
	{"Leila", "لِیلا"},
	{"Luca", "لوکا"},
	{"Marco", "مارکو"},
	{"Maria", "ماریا"},
	{"Mario", "ماری‌یو"},
	{"Maryam", "مَریَم"},
	{"Matteo", "مَتِّئو"},
	{"Michael", "مایکِل"},
	{"Mina", "مینا"},
	{"Mohammad", "مُحَمَّد"},
	{"Nasrin", "نَسرین"},
	{"Negar", "نِگار"},
	{"Nima", "نیما"},
	{"Omid", "اُمید"},
	{"Paolo", "پائولو"},
	{"Parisa", "پَریسا"},
	{"Peyman", "پِیمان"},
	{"Reza", "رِضا"},
	{"Sahar", "سَحَر"},
	{"Sara", "سارا"},
	{"Shirin", "شیرین"},
	{"Siavash", "سیاوَش"},
	{"Sofia", "سوفیا"},
	{"Zahra", "زَهرا"},
}

// toPersian and toLatin are the table by the name as it is written, without the marks of vowels.
var toPersian, toLatin = func() (map[string]string, map[string]string) {
	p, l := map[string]string{}, map[string]string{}
	for _, n := range common {
		p[n.latin] = n.persian
		l[bare(n.persian)] = n.latin
	}
	// As they are usually written, where the table spells them for the ear.
	l["کیارا"], l["داریو"], l["آنا"], l["ماریو"] = "Chiara", "Dario", "Anna", "Mario"
	return p, l
}()

var (
	// latinName is a word that looks like a name: no button (A, OK) and no command (consigliere).
	latinName = regexp.MustCompile(`\p{Lu}\p{Ll}[\p{Latin}'’-]*`)
	// persianName is a word in Persian letters.
	persianName = regexp.MustCompile(`[\p{Arabic}\x{200c}]+`)
)

// transliterated returns a text whose names of another script are written in the language's own.
func (l Lang) transliterated(text string) string {
	if l == Persian {
		return latinName.ReplaceAllStringFunc(text, func(name string) string {
			if p, ok := toPersian[name]; ok {
				return p
			}
			return inPersian(name)
		})
	}
	return persianName.ReplaceAllStringFunc(text, func(name string) string {
		if !strings.ContainsFunc(name, unicode.IsLetter) {
			return name // digits
		}
		name = bare(name)
		if latin, ok := toLatin[name]; ok {
			return latin
		}
		return l.inLatin(name)
	})
}

// bare returns Persian text without marks of vowels.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'ً' && r <= 'ْ' {
			return -1
		}
		return r
	}, text)
}

// sounds are the letters of names in Latin script that make one sound together, before those that stand alone.
var sounds = []struct{ latin, persian string }{
	{"sch", "ش"},
	{"sh", "ش"},
	{"chi", "کی"},
	{"che", "کِ"},
	{"ch", "چ"},
	{"kh", "خ"},
	{"gh", "ق"},
	{"zh", "ژ"},
	{"ph", "ف"},
	{"th", "ت"},
	{"gia", "جا"},
	{"gio", "جو"},
	{"giu", "جو"},
	{"ge", "جِ"},
	{"gi", "جی"},
	{"gl", "گل"},
	{"ci", "چی"},
	{"ce", "سِ"},
	{"oo", "و"},
	{"ou", "و"},
	{"ee", "ی"},
	{"ck", "ک"},
	{"qu", "کو"},
	{"a", "ا"},
	{"b", "ب"},
	{"c", "ک"},
	{"d", "د"},
	{"e", "ِ"},
	{"f", "ف"},
	{"g", "گ"},
	{"h", "ه"},
	{"i", "ی"},
	{"j", "ج"},
	{"k", "ک"},
	{"l", "ل"},
	{"m", "م"},
	{"n", "ن"},
	{"o", "و"},
	{"p", "پ"},
	{"q", "ق"},
	{"r", "ر"},
	{"s", "س"},
	{"t", "ت"},
	{"u", "و"},
	{"v", "و"},
	{"w", "و"},
	{"x", "کس"},
	{"y", "ی"},
	{"z", "ز"},
}

// accents are letters with marks that Latin names have, and the letters without them.
var accents = strings.NewReplacer("à", "a", "á", "a", "â", "a", "ä", "a", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ò", "o", "ó", "o", "ô", "o", "ö", "o", "ù", "u", "ú", "u", "û", "u", "ü", "u",
	"ç", "s", "ñ", "n", "ş", "sh", "ğ", "", "ı", "i")

// inPersian spells a Latin name with Persian letters.
func inPersian(name string) string {
	rest := accents.Replace(strings.ToLower(name))
	var b strings.Builder
	// No Persian word begins with a vowel that has no letter to stand on.
	switch rest[0] {
	case 'a':
		b.WriteString("آ")
		rest = rest[1:]
	case 'e', 'i', 'o', 'u':
		b.WriteString("ا")
	}
	for rest != "" {
		if rest == "e" { // the last one is written
			b.WriteString("ه")
			break
		}
		n := 1
		for _, s := range sounds {
			if strings.HasPrefix(rest, s.latin) {
				b.WriteString(s.persian)
				n = len(s.latin)
				break
			}
		}
		if n == 1 && rest[0] >= 0x80 { // a letter that nothing is known of
			n = len(string([]rune(rest)[0]))
		}
		for n < len(rest) && n == 1 && rest[1] == rest[0] && rest[0] != 'e' && rest[0] != 'o' { // a letter twice
			n++
		}
		rest = rest[n:]
	}
	return b.String()
}

// consonants are Persian's as Latin readers write them.
var consonants = map[rune]string{
	'ب': "b", 'پ': "p", 'ت': "t", 'ث': "s", 'ج': "j", 'چ': "ch", 'ح': "h", 'خ': "kh", 'د': "d", 'ذ': "z", 'ر': "r",
	'ز': "z", 'ژ': "zh", 'س': "s", 'ش': "sh", 'ص': "s", 'ض': "z", 'ط': "t", 'ظ': "z", 'غ': "gh", 'ف': "f", 'ق': "gh",
	'ک': "k", 'ك': "k", 'گ': "g", 'ل': "l", 'م': "m", 'ن': "n", 'ه': "h",
}

// italianSounds are spelt otherwise where Italians read.
var italianSounds = strings.NewReplacer("sha", "scia", "sho", "scio", "shu", "sciu", "she", "sce", "shi", "sci",
	"cha", "cia", "cho", "cio", "chu", "ciu", "che", "ce", "chi", "ci", "ja", "gia", "jo", "gio", "ju", "giu", "je", "ge", "ji", "gi",
	"kh", "k", "gh", "g", "zh", "g", "sh", "sc", "ch", "c")

// inLatin spells a Persian name with Latin letters. The short vowels, which are not written, are all an a: most
// of them are.
func (l Lang) inLatin(name string) string {
	letters := []rune(strings.ReplaceAll(name, "\u200c", ""))
	var b strings.Builder
	vowel := true // the last sound, or that nothing has been said
	for i, r := range letters {
		last := i == len(letters)-1
		isVowel := func(r rune) bool { return strings.ContainsRune("اآویئ", r) }
		before := func() { // a consonant comes
			if !vowel {
				b.WriteString("a")
			}
			vowel = false
		}
		switch {
		case r == 'ا' || r == 'آ' || r == 'ع' || r == 'ئ' || r == 'ء':
			if vowel && i > 0 && r != 'ا' && r != 'آ' {
				continue
			}
			b.WriteString("a")
			vowel = true
		case r == 'و' && (i == 0 || vowel || !last && isVowel(letters[i+1])):
			before()
			b.WriteString("v")
		case r == 'و':
			b.WriteString("u")
			vowel = true
		case r == 'ی' && (i == 0 || vowel && !last || !last && isVowel(letters[i+1]) && letters[i+1] != 'ی'):
			vowel = false
			b.WriteString("y")
		case r == 'ی':
			b.WriteString("i")
			vowel = true
		case r == 'ه' && last && !vowel:
			b.WriteString("e")
			vowel = true
		case consonants[r] != "":
			before()
			b.WriteString(consonants[r])
		}
	}
	latin := b.String()
	if l == Italian {
		latin = italianSounds.Replace(latin)
	}
	if latin == "" {
		return name
	}
	return strings.ToUpper(latin[:1]) + latin[1:]
}
