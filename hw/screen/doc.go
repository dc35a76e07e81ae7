// Package screen sets text and small layouts on 1-bit displays from 128x32 pixels up.
//
// A [Type] shapes text as its writing needs it (Persian letters join, digits and Latin words
// run left to right inside of Persian), and draws Vazirmatn's outlines with each letter, or
// joined word, moved by parts of a pixel to where its strokes cover whole pixels. What was
// set is remembered: to draw the same again allocates nothing.
//
// A [Page] is what a screen shows, in words: a heading, lines with names and icons, what the
// buttons do. [Type.Paint] lays it out for the display at hand, in the direction of the
// language. It knows no game and no message.
package screen
