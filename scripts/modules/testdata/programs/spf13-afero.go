// Module github.com/spf13/afero@v1.15.0

package main

import (
	"fmt"

	"github.com/spf13/afero"
)

func main() {
	fs := afero.NewMemMapFs()
	fmt.Println(afero.WriteFile(fs, "/a/b.txt", []byte("hi"), 0o644))
	b, err := afero.ReadFile(fs, "/a/b.txt")
	ok, _ := afero.Exists(fs, "/a/c")
	fmt.Println(string(b), err, ok)
}
