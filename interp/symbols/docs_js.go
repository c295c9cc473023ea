package symbols

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"syscall/js"
)

// loaded is the archive of documentation, which a web page loads when a text is first asked for.
var loaded = loader[*zip.Reader]{load: func() (*zip.Reader, error) {
	data, err := fromPage()
	if err != nil {
		return nil, err
	}
	return openDocs(data)
}}

// readDocs reads the texts of a package from the archive, which has those of all packages of pages.
func readDocs(path string) (map[string]string, error) {
	z, err := loaded.get()
	if err != nil {
		return nil, fmt.Errorf("the documentation of packages is not there: %w", err)
	}
	texts, err := docsIn(z, path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return texts, err
}

// fromPage waits for the bytes of the archive, by the function documentation of the page's object krigo. It returns a
// promise.
func fromPage() ([]byte, error) {
	load := js.Global().Get("krigo").Get("documentation")
	if load.Type() != js.TypeFunction {
		return nil, errors.New("this page has none")
	}
	bytes, failure := make(chan []byte, 1), make(chan error, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		b := make([]byte, args[0].Length())
		js.CopyBytesToGo(b, args[0])
		bytes <- b
		return nil
	})
	defer done.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		failure <- errors.New(args[0].Get("message").String())
		return nil
	})
	defer failed.Release()
	load.Invoke().Call("then", done, failed)
	select {
	case b := <-bytes:
		return b, nil
	case err := <-failure:
		return nil, err
	}
}
