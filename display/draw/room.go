package draw

// roomAbove is the approximate height of the title and the legend, in CSS pixels.
const roomAbove = 60

// Room returns the number of panels of at least the given size in CSS pixels for which
// a figure has room next to and below one another, under its title and its legend: one
// at least.
func Room(f *Figure, width, height int) (columns, rows int) {
	return max(1, f.width/width), max(1, (f.height-roomAbove)/height)
}
