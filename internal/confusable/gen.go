//go:build ignore

// Gen makes table.bin of https://www.unicode.org/Public/17.0.0/security/confusables.txt, of which it
// leaves out what compatibility normalization (NFKC) changes anyway, and control characters.
package main

import (
	"bufio"
	"encoding/binary"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	looks := map[rune]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line, _, _ := strings.Cut(strings.TrimPrefix(s.Text(), "\ufeff"), "#")
		fields := strings.Split(line, ";")
		if len(fields) < 3 {
			continue
		}
		from := text(fields[0])
		if r := []rune(from)[0]; r >= ' ' && norm.NFKC.String(from) == from {
			looks[r] = text(fields[1])
		}
	}
	var from []int
	for r := range looks {
		from = append(from, int(r))
	}
	sort.Ints(from)
	table := binary.BigEndian.AppendUint16(nil, uint16(len(from)))
	var texts []byte
	at := map[string]int{}
	for _, r := range from {
		t := looks[rune(r)]
		if _, known := at[t]; !known {
			at[t] = len(texts)
			texts = append(append(texts, byte(len(t))), t...)
		}
		if at[t] > 0xffff {
			log.Fatal("the texts are too long for two bytes")
		}
		table = binary.BigEndian.AppendUint16(append(table, byte(r>>16), byte(r>>8), byte(r)), uint16(at[t]))
	}
	if err := os.WriteFile("table.bin", append(table, texts...), 0o644); err != nil {
		log.Fatal(err)
	}
}

// text returns the text that a field gives by its numbers.
func text(field string) string {
	var b strings.Builder
	for _, hex := range strings.Fields(field) {
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			log.Fatal(err)
		}
		b.WriteRune(rune(n))
	}
	return b.String()
}
