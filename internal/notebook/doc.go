// Package notebook has rooms: open notebooks with their kernel, which pages enter and
// leave. It knows no HTTP.
//
// A room's [state] is one value that operations change: orders of pages, what the
// kernel sends, the clock's and the disk's reports. Applying one has no side effect but
// a list of effects, which the [Room] carries out: events for pages, requests for the
// kernel, saving. So cells, outputs, widgets and the queue of runs live here, and what
// a cell shows while nobody looks is there for who comes later.
//
// The file is written within a second or two of each change, also while a cell runs,
// whole or not at all, and never over what another program has written since.
//
// Outputs of this life of a room are trusted; those of the file pass
// [krigo/internal/nbformat/export.Sanitise], as Markdown always does.
package notebook
