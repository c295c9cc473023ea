package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing/fstest"
)

type Shape interface{ Area() float64 }
type Rect struct{ W, H float64 }
type Circle struct{ R float64 }

func (r Rect) Area() float64    { return r.W * r.H }
func (c *Circle) Area() float64 { return 3 * c.R * c.R }

type Doc struct {
	Title string
	Pages map[int][]string
	Shape Shape
	Extra any
	Next  *Doc
	priv  int
}
type Temp struct{ c float64 }

func (t Temp) GobEncode() ([]byte, error) { return fmt.Appendf(nil, "%.2f", t.c), nil }
func (t *Temp) GobDecode(b []byte) error  { _, err := fmt.Sscan(string(b), &t.c); return err }

type Header struct {
	Magic   [4]byte
	Version uint16
	Flags   uint8
	_       uint8
	Size    int32
	Ratio   float32
}

func main() {
	gob.Register(Rect{})
	gob.Register(&Circle{})
	gob.Register([]Temp{})
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	d := Doc{"t", map[int][]string{1: {"a", "b"}, 2: nil}, &Circle{2}, []Temp{{1.234}}, &Doc{Title: "next", Shape: Rect{2, 3}}, 9}
	fmt.Println(enc.Encode(d), enc.Encode(Temp{5.678}))
	dec := gob.NewDecoder(&buf)
	var e Doc
	var t Temp
	fmt.Println(dec.Decode(&e), dec.Decode(&t))
	fmt.Printf("%v %v %T %v %+v %v %v\n", e.Title, e.Pages, e.Shape, e.Shape.Area(), e.Extra, e.Next.Shape, t)
	fmt.Println(dec.Decode(&t), e.priv)
	fmt.Println(gob.NewEncoder(io.Discard).Encode(func() {}))
	var small struct {
		Title string
		Other int
	}
	buf.Reset()
	gob.NewEncoder(&buf).Encode(d)
	fmt.Println(gob.NewDecoder(&buf).Decode(&small), small)

	h := Header{[4]byte{'G', 'O', 'B', '1'}, 2, 7, 0, -5, 1.5}
	buf.Reset()
	fmt.Println(binary.Write(&buf, binary.BigEndian, h), binary.Size(h))
	fmt.Printf("% x\n", buf.Bytes())
	var h2 Header
	fmt.Println(binary.Read(bytes.NewReader(buf.Bytes()), binary.BigEndian, &h2), h == h2, string(h2.Magic[:]))
	fmt.Println(binary.Read(bytes.NewReader(buf.Bytes()[:5]), binary.LittleEndian, &h2))
	b := binary.AppendUvarint(nil, 300)
	b = binary.LittleEndian.AppendUint32(b, 0xdeadbeef)
	v, n := binary.Uvarint(b)
	fmt.Println(b, v, n, binary.BigEndian.Uint16(b[2:]))

	buf.Reset()
	zw := zip.NewWriter(&buf)
	for _, f := range []struct{ n, c string }{{"a.txt", "alpha"}, {"dir/b.txt", strings.Repeat("b", 100)}} {
		w, _ := zw.Create(f.n)
		io.WriteString(w, f.c)
	}
	zw.Close()
	zr, err := zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	fmt.Println(err, len(zr.File))
	for _, f := range zr.File {
		rc, _ := f.Open()
		c, _ := io.ReadAll(rc)
		rc.Close()
		fmt.Println(f.Name, len(c), f.UncompressedSize64, f.Method)
	}
	fs.WalkDir(zr, ".", func(p string, d fs.DirEntry, err error) error { fmt.Print(p, d.IsDir(), " "); return err })
	var gz bytes.Buffer
	gw, _ := gzip.NewWriterLevel(&gz, flate.BestCompression)
	gw.Name = "n"
	fmt.Fprint(gw, strings.Repeat("hello ", 50))
	gw.Close()
	gr, _ := gzip.NewReader(&gz)
	c, err := io.ReadAll(gr)
	fmt.Println(len(c), err, gr.Name)
	_, err = gzip.NewReader(strings.NewReader("notgzip..."))
	fmt.Println(err)
	var tb bytes.Buffer
	tw := tar.NewWriter(&tb)
	tw.WriteHeader(&tar.Header{Name: "x", Size: 3, Mode: 0o644})
	tw.Write([]byte("xyz"))
	tw.Close()
	tr := tar.NewReader(&tb)
	hd, _ := tr.Next()
	fmt.Println(hd.Name, hd.FileInfo().Mode())
	mfs := fstest.MapFS{"a/x.go": {Data: []byte("package a")}, "a/y.txt": {Data: []byte("yy")}, "b.go": {}}
	var names []string
	fs.WalkDir(mfs, ".", func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() && p == "b" {
			return fs.SkipDir
		}
		if path.Ext(p) == ".go" {
			names = append(names, p)
		}
		return nil
	})
	g, _ := fs.Glob(mfs, "a/*")
	data, err := fs.ReadFile(mfs, "a/y.txt")
	_, err2 := mfs.Open("nope")
	fmt.Println(names, g, string(data), err, err2, slices.Contains(names, "b.go"))
	sub, _ := fs.Sub(mfs, "a")
	ents, _ := fs.ReadDir(sub, ".")
	for _, e := range ents {
		fmt.Print(e.Name(), " ", e, ";")
	}
	fmt.Println(fstest.TestFS(mfs, "a/x.go"))
}
