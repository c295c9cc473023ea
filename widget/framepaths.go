package widget

import (
	"encoding/binary"
	"regexp"
	"strconv"
	"strings"
)

// Curves are most of what frames take. Their numbers, written as digits, compress badly,
// so that they travel apart from the texts: as bytes, first the horizontal ones, then the
// vertical ones, since neighbours are then alike. A path's numbers are replaced by a mark
// and the number of pairs after each command:
//
//	<path d="m3 4l5 6 7-8z" fill="#000000"/>    <path d="\x01m1l2z" fill="#000000"/>
//
// with 3, 5, 7 and 4, 6, -8 as varints, small numbers of either sign as small ones.

// pathMark begins the replacement of a path. It cannot occur in HTML.
const pathMark = "\x01"

// wholePath is the data of a path of whole relative numbers, as figures have them.
var wholePath = regexp.MustCompile(` d="((?:[mlqc](?:[ ]?-?\d{1,9})+|z)+)"`)

// pathPart is a command with its numbers.
var (
	pathPart   = regexp.MustCompile(`([mlqcz])([^a-z]*)`)
	pathNumber = regexp.MustCompile(`-?\d+`)
)

// pathNumbers are the numbers of all paths, in their order.
type pathNumbers struct{ x, y []byte }

// take removes the numbers from the paths of a text, and returns the rest.
func (n *pathNumbers) take(text string) string {
	text = strings.ReplaceAll(text, pathMark, "\uFFFD")
	return wholePath.ReplaceAllStringFunc(text, func(path string) string {
		data := path[len(` d="`) : len(path)-1]
		commands := pathMark
		for _, part := range pathPart.FindAllStringSubmatch(data, -1) {
			numbers := pathNumber.FindAllString(part[2], -1)
			if len(numbers)%2 != 0 {
				return path
			}
			commands += part[1]
			if len(numbers) > 0 {
				commands += strconv.Itoa(len(numbers) / 2)
			}
		}
		n.add(pathNumber.FindAllString(data, -1))
		return ` d="` + commands + `"`
	})
}

// add adds pairs of numbers.
func (n *pathNumbers) add(numbers []string) {
	for i := 0; i < len(numbers); i += 2 {
		x, _ := strconv.ParseInt(numbers[i], 10, 64) // of nine digits at most
		y, _ := strconv.ParseInt(numbers[i+1], 10, 64)
		n.x, n.y = binary.AppendVarint(n.x, x), binary.AppendVarint(n.y, y)
	}
}
