// Package khandan is the rules engine of The Houses: Legacy of Generations, for 3 to 5 seats.
// RULES.md is its ledger: the comments name its rules.
//
// One [Game] is a campaign: a row of reigns that the same houses play, on one evening or many.
// What a campaign tells (its decisions, storylines and house sheets) comes from a pack, which
// [ReadPack] reads and checks; a campaign can also be played with cardboard alone, whose labels
// and consequences the table types in. What the box draws with the option chance "box", and in
// which order, stands in section 8.5 of the ledger.
package khandan
