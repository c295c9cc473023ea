package server

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"krigo/internal/nbformat"
	"krigo/internal/replace"
)

// The types of what a folder holds, and the formats of their content.
const (
	typeFolder, typeNotebook, typeFile   = "directory", "notebook", "file"
	formatJSON, formatText, formatBase64 = "json", "text", "base64"
	notebookEnding                       = ".ipynb"
)

// contentModel is a file or folder as the API tells it.
type contentModel struct {
	Name          string  `json:"name"`
	Path          string  `json:"path"`
	Type          string  `json:"type"`
	Format        *string `json:"format"`
	MIMEType      *string `json:"mimetype"`
	Writable      bool    `json:"writable"`
	Created       string  `json:"created"`
	Modified      string  `json:"last_modified"`
	Size          *int64  `json:"size"`
	Content       any     `json:"content"`
	Hash          *string `json:"hash"`
	HashAlgorithm *string `json:"hash_algorithm"`
}

func newContentModel(name string, info fs.FileInfo) contentModel {
	modified := timestamp(info.ModTime())
	m := contentModel{
		Name: path.Base(name), Path: shown(name), Type: typeFile, Writable: info.Mode().Perm()&0o200 != 0,
		Created: modified, Modified: modified,
	}
	if name == "." {
		m.Name = ""
	}
	if info.IsDir() {
		m.Type = typeFolder
		return m
	}
	m.Size = new(info.Size())
	if isNotebook(name) {
		m.Type = typeNotebook
	}
	return m
}

func isNotebook(name string) bool { return strings.EqualFold(path.Ext(name), notebookEnding) }

func (s *Server) getContents(w http.ResponseWriter, r *http.Request) error {
	if of, id, ok := s.checkpointOf(r); ok && id == "" {
		return s.listCheckpoints(w, of)
	}
	name, info, err := s.folder.asked(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	m := newContentModel(name, info)
	if err := m.become(q.Get("type")); err != nil {
		return err
	}
	withContent, err := flagged(q, "content", true)
	if err != nil {
		return err
	}
	withHash, err := flagged(q, "hash", false)
	if err != nil {
		return err
	}
	if m.Type == typeFolder {
		if withContent {
			if m.Content, err = s.folder.list(name); err != nil {
				return err
			}
			m.Format = new(formatJSON)
		}
		return reply(w, http.StatusOK, m)
	}
	if withContent || withHash {
		if err := s.addContent(&m, name, q.Get("format"), withContent, withHash); err != nil {
			return err
		}
	}
	return reply(w, http.StatusOK, m)
}

// become makes the model one of the type that is asked for, where it can be.
func (m *contentModel) become(kind string) error {
	isFolder := m.Type == typeFolder
	switch kind {
	case "":
		return nil
	case typeFolder:
		if !isFolder {
			return refuse(http.StatusBadRequest, "%s is not a directory", m.Path)
		}
	case typeNotebook, typeFile:
		if isFolder {
			return refuse(http.StatusBadRequest, "%s is a directory, not a %s", m.Path, kind)
		}
	default:
		return refuse(http.StatusBadRequest, "type is %q, want directory, notebook or file", kind)
	}
	m.Type = kind
	return nil
}

// flagged is the value of a query's field that is 0 or 1.
func flagged(q url.Values, field string, otherwise bool) (bool, error) {
	switch q.Get(field) {
	case "":
		return otherwise, nil
	case "0":
		return false, nil
	case "1":
		return true, nil
	}
	return false, refuse(http.StatusBadRequest, "%s is %q, want 0 or 1", field, q.Get(field))
}

// addContent reads a file into its model.
func (s *Server) addContent(m *contentModel, name, format string, withContent, withHash bool) error {
	raw, err := s.folder.read(name)
	if err != nil {
		return err
	}
	if withHash {
		sum := sha256.Sum256(raw)
		m.Hash, m.HashAlgorithm = new(hex.EncodeToString(sum[:])), new("sha256")
	}
	switch {
	case !withContent:
		return nil
	case m.Type == typeNotebook:
		return m.holdNotebook(raw)
	}
	return m.holdFile(raw, format)
}

func (m *contentModel) holdNotebook(raw []byte) error {
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return refuse(http.StatusBadRequest, "%s: %v", m.Path, err)
	}
	if raw, err = nb.EncodeJoined(); err != nil {
		return refuse(http.StatusBadRequest, "%s: %v", m.Path, err)
	}
	m.Content, m.Format = json.RawMessage(raw), new(formatJSON)
	return nil
}

func (m *contentModel) holdFile(raw []byte, format string) error {
	isText := utf8.Valid(raw)
	switch format {
	case "":
		format = formatBase64
		if isText {
			format = formatText
		}
	case formatText:
		if !isText {
			return refuse(http.StatusBadRequest, "%s is not UTF-8 text; format base64 gives its bytes", m.Path)
		}
	case formatBase64:
	default:
		return refuse(http.StatusBadRequest, "format is %q, want text or base64", format)
	}
	kind := mime.TypeByExtension(path.Ext(m.Path))
	if format == formatText {
		m.Content = string(raw)
		kind = cmp.Or(kind, "text/plain")
	} else {
		m.Content = base64.StdEncoding.EncodeToString(raw)
		kind = cmp.Or(kind, "application/octet-stream")
	}
	m.Format, m.MIMEType = &format, &kind
	return nil
}

// list are the models of what a folder holds, without content: what is hidden, leads
// out of it or is neither file nor folder is left out.
func (f folder) list(name string) ([]contentModel, error) {
	entries, err := f.entries(name)
	if err != nil {
		return nil, err
	}
	list := []contentModel{}
	for _, e := range entries {
		inner := path.Join(name, e.Name())
		if isHidden(e.Name()) || !utf8.ValidString(e.Name()) {
			continue
		}
		if info, err := f.stat(inner); err == nil {
			list = append(list, newContentModel(inner, info))
		}
	}
	slices.SortFunc(list, func(a, b contentModel) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// entries are all that a folder holds.
func (f folder) entries(name string) ([]fs.DirEntry, error) {
	dir, err := f.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, f.explain(name, err)
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return nil, f.explain(name, err)
	}
	return entries, nil
}

// wantedContent is a file or folder that a client sends.
type wantedContent struct {
	Type    string          `json:"type"`
	Format  string          `json:"format"`
	Content json.RawMessage `json:"content"`
	Chunk   *int            `json:"chunk"`
	// Of a new one, in the place of content.
	CopyFrom string `json:"copy_from"`
	Ext      string `json:"ext"`
	// The new path, of one that is moved.
	Path string `json:"path"`
}

func (s *Server) putContents(w http.ResponseWriter, r *http.Request) error {
	name, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	var q wantedContent
	if err := readJSON(w, r, fileBytes, &q); err != nil {
		return err
	}
	_, err = s.folder.root.Stat(filepath.FromSlash(name))
	status := http.StatusOK
	if errors.Is(err, fs.ErrNotExist) {
		status = http.StatusCreated
	}
	if err := s.save(name, q); err != nil {
		return err
	}
	return s.replyModel(w, status, name)
}

// save writes what a client sends to a name.
func (s *Server) save(name string, q wantedContent) error {
	if q.Chunk != nil {
		return refuse(http.StatusBadRequest, "%s: files in chunks are not taken; send it whole, up to %d MB", name, fileBytes>>20)
	}
	if info, err := s.folder.root.Stat(filepath.FromSlash(name)); err == nil && info.IsDir() != (q.Type == typeFolder) {
		return refuse(http.StatusBadRequest, "%s is there already, and is no %s", cmp.Or(shown(name), "the folder itself"), cmp.Or(q.Type, typeFile))
	}
	if q.Type == typeFolder {
		err := s.folder.root.Mkdir(filepath.FromSlash(name), 0o777)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return nil
		}
		return s.folder.explain(name, err)
	}
	raw, err := q.bytes()
	if err != nil {
		return refuse(http.StatusBadRequest, "%s: %v", name, err)
	}
	return s.folder.write(name, raw)
}

// write writes a file, whole or not at all.
func (f folder) write(name string, content []byte) error {
	if err := replace.BytesIn(f.root, filepath.FromSlash(name), content); err != nil {
		return f.explain(name, err)
	}
	return nil
}

// bytes is the file that the content makes.
func (q wantedContent) bytes() ([]byte, error) {
	switch q.Type {
	case typeNotebook:
		nb, err := nbformat.Parse(q.Content)
		if err != nil {
			return nil, err
		}
		return nb.Encode()
	case typeFile, "":
	default:
		return nil, fmt.Errorf("type is %q, want directory, notebook or file", q.Type)
	}
	var text string
	if err := json.Unmarshal(q.Content, &text); err != nil {
		return nil, errors.New("content is wanted, as a string")
	}
	switch q.Format {
	case formatText, "":
		return []byte(text), nil
	case formatBase64:
		return base64.StdEncoding.DecodeString(text)
	}
	return nil, fmt.Errorf("format is %q, want text or base64", q.Format)
}

// replyModel answers with the model of a name, without content.
func (s *Server) replyModel(w http.ResponseWriter, status int, name string) error {
	info, err := s.folder.stat(name)
	if err != nil {
		return err
	}
	if status == http.StatusCreated {
		w.Header().Set("Location", (&url.URL{Path: "/api/contents/" + name}).EscapedPath())
	}
	return reply(w, status, newContentModel(name, info))
}

func (s *Server) postContents(w http.ResponseWriter, r *http.Request) error {
	if of, id, ok := s.checkpointOf(r); ok {
		return s.postCheckpoint(w, of, id)
	}
	dir, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	var q wantedContent
	if err := readJSON(w, r, bodyBytes, &q); err != nil {
		return err
	}
	info, err := s.folder.stat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return refuse(http.StatusBadRequest, "%s is no folder, in which something new could be made", dir)
	}
	name, err := s.add(dir, q)
	if err != nil {
		return err
	}
	return s.replyModel(w, http.StatusCreated, name)
}

func (s *Server) patchContents(w http.ResponseWriter, r *http.Request) error {
	from, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	var q wantedContent
	if err := readJSON(w, r, bodyBytes, &q); err != nil {
		return err
	}
	to, err := clean(q.Path)
	if err != nil {
		return err
	}
	if from == "." || to == "." {
		return refuse(http.StatusBadRequest, "the folder itself cannot be renamed; path is %q", q.Path)
	}
	if _, err := s.folder.stat(from); err != nil {
		return err
	}
	if err := s.folder.rename(from, to); err != nil {
		return err
	}
	return s.replyModel(w, http.StatusOK, to)
}

// rename gives a file or folder another name, at which nothing is.
func (f folder) rename(from, to string) error {
	if from == to {
		return nil
	}
	old, err := f.root.Lstat(filepath.FromSlash(from))
	if err != nil {
		return f.explain(from, err)
	}
	there, err := f.root.Lstat(filepath.FromSlash(to))
	if err == nil && !os.SameFile(old, there) { // the same where only the case of letters differs
		return refuse(http.StatusConflict, "%s is there already", to)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return f.explain(to, err)
	}
	if err := f.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to)); err != nil {
		return f.explain(to, err)
	}
	return nil
}

func (s *Server) deleteContents(w http.ResponseWriter, r *http.Request) error {
	if of, id, ok := s.checkpointOf(r); ok && id != "" {
		return s.deleteCheckpoint(w, of, id)
	}
	name, err := clean(r.PathValue("path"))
	if err != nil {
		return err
	}
	if name == "." {
		return refuse(http.StatusBadRequest, "the folder itself cannot be deleted")
	}
	info, err := s.folder.root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return s.folder.explain(name, err)
	}
	if info.IsDir() {
		err = s.folder.removeFolder(name)
	} else if err = s.folder.root.Remove(filepath.FromSlash(name)); err != nil {
		err = s.folder.explain(name, err)
	}
	if err != nil {
		return err
	}
	return reply(w, http.StatusNoContent, nil)
}

// removeFolder removes a folder that holds nothing but checkpoints.
func (f folder) removeFolder(name string) error {
	entries, err := f.entries(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != checkpointFolder {
			return refuse(http.StatusBadRequest, "%s is not empty, and only empty folders are deleted", name)
		}
	}
	if err := f.root.RemoveAll(filepath.FromSlash(path.Join(name, checkpointFolder))); err != nil {
		return f.explain(name, err)
	}
	if err := f.root.Remove(filepath.FromSlash(name)); err != nil {
		return f.explain(name, err)
	}
	return nil
}
