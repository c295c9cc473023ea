package fetch

import (
	"fmt"
	"os"
	"path/filepath"

	"krigo/internal/userdir"
)

// FolderVariable is the environment variable that names the data folder.
const FolderVariable = "KRIGO_DATA"

// Folder is where data sets lie: what $KRIGO_DATA names, else the folder
// krigo/data among the user's application data, such as
// ~/.local/share/krigo/data. It need not be there yet.
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

// FolderOr is the folder that was named, or [Folder] where named is empty.
func FolderOr(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	return Folder()
}
