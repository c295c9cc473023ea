// Package graphics draws pictures in a terminal that can: by kitty's graphics
// protocol, iTerm2's inline images or DEC's sixels. It finds out which of them a
// terminal knows from the environment and, where that says nothing, by asking the
// terminal.
//
// The forms are those of https://sw.kovidgoyal.net/kitty/graphics-protocol/,
// https://iterm2.com/documentation-images.html and, for sixels, DEC's VT330/VT340
// Programmer Reference Manual, volume 2, chapter 14.
package graphics
