package main

import "testing"

// Tables keep their files where the module has another path, also one that begins like a dependency's.
func TestTableFile(t *testing.T) {
	for path, want := range map[string]string{
		modulePath + "gplib/cov": "tables/table_gplib_cov.go", "gonum.org/v1/gonum/mat": "tables/table_gonum_mat.go",
		"gonum.org/v1/plot/vg/draw": "tables/table_plot_vg_draw.go", "github.com/google/uuid": "tables/table_google_uuid.go",
		"encoding/json/v2": "tables/table_std_encoding_json_v2.go",
	} {
		if got := tableFile(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
