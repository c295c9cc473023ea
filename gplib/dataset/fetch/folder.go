package fetch

import (
	"fmt"
	"os"
	"path/filepath"

	"krigo/internal/userdir"
)

// FolderVariable is the environment variable that names the data folder.
const FolderVariable = "KRIGO_DATA"

// Folder returns the folder of data sets: the one that $KRIGO_DATA names, else
// the folder krigo/data among the user's application data, such as
// ~/.local/share/krigo/data. It need not exist yet.
func Folder() (string, error) {
	if dir := os.Getenv(FolderVariable); dir != "" {
		return dir, nil
	}
	own, err := userdir.Here().Own()
	if err != nil {
		return "", fmt.Errorf("fetch: no folder for data (%w); set %s", err, FolderVariable)
	}
	return filepath.Join(own, "data"), nil
}

// FolderOr returns the folder named, or [Folder] if named is empty, with the error of that.
func FolderOr(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	return Folder()
}
