package lang

import (
	"regexp"
	"strings"
)

// What synthesisers read wrong, as espeak-ng 1.51 reads it.
var (
	// "$5,000" is read "dollar five thousand".
	dollars = regexp.MustCompile(`\$([0-9][0-9,]*)`)
	// "1 $" is read "uno dollari".
	oneDollar = regexp.MustCompile(`(^|[^0-9.,])1 \$`)
	// "۵٬۰۰۰" is read "five comma zero zero zero".
	grouped = regexp.MustCompile(`([۰-۹])٬([۰-۹])`)
	// "-۵" is read "five".
	minus = regexp.MustCompile(`(^|[^۰-۹])[-−]([۰-۹])`)
	// "۲ × مشروب" is read "two multiplied by", "۵/۸" "five slash eight".
	times = regexp.MustCompile(`([۰-۹]) × `)
	outOf = regexp.MustCompile(`([۰-۹])/([۰-۹])`)
	// numbered are words that come before their number: "دور ۳" is read "far three".
	numbered = regexp.MustCompile(`(^|[^\p{Arabic}\x{200c}])(دور|ردیف|فاز|عدد|خط)( [۰-۹])`)
	// joined is what belongs to the word after it, where that is neither a verb nor a preposition.
	joined = regexp.MustCompile(`(^|[^\p{Arabic}\x{200c}])(نوبت|مسیر|عضو) ([\p{Arabic}\x{200c}]+)`)
	// persianWord is a word with what joins its parts.
	persianWord = regexp.MustCompile(`[\p{Arabic}\x{200c}]+`)
)

// notJoined are words after which "نوبت", "مسیر" and "عضو" have no ezafe.
var notJoined = map[string]bool{
	"را": true, "است": true, "نیست": true, "دارد": true, "ندارد": true, "داری": true, "نداری": true, "به": true, "در": true, "از": true,
	"هر": true, "رد": true, "روی": true, "آزاد": true, "بعد": true, "و": true, "یا": true, "که": true, "می": true, "رفت": true,
}

// vowelled are Persian words and phrases that espeak-ng reads as others, as it reads them right. Readers
// do without these marks.
var (
	vowelled = map[string]string{
		"غنائم": "غنائِم", "بایستید": "به‌ایستید", "می‌برد": "می‌بَرَد", "نمرد": "نَمُرد", "می‌شنود": "می‌شِنَوَد",
		"داریو": "داری‌یو", "النا": "اِلِنا", "بروکلین": "بروک‌لین", "استریت": "اِستِریت",
	}
	phrases = strings.NewReplacer("کارت رویداد", "کارتِ رویداد", "دوست خانواده", "دوستِ خانواده", "رئیس جدید", "رئیسِ جدید",
		"تقسیم غنائم", "تقسیمِ غنائِم", "تاس آخر", "تاسِ آخر", "غسل تعمید", "غسلِ تعمید", "یکی را ", "یکی را ", "کی را ", "چه کسی را ")
)

// Spoken returns a text as a synthesiser should be given it, so that it says what is written. A
// text for readers stays as it is.
func (l Lang) Spoken(text string) string {
	text = Unmarked(text)
	if l != Persian {
		text = l.transliterated(text)
	}
	switch l {
	case English:
		return dollars.ReplaceAllStringFunc(text, func(amount string) string {
			number := strings.TrimRight(amount[1:], ",")
			rest := amount[1+len(number):]
			if number == "1" {
				return "1 dollar" + rest
			}
			return number + " dollars" + rest
		})
	case Italian:
		return oneDollar.ReplaceAllString(text, "${1}un dollaro")
	case Persian:
		text = minus.ReplaceAllString(grouped.ReplaceAllString(text, "$1$2"), "${1}منفی $2")
		text = outOf.ReplaceAllString(times.ReplaceAllString(text, "$1 تا "), "$1 از $2")
		return vowels(l.transliterated(text))
	}
	return text
}

// vowels gives Persian the marks without which it is read wrong.
func vowels(text string) string {
	text = numbered.ReplaceAllStringFunc(phrases.Replace(text), func(s string) string {
		m := numbered.FindStringSubmatch(s)
		if m[2] == "دور" {
			m[2] = "دُور"
		}
		return m[1] + m[2] + "ِ" + m[3]
	})
	text = joined.ReplaceAllStringFunc(text, func(s string) string {
		m := joined.FindStringSubmatch(s)
		if notJoined[m[3]] {
			return s
		}
		return m[1] + m[2] + "ِ " + m[3]
	})
	return persianWord.ReplaceAllStringFunc(text, func(w string) string {
		if v, ok := vowelled[w]; ok {
			return v
		}
		return w
	})
}
