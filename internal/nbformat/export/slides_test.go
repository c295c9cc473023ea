package export

import (
	"strings"
	"testing"

	"krigo/internal/nbformat"
)

// slidesOf returns the text of each slide of a notebook.
func slidesOf(t *testing.T, nb *nbformat.Notebook) []string {
	t.Helper()
	page := render(t, nb, Options{Slides: true})
	if !strings.Contains(page, `<body class="slides">`) || strings.Count(page, "<html") != 1 {
		t.Errorf("no page of slides: %.200s", page)
	}
	return strings.Split(page, `<div class="slide">`)[1:]
}

func TestSlidesBeginAtTags(t *testing.T) {
	nb := nbformat.New()
	for _, c := range []struct{ text, tag string }{
		{"# Title one", ""}, {"told below", "slide"}, {"left out", "skip"}, {"# Inside two", ""}, {"said only", "notes"}, {"three", "slide"},
	} {
		cell := nb.Add(nbformat.Markdown, c.text)
		if c.tag != "" {
			cell.Metadata = map[string]any{"tags": []any{c.tag}}
		}
	}
	nb.Add(nbformat.Code, "fourth()").Metadata = map[string]any{"slideshow": map[string]any{"slide_type": "subslide"}}
	slides := slidesOf(t, nb)
	if len(slides) != 4 {
		t.Fatalf("%d slides, want 4", len(slides))
	}
	for i, want := range []string{"Title one", "Inside two", "three", "fourth"} {
		if !strings.Contains(slides[i], want) || strings.Contains(slides[i], "left out") || strings.Contains(slides[i], "said only") {
			t.Errorf("slide %d is %.300s", i, slides[i])
		}
	}
}

func TestSlidesBeginAtHeadingsWithoutTags(t *testing.T) {
	nb := nbformat.New()
	for _, text := range []string{"# One", "text", "## Two", "### still two", "#hashtag"} {
		nb.Add(nbformat.Markdown, text)
	}
	if slides := slidesOf(t, nb); len(slides) != 2 || !strings.Contains(slides[1], "still two") {
		t.Errorf("%d slides, want 2", len(slides))
	}
	if page := render(t, nb, Options{}); strings.Contains(page, `class="slide`) {
		t.Error("a page that is not one of slides has some")
	}
}
