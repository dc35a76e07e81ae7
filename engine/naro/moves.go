package naro

import "consigliere/engine"

// The moves of the game, one type for each verb of section 8 of the ledger; the verb draw
// has two, for a bullet card and for a loot card. [engine.NoSeat], NoBullet and NoKind are
// written "none".
type (
	// Powers is which seat was dealt which power card. Seats that do not play have NoPower.
	Powers struct {
		Cards [maxSeats]Power `arg:"cards,seats"`
	}
	// TurnUp is the loot cards turned up; its verb is loot. A line without cards is read as
	// one that turns up none, so that it breaks the same rule (NARO-3.2).
	TurnUp struct {
		Cards [lootPerRound]Loot `arg:"cards,optional"`
	}
	// Hustle is from whom the gambler draws.
	Hustle struct {
		Who engine.Seat `arg:"who"`
	}
	// DrawBullet is the card that the gambler drew; its verb is draw.
	DrawBullet struct {
		Card Bullet `arg:"card"`
	}
	// Give is what the gambler gives back.
	Give struct {
		Card Bullet `arg:"card"`
	}
	// Load lays a bullet card down.
	Load struct {
		Card Bullet `arg:"card"`
	}
	// Aim is at whom a gun is pointed.
	Aim struct {
		At engine.Seat `arg:"at"`
	}
	// Reload is what the cheat loads instead.
	Reload struct {
		Card Bullet `arg:"card"`
	}
	// Order is whom the boss orders to turn its gun.
	Order struct {
		Who engine.Seat `arg:"who"`
	}
	// Courage is whether a seat stands or ducks.
	Courage struct {
		Choice Guts `arg:"choice"`
	}
	// Salvage is what the opportunist burns instead of his bullet.
	Salvage struct {
		Card Bullet `arg:"card"`
	}
	// Reveal is whether the professional shows his Bang!.
	Reveal struct {
		Choice Reply `arg:"choice"`
	}
	// Rob is what the professional takes from his target.
	Rob struct {
		Card Loot `arg:"card,listed"`
	}
	// Scavenge is what the vulture takes from the dead: no card, one, or two. NoLoot comes
	// after the cards.
	Scavenge struct {
		Cards [2]Loot `arg:"cards"`
	}
	// Take takes a share: a loot card or the token, two things for the greedy one (Second),
	// or a card that the broker trades (Swap).
	Take struct {
		Card   Loot `arg:"card,listed"`
		Second Loot `arg:"second,optional,listed"`
		Swap   bool `arg:"swap,optional"`
	}
	// Forbid is what kind the bully forbids.
	Forbid struct {
		Kind Kind `arg:"kind,listed"`
	}
	// DrawLoot is the card that the broker drew; its verb is draw.
	DrawLoot struct {
		Card Loot `arg:"card"`
	}
	// Burn is what the taker of a clip burns.
	Burn struct {
		Card Bullet `arg:"card"`
	}
)

// moves is how they stand in records, and which method makes each. The rule that an argument
// breaks which is missing or not a word of the game is the one that says what the argument must be.
var moves = engine.Declare(
	engine.Plays[Powers]("powers", "NARO-2.6"),
	engine.Plays[TurnUp]("loot", "NARO-3.2").RuleOf(turnUpRule),
	engine.Plays[Hustle]("hustle", "NARO-19.1"),
	engine.Plays[DrawBullet]("draw", "NARO-20.2"),
	engine.Plays[DrawLoot]("draw", "NARO-20.2"),
	engine.Plays[Give]("give", "NARO-19.3"),
	engine.Plays[Load]("load", "NARO-4.1"),
	engine.Plays[Aim]("aim", "NARO-5.2"),
	engine.Plays[Reload]("reload", "NARO-15.3"),
	engine.Plays[Order]("order", "NARO-6.1"),
	engine.Plays[Courage]("courage", "NARO-7.1"),
	engine.Plays[Salvage]("salvage", "NARO-17.1"),
	engine.Plays[Reveal]("reveal", "NARO-26.1"),
	engine.Plays[Rob]("rob", "NARO-26.2"),
	engine.Plays[Scavenge]("scavenge", "NARO-16.1"),
	engine.Plays[Take]("take", "NARO-9.4").RuleOf(takeRule),
	engine.Plays[Forbid]("forbid", "NARO-29.3"),
	engine.Plays[Burn]("burn", "NARO-10.2"),
)

// turnUpRule tells a word that is not a loot card from a list that goes on after eight of them.
func turnUpRule(move any, arg string) string {
	if arg == "cards" && move.(TurnUp).Cards[lootPerRound-1] == NoLoot {
		return "NARO-3.3"
	}
	return ""
}

func takeRule(_ any, arg string) string {
	if arg == "swap" {
		return "NARO-20.2"
	}
	return ""
}
