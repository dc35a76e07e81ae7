package box

import (
	"errors"
	"slices"
	"time"

	"consigliere/hw"
	"consigliere/hw/command"
)

// ErrNoButton is the error for a press of a button that the box does not have.
var ErrNoButton = errors.New("this box has no such button")

// press presses a button or lets go of it, at the present time.
func (b *Box) press(p command.Press) error {
	if b.fingers == nil {
		return b.standIn(p)
	}
	if !b.fingers.Press(p.Pod, p.Button, p.Down) {
		return ErrNoButton
	}
	b.scan(b.now)
	return nil
}

// onTheWay is how long a press from a page may have been on its way.
const onTheWay = 50 * time.Millisecond

// standIn hands a press to the console without a button.
func (b *Box) standIn(p command.Press) error {
	if p.Pod < hw.Panel || int(p.Pod) >= len(b.Layout().Private) || p.Button >= hw.Buttons {
		return ErrNoButton
	}
	b.hear(hw.Press{At: b.now, Pod: p.Pod, Button: p.Button, Down: p.Down, Unsure: onTheWay})
	return nil
}

// pressInTurn presses a virtual button as fast as a contact allows. Presses that have waited
// while the box wrote to its disk come faster than any finger, and still count one by one: the
// contacts of a pod come to rest before its next button goes down, so that A twice is not A
// once, and A and then B is not A+B. For a button that is not wired the page stands in, as on
// a Pi (promise P8).
func (b *Box) pressInTurn(p command.Press) error {
	if up, ok := b.letGo[p.Pod]; ok && p.Down {
		b.Advance(up + b.fingers.Rest())
	}
	if err := b.press(p); errors.Is(err, ErrNoButton) {
		return b.standIn(p)
	}
	switch {
	case !p.Down:
		b.letGo[p.Pod] = b.now
	case !slices.ContainsFunc(b.scanned, func(s hw.Press) bool { return s.Pod == p.Pod && s.Button == p.Button && s.Down }):
		b.Advance(b.now + b.fingers.Rest()) // buttons that are polled are read later
	}
	return nil
}
