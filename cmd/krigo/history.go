package main

import (
	"path/filepath"

	"krigo/internal/history"
	"krigo/internal/userdir"
)

// historyDir is the folder of the history that kernels and terminals share.
func historyDir() (string, error) {
	own, err := userdir.Here().Own()
	if err != nil {
		return "", err
	}
	return filepath.Join(own, "history"), nil
}

// openHistory opens the history of all sessions, or where that fails one of this
// session only. What the user should know of it is told, if anything.
func openHistory() (log *history.Log, told string) {
	dir, err := historyDir()
	if err == nil {
		log, err = history.Open(dir)
	}
	if err != nil {
		return history.New(), "only this session's history is kept: " + err.Error()
	}
	return log, log.Notice()
}
