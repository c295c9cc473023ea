// Package mime is the protocol by which values show themselves: [Of] converts every
// value to a [cell.Bundle], the value in several MIME types, which goes to the
// process's [Output], in a notebook the cell. It has the views of plain values:
// numbers, structs, matrices, images, tables and text.
//
// Users import package display, which re-exports what they need. The rest is for
// programs that run cells ([SetOutput], [Flush], [ReceiveComm]) and for packages that
// show types of others ([Register], [NewLive]):
//
//	func init() {
//		mime.Register(func(t graph.Tree) any { return mime.MIME("image/svg+xml", draw(t)) })
//	}
package mime
