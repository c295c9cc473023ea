package draw

// roomAbove is what the title and the legend take, in CSS pixels, about.
const roomAbove = 60

// Room is the number of panels of at least the given size in CSS pixels that a
// figure has room for beside and below one another, under its title and its
// legend: one at least.
func Room(f *Figure, width, height int) (columns, rows int) {
	return max(1, f.width/width), max(1, (f.height-roomAbove)/height)
}
