package lang_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"consigliere/hw/lang"
)

// amounts are what voices say of money, and as which sounds espeak-ng says it.
var amounts = []struct {
	l             lang.Lang
	text, spoken  string
	sounds, wrong string // "": whatever the voice makes of it
}{
	{lang.Persian, "آوا ۵٬۰۰۰ دلار می‌گیرد.", "آوا ۵۰۰۰ دلار می‌گیرد.", "hˈezɑr", "vˈirɡul"},
	{lang.Persian, "۱٬۰۰۰٬۰۰۰ دلار", "۱۰۰۰۰۰۰ دلار", "mˈiljun", "vˈirɡul"},
	{lang.Persian, "مجموع: -۵ دلار", "مجموع: منفی ۵ دلار", "mˈanfi", ""},
	{lang.Persian, "۳٫۵", "۳٫۵", "vˈirɡul", ""}, // a decimal has its comma
	{lang.Persian, "۲-۳ بازیکن", "۲-۳ بازیکن", "", ""},
	{lang.English, "Ava takes $5,000.", "Ava takes 5,000 dollars.", "fˈaɪv θˈaʊzənd dˈɑːlɚz", "dˈɒlə fˈaɪv"},
	{lang.English, "Ava pays $1, Babak $21.", "Ava pays 1 dollar, Babak 21 dollars.", "wˈʌn dˈɑːlɚ", ""},
	{lang.Italian, "Ava prende 1 $.", "Ava prende un dollaro.", "ʊn dˈɔllaro", "ˈuno"},
	{lang.Italian, "Ava prende 21 $ e 1.001 $.", "Ava prende 21 $ e 1.001 $.", "ventˈuno dˈɔllarɪ", ""},
	{lang.Persian, "دور ۳.", "دُورِ ۳.", "dˈovre", "dˈuːr"},
	{lang.Persian, "تقسیم غنائم", "تقسیمِ غنائِم", "ʔem", "ʔam"},
	{lang.Persian, "چلسی: بابک با ۲ می‌برد.", "چلسی: بابک با ۲ می‌بَرَد.", "mibˈarad", "mibˈord"},
	{lang.Persian, "نوبت بابک است.", "نوبتِ بابک است.", "ate", ""},
	{lang.Persian, "نوبت را رد نکن", "نوبت را رد نکن", "", ""},
	{lang.Persian, "یکی را بردار. کی را دیدی؟", "یکی را بردار. چه کسی را دیدی؟", "", ""},
	{lang.Persian, "بابک ۲ × مشروب", "بابک ۲ تا مشروب", "dˈo tɑː", "zarb"},
	{lang.Persian, "نارو ۵/۸", "نارو ۵ از ۸", "", "slaʃ"},
	{lang.Persian, "Chiara برداشت", "کیآرا برداشت", "", "(en)"},
	{lang.Persian, "Peppe برداشت", "پِپه برداشت", "", "(en)"},
	{lang.Persian, "OK را بزن، B را نگه دار", "OK را بزن، B را نگه دار", "", ""},
	{lang.Italian, "بابک prende 1 $.", "Babak prende un dollaro.", "bˈabak", "arˈabo"},
	{lang.English, "پروین is hit.", "Paravin is hit.", "", "æɹəbɪk"},
	{lang.Italian, "Ava prende 5.000 $.", "Ava prende 5.000 $.", "tʃˈinkwe mˈiːla dˈɔllarɪ", ""},
}

func TestSpoken(t *testing.T) {
	for _, c := range amounts {
		assert.Equal(t, c.spoken, c.l.Spoken(c.text))
	}
}

// What is heard is what is written.
func TestSpokenAloud(t *testing.T) {
	espeak, err := exec.LookPath("espeak-ng")
	if err != nil {
		return // TestSpoken holds the same by what is written
	}
	heard := func(l lang.Lang, text string) string {
		c := exec.Command(espeak, "--stdin", "-q", "-x", "--ipa", "-v", l.Voice())
		c.Stdin = strings.NewReader(text + "\n")
		out, err := c.Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	for _, c := range amounts {
		sounds := heard(c.l, c.l.Spoken(c.text))
		assert.Contains(t, sounds, c.sounds, c.text)
		if c.wrong != "" {
			assert.NotContains(t, sounds, c.wrong, c.text)
		}
	}
}
