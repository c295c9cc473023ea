// Package history keeps the cells that ran: this session's in memory, and all
// sessions' on disk where it is given a folder.
//
// Each session has one file in that folder, named by its number, to which it
// alone appends; so several kernels share the folder without locks, and each
// reads what the others have written so far. Files are private to the user.
// The oldest go where there are too many or they are too large together. So a
// terminal finds the cells of notebooks, and a notebook those of a terminal.
//
//	log, err := history.Open(dir)
//	if err != nil {
//		log = history.New() // this session's only
//	}
//	defer log.Close()
//	log.Add(1, "x := 2")
//	log.Output(1, "2")
//	entries, err := log.Tail(10)
package history
