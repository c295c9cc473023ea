// Package mime is the protocol by which values show themselves: every value
// becomes a [cell.Bundle], the same thing in several MIME types, by [Of], and
// goes to the process's [Output], which in a notebook is the cell. It has the
// views of plain values: numbers, structs, matrices, images, tables and text.
//
// Users import package display, which passes on what they need of this one.
// What stands here alone is for programs that run cells ([SetOutput], [Flush],
// [ReceiveComm]) and for packages that show types of others ([Register],
// [NewLive]):
//
//	func init() {
//		mime.Register(func(t graph.Tree) any { return mime.MIME("image/svg+xml", draw(t)) })
//	}
package mime
