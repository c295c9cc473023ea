package history

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// aside ends the name that a history of the old form is given.
const aside = ".old"

// takeOver makes a session of the cells in a file at the path of the folder: an earlier terminal's
// history, with a JSON object in each line and the cell as its "block", or a list of lines such as
// other line editors keep. The file is set aside under another name. told describes that, and is
// empty without a file.
func takeOver(dir string) (told string, err error) {
	info, err := os.Lstat(dir)
	if err != nil || !info.Mode().IsRegular() {
		return "", nil // openStore meets the error, too
	}
	old := dir + aside
	if err := os.Rename(dir, old); errors.Is(err, fs.ErrNotExist) {
		return "", nil // another session was quicker
	} else if err != nil {
		return "", fmt.Errorf("history: %s is a file but should be a folder: %w", dir, err)
	}
	cells, err := oldCells(old)
	if err != nil {
		return "", err
	}
	s, _, err := openStore(dir)
	if err != nil {
		return "", err
	}
	for i, c := range cells {
		if err := s.append(record{Line: i + 1, Input: &c}); err != nil {
			return "", errors.Join(err, s.close(false))
		}
	}
	told = fmt.Sprintf("the history is a folder now; cells taken over from the old file: %d; the file is kept as %s", len(cells), old)
	return told, s.close(len(cells) == 0)
}

// oldCells reads a history of the old form: of its cells the latest that fit a
// session.
func oldCells(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	defer file.Close()
	var cells []string
	in := bufio.NewReader(file)
	for {
		line, err := in.ReadString('\n')
		if c := oldCell(strings.TrimRight(line, "\r\n")); strings.TrimSpace(c) != "" {
			cells = append(cells, c)
		}
		if errors.Is(err, io.EOF) {
			return latest(cells, maxSession/2), nil
		}
		if err != nil {
			return nil, fmt.Errorf("history: %w", err)
		}
	}
}

// oldCell returns the cell that a line of the old form holds.
func oldCell(line string) string {
	var item struct{ Block string }
	if json.Unmarshal([]byte(line), &item) == nil {
		return item.Block
	}
	return line
}

// latest returns the last of cells that together have no more than size bytes.
func latest(cells []string, size int) []string {
	for i, c := range slices.Backward(cells) {
		if size -= len(c); size < 0 {
			return cells[i+1:]
		}
	}
	return cells
}
