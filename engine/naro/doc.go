// Package naro is the rules engine of Naro (Ca$h 'n Guns, Persian edition), for 4 to 8
// seats, with its sixteen powers. RULES.md is its ledger: the comments name its rules.
//
// # What the box draws
//
// With the option chance "box" the engine draws from [engine.Chance], one number for each
// card, always by the same picture: the cards that can be drawn lie in the order of the
// ledger's lists (click before bang; cash_5000 first, first_aid last; pickpocket first,
// bully last), equal cards side by side, and Pick(number of cards) says which is drawn. It
// is then gone for the next draw. The draws come in this order:
//
//   - the powers, for each seat clockwise from the first, before round 1, where power_deal
//     is "box";
//   - in each round the eight loot cards, one after the other;
//   - when the gambler has named his victim, one card out of its hand;
//   - when the broker trades, one card out of those face down, without the one he gives up.
//
// Nothing else is random, and the generator is left alone where the table draws.
package naro
