// Package screen draws text and small layouts on 1-bit displays of 128x32 pixels and more.
//
// A [Type] shapes text as its writing needs it: Persian letters join, and digits and Latin
// words run from left to right inside of Persian. Latin, Greek and Cyrillic letters of up
// to 17 pixels are drawn by hand, pixel by pixel: see fonts/README.md. Persian, and large
// letters, are drawn from Vazirmatn's outlines, with each letter, or joined word, moved by
// parts of a pixel to where its strokes cover whole pixels. Letters of one word never touch
// unless they join, and at least 3 columns are free between words. What was set is
// remembered, so that drawing the same text again does not allocate.
//
// A [Page] is what a screen shows, in words: a heading, lines with names and icons, and what
// the buttons do. [Type.Paint] lays it out for the display at hand, in the direction of the
// language. It knows no game and no message.
package screen
