// Package enginetest is what every game must pass: one call of [Run] in the tests of a
// title plays hundreds of random games and checks that they keep the promises of the engine.
//
//   - Asks: the status says the same as the asks; every answer that an ask lists is
//     accepted, and every other is refused, names a rule of the ledger and changes nothing.
//   - Records: every move goes to JSON and back; a record replays to the same bytes.
//   - Secrets: two plays that differ in one secret choice look the same to everybody else
//     until a cue says who learned it ([CheckSecrets]).
//   - Words: every text that a game shows is in its three catalogues, and no message is
//     left unused.
//
// What a game conserves, such as cards and money, its own tests check, in [Config].Watch.
// [Examples] replays the examples of a ledger, and a [Script] is a rule test in short lines. With
// CONSIGLIERE_WIDE=1 in the environment four times as many plays are checked; a long run,
// CONSIGLIERE_LONG=1, plays more games and samples nothing.
package enginetest
