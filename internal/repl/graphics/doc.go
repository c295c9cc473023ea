// Package graphics draws pictures in a terminal that can: by kitty's graphics protocol
// or iTerm2's inline images. It finds out which of them a terminal knows from the
// environment and, where that says nothing, by asking the terminal.
//
// The forms follow https://sw.kovidgoyal.net/kitty/graphics-protocol/ and
// https://iterm2.com/documentation-images.html.
package graphics
