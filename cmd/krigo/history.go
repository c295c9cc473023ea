package main

import (
	"path/filepath"

	"krigo/internal/history"
	"krigo/internal/userdir"
)

// historyDir returns the folder of the history that kernels and terminals share.
func historyDir() (string, error) {
	own, err := userdir.Here().Own()
	if err != nil {
		return "", err
	}
	return filepath.Join(own, "history"), nil
}

// openHistory opens the history of all sessions, or, if that fails, one of this session only. told
// is a message for the user, if any.
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
