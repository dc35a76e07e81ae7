// Package enginetest is what every game must pass: one call of [Run] in the tests of a
// title plays thousands of random games and holds the promises of the engine against them.
//
//   - Asks: the status says the same as the asks; every answer that an ask lists is
//     accepted, and every other is refused, names a rule of the ledger and changes nothing.
//   - Records: every move goes to JSON and back; a record replays to the same bytes.
//   - Secrets: two plays that differ in one secret choice look the same to everybody else
//     until a cue says who learned it ([CheckSecrets]).
//   - Words: every text that a game shows is in its three catalogues, and no message is
//     there in vain.
//
// What a game keeps, such as cards and money, it checks itself, in [Config].Watch.
// [Examples] replays the examples of a ledger.
package enginetest
