// Package corleone is the rules engine of The Godfather: Corleone's Empire, for 2 to 5 seats.
// RULES.md is its ledger: the comments name its rules.
//
// With full tracking the engine knows all figures, notes and goods, and of the jobs in hands
// those that it was told; with light tracking only the horse head, the marker stacks and the
// bids. What the box draws with the option chance "box", and in which order, stands in section
// 8 of the ledger ("Draws of the box").
package corleone
