package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"krigo/cell"
)

func TestMessagesComeBackInOrder(t *testing.T) {
	var pipe bytes.Buffer
	w := NewWriter(&pipe)
	sent := []Event{
		{Kind: KindStream, Name: "stdout", Text: "a\x00b\n€"},
		{Kind: KindStream, Name: "stderr", Cell: 1 << 40, UpTo: 1<<63 + 1, Text: "{}"},
		{Kind: KindStream, Name: "stdout"},
		{Kind: KindResult, ID: 7, Bundle: &cell.Bundle{Data: map[string]any{"text/plain": strings.Repeat("x", 3<<20)}}},
		{Kind: KindDisplay, Cell: 3, Display: "d", Update: true, Bundle: &cell.Bundle{
			Data: map[string]any{
				"text/html": strings.Repeat("<p>€</p>\x00", 20<<20/12), "image/png": strings.Repeat("A", longText), "text/plain": "short",
				"application/json": map[string]any{"a": []any{1.5, "b"}},
			},
			Metadata: map[string]any{"m": true},
		}},
		{Kind: KindDisplay, Bundle: &cell.Bundle{Data: map[string]any{"text/plain": strings.Repeat("x", longText)}}},
		{Kind: KindReady},
	}
	for _, e := range sent {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	r := NewReader(&pipe)
	for _, want := range sent {
		var got Event
		if err := r.Read(&got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %.80v, want %.80v", got, want)
		}
	}
	if err := r.Read(&Event{}); err != io.EOF {
		t.Errorf("after the last message the error is %v, want io.EOF", err)
	}
}

// What is not UTF-8 is replaced, as by JSON.
func TestLongTextsAreUTF8(t *testing.T) {
	var pipe bytes.Buffer
	sent := Event{Kind: KindDisplay, Bundle: &cell.Bundle{Data: map[string]any{"text/html": strings.Repeat("a", longText) + "\xff"}}}
	if err := NewWriter(&pipe).Write(sent); err != nil {
		t.Fatal(err)
	}
	var got Event
	if err := NewReader(&pipe).Read(&got); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("a", longText) + "\uFFFD"; got.Bundle.Data["text/html"] != want {
		t.Errorf("got %q", got.Bundle.Data["text/html"].(string)[longText:])
	}
}

func TestBrokenStreams(t *testing.T) {
	frame := func(announced uint32, body string) string {
		return string(binary.BigEndian.AppendUint32(nil, announced)) + body
	}
	for name, test := range map[string]struct {
		stream string
		want   error
	}{
		"half a header":  {"\x00\x00", io.ErrUnexpectedEOF},
		"half a body":    {frame(10, "{}"), io.ErrUnexpectedEOF},
		"a lying length": {frame(MaxMessage, "{}"), io.ErrUnexpectedEOF},
		"too long":       {frame(MaxMessage+1, "{}"), ErrTooLong},
	} {
		t.Run(name, func(t *testing.T) {
			if err := NewReader(strings.NewReader(test.stream)).Read(&Event{}); !errors.Is(err, test.want) {
				t.Errorf("error is %v, want %v", err, test.want)
			}
		})
	}
	if err := NewReader(strings.NewReader(frame(2, "]["))).Read(&Event{}); err == nil {
		t.Error("what is not JSON was read")
	}
	for _, text := range []string{
		"s", "s\x00\x00", "s\x02" + strings.Repeat("\x00", 16) + "text",
		"b", "b\x00\x00\x00\x02{}", "b\x00\x00\x00\x03{}", "b\xff\xff\xff\xff{}",
		"b\x00\x00\x00\x16" + `{"bundle":{"data":{}}}` + "\x00\x00\x00\x01a", "b\x00\x00\x00\x16" + `{"bundle":{"data":{}}}` + "\x00\x00\x00\x01a\x00\x00\x00\x02x",
	} {
		if err := NewReader(strings.NewReader(frame(uint32(len(text)), text))).Read(&Event{}); err == nil {
			t.Errorf("%q was read as an event", text)
		}
	}
}
