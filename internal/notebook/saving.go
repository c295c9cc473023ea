package notebook

import (
	"time"

	"krigo/internal/nbformat"
)

// A change is saved after savePause without another, and after saveLatest in any case;
// a save that takes long is followed by a pause of savePace times that; one that failed
// is tried again after saveRetry. While a page has to choose what becomes of the file, a copy of the
// document is saved every copyPace.
const (
	savePause  = time.Second
	saveLatest = 2 * time.Second
	savePace   = 10
	saveRetry  = 5 * time.Second
	copyPace   = 3 * time.Second
)

// saving decides when the document is written to the file, and what happens where another program
// has changed the file.
//
// The document is written only while nothing is being written, and not over what another program
// has written unless a page has decided so. dirty is false only if the document equals what was last
// read from the file or written to it.
type saving struct {
	doc   *document
	pages *subscribers
	clock *clock

	readOnly bool
	dirty    bool
	writing  bool
	changes  int // counts changes
	writes   int // the count of changes in what is being written
	first    time.Time
	latest   time.Time // of the changes that are not saved
	notYet   time.Time // no save before
	savedAt  time.Time
	fault    string        // why the last save failed, "" where it did not
	outside  string        // what another program did to the file, "" for nothing
	wanted   bool          // a page asked for a save
	todo     []diskCommand // of the operation that is applied

	copying   bool      // the copy is being written
	copies    int       // the count of changes in the copy
	copied    string    // the copy next to the file while a page has to choose, "" for none
	notCopied time.Time // no copy before
}

// changed notes that the document has changed.
func (s *saving) changed() {
	s.changes++
	s.latest = s.clock.now
	if s.first.IsZero() {
		s.first = s.clock.now
	}
	if !s.dirty {
		s.dirty = true
		s.pages.tell(dirtyEvent{"dirty"})
	}
}

// take returns what is to be done with the file, which is nothing then.
func (s *saving) take() []diskCommand {
	todo := s.todo
	s.todo = nil
	return todo
}

// saveTime returns the time to save the document, zero for never.
func (s *saving) saveTime() time.Time {
	switch {
	case !s.dirty || s.readOnly || s.writing:
		return time.Time{}
	case s.outside != "":
		return s.copyTime()
	}
	due := s.latest.Add(savePause)
	if last := s.first.Add(saveLatest); last.Before(due) {
		due = last
	}
	if due.Before(s.notYet) {
		due = s.notYet
	}
	return due
}

// copyTime returns the time to save a copy, zero for never.
func (s *saving) copyTime() time.Time {
	if s.copying || s.copies == s.changes {
		return time.Time{}
	}
	if s.notCopied.IsZero() {
		return s.latest
	}
	return s.notCopied
}

// saveIfDue saves where it is time, or a page wants it.
func (s *saving) saveIfDue() {
	due := s.saveTime()
	isDue := !due.IsZero() && !s.clock.now.Before(due)
	switch {
	case isDue && s.outside != "":
		s.copying, s.copies = true, s.changes
		s.todo = append(s.todo, diskCommand{do: diskMine, nb: s.doc.notebook()})
	case isDue || s.wanted && !s.writing:
		s.write(diskCommand{do: diskSave})
	}
}

// copied says how saving a copy went.
type copied struct {
	name string
	err  error
	took time.Duration
}

// copyMade takes the end of saving a copy, and tells the pages once where it is.
func (s *saving) copyMade(c copied) {
	s.copying = false
	s.notCopied = s.clock.now.Add(max(copyPace, savePace*c.took))
	if c.err != nil {
		s.copies = 0
		s.notCopied = s.clock.now.Add(saveRetry)
	} else if s.outside != "" && s.copied == "" {
		s.copied = c.name
		s.pages.say(0, "note", "Until you choose, your version is saved as "+c.name+".")
	}
}

// diskCommand is a request to the room about the file.
type diskCommand struct {
	do string
	nb *nbformat.Notebook // what to write
	by visitor
}

// What is done with the file.
const (
	diskSave   = "save"   // unless another program has changed it
	diskKeep   = "keep"   // whatever another program did
	diskCopy   = "copy"   // under another name; then reload
	diskMine   = "mine"   // under another name, until a page has chosen
	diskReload = "reload" // read it
	diskFollow = "follow" // read it; nothing of ours is lost
)

// write hands the document over to be written.
func (s *saving) write(o diskCommand) {
	s.wanted = false
	switch o.do {
	case diskReload:
	case diskFollow:
		s.writing = true // what is changed by now must not be written over the file
	default:
		s.writing, s.writes = true, s.changes
		s.first = time.Time{}
		o.nb = s.doc.notebook()
	}
	s.todo = append(s.todo, o)
}

// written says how a save went, and how long it took.
type written struct {
	err  error
	took time.Duration
}

func (s *saving) written(w written) {
	s.writing = false
	s.notYet = s.clock.now.Add(savePace * w.took)
	if w.err != nil {
		s.notYet = s.clock.now.Add(saveRetry)
		s.first = s.clock.now
		s.fault = w.err.Error()
		s.pages.tell(savedEvent{"saved", stamp(s.savedAt), s.fault})
		return
	}
	s.savedAt, s.outside, s.copied, s.fault = s.clock.now, "", "", ""
	if s.writes == s.changes {
		s.dirty = false
	}
	s.pages.tell(savedEvent{"saved", stamp(s.savedAt), ""})
	if s.dirty {
		s.pages.tell(dirtyEvent{"dirty"})
	}
}

// What another program did to the file.
const (
	outsideChanged = "changed"
	outsideDeleted = "deleted"
)

// found says that another program has changed or deleted the file, or "", that one
// which was gone is back as it was.
type found struct{ what string }

// found follows a file that another program has changed if all of ours is saved; else a page has to
// choose.
func (s *saving) found(f found) {
	s.writing, s.wanted = false, false
	if f.what == outsideChanged && !s.dirty {
		s.write(diskCommand{do: diskFollow})
		return
	}
	if s.first.IsZero() {
		s.first = s.latest
	}
	s.setOutside(f.what)
}

func (s *saving) setOutside(what string) {
	if s.outside != what {
		s.outside = what
		s.pages.tell(outsideEvent{"outside", what})
	}
}

// save saves for a page.
func (s *saving) save(by visitor) {
	switch {
	case s.readOnly:
		s.pages.say(by, "error", "This notebook is open read-only: nothing is saved.")
	case s.outside != "":
		s.pages.tellOne(by, outsideEvent{"outside", s.outside})
	default:
		s.wanted = true
	}
}

// choose does what a page wants with a file that another program has changed.
func (s *saving) choose(by visitor, cmd command) {
	switch cmd.Choose {
	case "keep":
		s.whenOutside(by, diskKeep)
	case "copy":
		s.whenOutside(by, diskCopy)
	case "reload":
		s.whenOutside(by, diskReload)
	default:
		s.pages.refuse(by, cmd, "choose is %q; wanted reload, keep or copy", cmd.Choose)
	}
}

func (s *saving) whenOutside(by visitor, do string) {
	switch {
	case s.readOnly && do == diskReload: // at any time: what the page has is not in the file
		s.write(diskCommand{do: do, by: by})
	case s.outside == "" || s.writing:
		s.pages.say(by, "note", "That was decided already.")
	case s.readOnly:
		s.pages.say(by, "error", "This notebook is open read-only: nothing is saved.")
	default:
		s.write(diskCommand{do: do, by: by})
	}
}

// loaded has the content of the file, and the name under which our own version was kept. No page
// was asked if the file was followed.
type loaded struct {
	nb       *nbformat.Notebook
	copied   string
	followed bool
	err      error
}

// loaded takes the end of a reload, and reports whether the document is to be replaced by what was
// read. If it has changed since the file was followed, a page has to choose instead.
func (s *saving) loaded(by visitor, l loaded) bool {
	s.writing = false
	if l.followed && (l.err != nil || s.dirty) {
		s.wanted = false // which would be written over what was read
		s.setOutside(outsideChanged)
		return false
	}
	if l.copied != "" {
		s.pages.say(0, "note", "Your version is kept as "+l.copied+".")
	}
	if l.err != nil {
		s.pages.say(by, "error", "The file could not be read: "+l.err.Error())
		return false
	}
	return true
}

// agree notes that the document equals the file.
func (s *saving) agree() {
	s.outside, s.copied, s.dirty, s.first = "", "", false, time.Time{}
}
