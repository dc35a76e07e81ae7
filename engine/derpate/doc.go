// Package derpate is the rules engine of Der Pate, for 2 to 4 seats. RULES.md is its
// ledger: the comments name its rules.
//
// # What the box draws
//
// With the option chance "box" the engine draws from [engine.Chance], in this order:
//
//   - before the first move, the shuffle of the ten event cards, which first lie in the order of
//     the catalogue: for i from 9 down to 1 the cards at i and at Pick(i+1) change places. The first
//     seven are the pile, the first on top; the last three stay in the box;
//   - for a throw, one Pick(6) for each unplaced die in the order black, white, grey, red: 0 to 4 are
//     the faces 1 to 5, and 5 is the Puppeteer;
//   - for a Policeman one die, for a Judge all unplaced dice in that order, for a Baptism and for
//     the lucky number one die, each at once and in the same way.
//
// Nothing else is random, and the generator is left alone where the table draws.
package derpate
