package graphics

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// picture returns a PNG file with an area, a line and a gradient.
func picture(t *testing.T, width, height int) (*image.RGBA, []byte) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{255, 255, 255, 255}
			switch {
			case x == y:
				c = color.RGBA{0, 114, 178, 255}
			case x > width/2 && y > height/2:
				c = color.RGBA{uint8(x), uint8(y), 86, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return img, out.Bytes()
}

func canvas(p Protocol, s Size) Canvas { return Canvas{Protocol: p, Size: func() Size { return s }} }

func TestSizeOfPictures(t *testing.T) {
	for _, c := range []struct {
		name          string
		size          Size
		width, height int
		want          box
	}{
		{"fits", Size{120, 50, 8, 16}, 640, 400, box{80, 25, 640, 400}},
		{"twice the pixels", Size{120, 50, 16, 32}, 640, 400, box{80, 25, 1280, 800}},
		{"unknown pixels", Size{120, 50, 0, 0}, 640, 400, box{80, 25, 640, 400}},
		{"narrow", Size{41, 50, 8, 16}, 640, 400, box{40, 13, 320, 200}},
		{"low", Size{120, 12, 8, 16}, 640, 400, box{32, 10, 256, 160}},
		{"one character", Size{1, 1, 8, 16}, 640, 400, box{1, 1, 8, 5}},
		{"small picture", Size{120, 50, 8, 16}, 3, 2, box{1, 1, 3, 2}},
	} {
		if got := c.size.fit(c.width, c.height); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Kitty's commands carry the file in base64, in parts of at most 4096 characters.
func TestKittyCarriesTheFile(t *testing.T) {
	_, data := picture(t, 300, 200)
	data = append(data, make([]byte, 20_000)...) // as a large file
	text, err := canvas(Kitty, Size{100, 50, 10, 20}).Draw(data, 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`\x1b_G([^;]*);([^\x1b]*)\x1b\\`).FindAllStringSubmatch(text, -1)
	if len(commands) < 2 {
		t.Fatalf("%d commands, want several", len(commands))
	}
	joined, length := "", 0
	for i, c := range commands {
		last := i == len(commands)-1
		if want := map[bool]string{true: "m=0", false: "m=1"}[last]; !strings.HasSuffix(c[1], want) {
			t.Errorf("command %d has the keys %s, want %s at the end", i, c[1], want)
		}
		if len(c[2]) > 4096 || !last && len(c[2])%4 != 0 {
			t.Errorf("command %d carries %d characters", i, len(c[2]))
		}
		joined += c[2]
		length += len(c[0])
	}
	if want := "a=T,f=100,q=2,c=38,r=13,m=1"; commands[0][1] != want {
		t.Errorf("keys %s, want %s", commands[0][1], want)
	}
	if got, err := base64.StdEncoding.DecodeString(joined); err != nil || !bytes.Equal(got, data) {
		t.Errorf("carries %d bytes, %v, want the file's %d", len(got), err, len(data))
	}
	if rest := text[length:]; rest != "\r\n" {
		t.Errorf("ends in %q", rest)
	}
}

func TestITerm2CarriesTheFile(t *testing.T) {
	_, data := picture(t, 60, 40)
	text, err := canvas(ITerm2, Size{100, 50, 0, 0}).Draw(data, 60, 40)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`^\x1b\]1337;File=inline=1;size=(\d+);width=8;height=3;preserveAspectRatio=1:(.*)\a\r\n$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("got %.100q", text)
	}
	if got, err := base64.StdEncoding.DecodeString(m[2]); err != nil || !bytes.Equal(got, data) || m[1] != strconv.Itoa(len(data)) {
		t.Errorf("carries %d bytes (size=%s), %v, want the file's %d", len(got), m[1], err, len(data))
	}
}

func TestDrawRefusesWhatIsNoPicture(t *testing.T) {
	if _, err := canvas(Kitty, Size{Columns: 80, Rows: 24}).Draw([]byte("png"), 0, 0); err == nil {
		t.Error("three letters are drawn")
	}
	_, data := picture(t, 4, 4)
	if _, err := canvas(None, Size{Columns: 80, Rows: 24}).Draw(data, 0, 0); err == nil {
		t.Error("drawn by no protocol")
	}
}
