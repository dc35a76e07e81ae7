package config

import (
	"maps"
	"slices"
	"strings"
)

// keyCode returns the kernel's code of a key or of a button of a joystick. KEY_ may stand
// before the name.
func keyCode(name string) (int, bool) {
	name = strings.TrimPrefix(name, "KEY_")
	for code, n := range keys {
		if n == name {
			return code, true
		}
	}
	return 0, false
}

// keyName returns the name of a key.
func keyName(code int) string { return keys[code] }

// KeyName returns the name that a key has in a configuration, such as "KP1". It returns
// false for a key that a configuration cannot name.
func KeyName(code int) (string, bool) {
	name, ok := keys[code]
	return name, ok
}

// KeyCodes returns the codes of all keys that a configuration can name, in order.
func KeyCodes() []int { return slices.Sorted(maps.Keys(keys)) }

// keyNames returns all names.
func keyNames() []string { return slices.Sorted(maps.Values(keys)) }

// keys has the keys of keyboards and the buttons of joysticks, by the codes of Linux
// (include/uapi/linux/input-event-codes.h), without KEY_. Arcade encoders have either.
var keys = map[int]string{
	1: "ESC", 2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9", 11: "0",
	12: "MINUS", 13: "EQUAL", 14: "BACKSPACE", 15: "TAB", 16: "Q", 17: "W", 18: "E", 19: "R", 20: "T",
	21: "Y", 22: "U", 23: "I", 24: "O", 25: "P", 26: "LEFTBRACE", 27: "RIGHTBRACE", 28: "ENTER",
	29: "LEFTCTRL", 30: "A", 31: "S", 32: "D", 33: "F", 34: "G", 35: "H", 36: "J", 37: "K", 38: "L",
	39: "SEMICOLON", 40: "APOSTROPHE", 41: "GRAVE", 42: "LEFTSHIFT", 43: "BACKSLASH", 44: "Z",
	45: "X", 46: "C", 47: "V", 48: "B", 49: "N", 50: "M", 51: "COMMA", 52: "DOT", 53: "SLASH",
	54: "RIGHTSHIFT", 55: "KPASTERISK", 56: "LEFTALT", 57: "SPACE", 58: "CAPSLOCK", 59: "F1",
	60: "F2", 61: "F3", 62: "F4", 63: "F5", 64: "F6", 65: "F7", 66: "F8", 67: "F9", 68: "F10",
	69: "NUMLOCK", 70: "SCROLLLOCK", 71: "KP7", 72: "KP8", 73: "KP9", 74: "KPMINUS", 75: "KP4",
	76: "KP5", 77: "KP6", 78: "KPPLUS", 79: "KP1", 80: "KP2", 81: "KP3", 82: "KP0", 83: "KPDOT",
	85: "ZENKAKUHANKAKU", 86: "102ND", 87: "F11", 88: "F12", 89: "RO", 90: "KATAKANA", 91: "HIRAGANA",
	92: "HENKAN", 93: "KATAKANAHIRAGANA", 94: "MUHENKAN", 95: "KPJPCOMMA", 96: "KPENTER",
	97: "RIGHTCTRL", 98: "KPSLASH", 99: "SYSRQ", 100: "RIGHTALT", 101: "LINEFEED", 102: "HOME",
	103: "UP", 104: "PAGEUP", 105: "LEFT", 106: "RIGHT", 107: "END", 108: "DOWN", 109: "PAGEDOWN",
	110: "INSERT", 111: "DELETE", 112: "MACRO", 113: "MUTE", 114: "VOLUMEDOWN", 115: "VOLUMEUP",
	116: "POWER", 117: "KPEQUAL", 118: "KPPLUSMINUS", 119: "PAUSE", 120: "SCALE", 121: "KPCOMMA",
	122: "HANGEUL", 123: "HANJA", 124: "YEN", 125: "LEFTMETA", 126: "RIGHTMETA", 127: "COMPOSE",
	256: "BTN_0", 257: "BTN_1", 258: "BTN_2", 259: "BTN_3", 260: "BTN_4", 261: "BTN_5",
	262: "BTN_6", 263: "BTN_7", 264: "BTN_8", 265: "BTN_9", 288: "BTN_TRIGGER", 289: "BTN_THUMB",
	290: "BTN_THUMB2", 291: "BTN_TOP", 292: "BTN_TOP2", 293: "BTN_PINKIE", 294: "BTN_BASE",
	295: "BTN_BASE2", 296: "BTN_BASE3", 297: "BTN_BASE4", 298: "BTN_BASE5", 299: "BTN_BASE6",
	303: "BTN_DEAD", 304: "BTN_SOUTH", 305: "BTN_EAST", 306: "BTN_C", 307: "BTN_NORTH",
	308: "BTN_WEST", 309: "BTN_Z", 310: "BTN_TL", 311: "BTN_TR", 312: "BTN_TL2", 313: "BTN_TR2",
	314: "BTN_SELECT", 315: "BTN_START", 316: "BTN_MODE", 317: "BTN_THUMBL", 318: "BTN_THUMBR",
	704: "BTN_TRIGGER_HAPPY1", 705: "BTN_TRIGGER_HAPPY2", 706: "BTN_TRIGGER_HAPPY3",
	707: "BTN_TRIGGER_HAPPY4", 708: "BTN_TRIGGER_HAPPY5", 709: "BTN_TRIGGER_HAPPY6",
	710: "BTN_TRIGGER_HAPPY7", 711: "BTN_TRIGGER_HAPPY8", 712: "BTN_TRIGGER_HAPPY9",
	713: "BTN_TRIGGER_HAPPY10", 714: "BTN_TRIGGER_HAPPY11", 715: "BTN_TRIGGER_HAPPY12",
	716: "BTN_TRIGGER_HAPPY13", 717: "BTN_TRIGGER_HAPPY14", 718: "BTN_TRIGGER_HAPPY15",
	719: "BTN_TRIGGER_HAPPY16", 720: "BTN_TRIGGER_HAPPY17", 721: "BTN_TRIGGER_HAPPY18",
	722: "BTN_TRIGGER_HAPPY19", 723: "BTN_TRIGGER_HAPPY20", 724: "BTN_TRIGGER_HAPPY21",
	725: "BTN_TRIGGER_HAPPY22", 726: "BTN_TRIGGER_HAPPY23", 727: "BTN_TRIGGER_HAPPY24",
}
