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
)

// Spoken returns a text as a synthesiser should be given it, so that it says what is written. A
// text for readers stays as it is.
func (l Lang) Spoken(text string) string {
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
		return minus.ReplaceAllString(grouped.ReplaceAllString(text, "$1$2"), "${1}منفی $2")
	}
	return text
}
