// Package notebook has open notebooks, each with its kernel, which pages enter and leave. It
// knows no HTTP.
//
// The [state] of a [Room] changes by operations only: commands of pages, messages of the kernel,
// reports of the clock and the disk. Applying one has no side effect but a list of effects, which
// the Room carries out: events for pages, requests to the kernel, saving. An event has a [view] of
// each text and output, which is rendered when the event is encoded, outside of the room's lock and
// within a budget: rendering delays the pages of one room only. So cells, outputs,
// widgets and the queue of runs are here, and what a cell shows while no page is there is in the
// document that the next page gets.
//
// The values of a state, from the bottom up; each uses those before it:
//
//   - [document]: the cells and models of widgets, with the cells that can come back;
//   - [subscribers]: the pages, and the events for them;
//   - [saving]: when the document goes to the file, and the changes that other programs made to that;
//   - [outputs]: what cells show;
//   - [kernelLink]: requests to the kernel, and what it does;
//   - [widgets]: messages of widgets;
//   - [tracker]: what cells read and write, and which are stale;
//   - [follower]: the progress that is reported to a class;
//   - [runs]: the queue of cells, and the cell that runs;
//   - [reactive]: the cells that run automatically;
//   - [editor]: edits of pages and new versions of the file.
//
// The file is written within a second or two of each change, also while a cell runs,
// whole or not at all, and never over what another program has written since.
//
// Outputs of this life of a room are trusted; those of the file pass
// [krigo/internal/nbformat/export.Sanitise], as Markdown always does.
package notebook
