package reproduce_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/internal/reproduce"
)

// sets writes small sets in the layout of the collection under the names that
// Exact reads, y = sin(3x₁) + scale·(noise-free offset), three folds.
func sets(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"yacht", "housing", "concrete"} {
		var data, mask strings.Builder
		for i := range 45 {
			x := float64(i) / 15
			fmt.Fprintf(&data, "%v,%v,%v\n", x, i%4, math.Sin(3*x)+0.01*float64(i%3))
			fmt.Fprintf(&mask, "%d,%d,%d\n", flag(i%9 == 0), flag(i%9 == 1), flag(i%9 == 2))
		}
		pack(t, filepath.Join(dir, "uci", name, "data.csv.gz"), data.String())
		pack(t, filepath.Join(dir, "uci", name, "test_mask.csv.gz"), mask.String())
	}
	return dir
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func pack(t *testing.T, path, text string) {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprint(w, text)
	w.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestExactMeasuresEveryClaimOverItsFolds(t *testing.T) {
	var progress bytes.Buffer
	claims, err := reproduce.Exact(context.Background(), reproduce.Options{Data: sets(t), Progress: &progress})
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) != 3 || strings.Count(progress.String(), "\n") != 9+3 { // folds and sets
		t.Fatalf("%d claims, progress\n%s", len(claims), &progress)
	}
	for _, c := range claims {
		// A sine is learned almost exactly: an error of its own size would be 0.7.
		if !(c.Measured > 0 && c.Measured < 0.1) || c.SD <= 0 || !c.Holds {
			t.Errorf("%+v", c)
		}
		if !strings.HasSuffix(c.Data, "3 folds") {
			t.Errorf("data %q", c.Data)
		}
	}
	quick, err := reproduce.Exact(context.Background(), reproduce.Options{Data: sets(t), Quick: true})
	if err != nil || !strings.HasSuffix(quick[0].Data, "2 folds") {
		t.Errorf("quick: %+v (%v)", quick, err)
	}
}

func TestExactEndsWithTheContextAndNamesMissingData(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if claims, err := reproduce.Exact(ctx, reproduce.Options{Data: sets(t)}); !errors.Is(err, context.Canceled) || len(claims) > 0 {
		t.Errorf("cancelled: %v, %v", claims, err)
	}
	_, err := reproduce.Exact(context.Background(), reproduce.Options{Data: filepath.Join(t.TempDir(), "nowhere")})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "nowhere") || !strings.Contains(err.Error(), "krigo data get") {
		t.Errorf("no data: %v", err)
	}
}

func TestClaimsAsTableAndJSON(t *testing.T) {
	claims := []reproduce.Claim{{"RMSE", "toy", 1.25, 0.5, "1.2", "< 1.3", true}, {Claim: "missed", Wanted: "1"}, {Claim: "told"}}
	var table, list bytes.Buffer
	if err := reproduce.WriteTable(&table, claims); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(table.String(), "\n"); !strings.Contains(lines[1], "1.25 ± 0.5") ||
		!strings.HasSuffix(lines[1], "yes") || !strings.HasSuffix(lines[2], "no") || !strings.HasSuffix(lines[3], "–") {
		t.Errorf("table\n%s", &table)
	}
	if err := reproduce.WriteJSON(&list, claims); err != nil {
		t.Fatal(err)
	}
	var back []map[string]any
	if err := json.Unmarshal(list.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for key := range back[0] {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if !slices.Equal(keys, []string{"claim", "data", "holds", "measured", "paper", "sd", "wanted"}) || back[0]["measured"] != 1.25 {
		t.Errorf("%v", back)
	}
	list.Reset()
	if err := reproduce.WriteJSON(&list, nil); err != nil || strings.TrimSpace(list.String()) != "[]" {
		t.Errorf("no claims are %q (%v)", &list, err)
	}
}
