package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// mostPrograms is the number of programs that the cache keeps.
const mostPrograms = 20

// bound notes that the program in a folder of the cache is used, and removes the programs that were used least
// recently. One that cannot be removed, as it runs, stays.
func bound(cache, used string) error {
	now := time.Now()
	if err := os.Chtimes(used, now, now); err != nil {
		return err
	}
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	times := map[string]time.Time{}
	var names []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && len(e.Name()) == keyLength {
			times[e.Name()] = info.ModTime()
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return times[b].Compare(times[a]) })
	for _, name := range names[min(mostPrograms, len(names)):] {
		_ = os.RemoveAll(filepath.Join(cache, name))
	}
	return nil
}
