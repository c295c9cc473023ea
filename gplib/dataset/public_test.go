package dataset_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krigo/gplib/dataset"
	"krigo/gplib/dataset/fetch"
)

// dataFolder returns an empty data folder, the user's own.
func dataFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv(fetch.FolderVariable, dir)
	return dir
}

// save writes a file of a data folder.
func save(t *testing.T, dir, path, text string) {
	t.Helper()
	path = filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// offline has requests answered by no network; it notes their addresses.
type offline struct{ asked []string }

func (o *offline) RoundTrip(r *http.Request) (*http.Response, error) {
	o.asked = append(o.asked, r.URL.String())
	return nil, errors.New("the cable is out")
}

// unplug takes the network away for the duration of a test.
func unplug(t *testing.T) *offline {
	t.Helper()
	transport, o := http.DefaultClient.Transport, &offline{}
	http.DefaultClient.Transport = o
	t.Cleanup(func() { http.DefaultClient.Transport = transport })
	return o
}

func TestPublicNamesTheColumnsOfCO2(t *testing.T) {
	dir := dataFolder(t)
	save(t, dir, "co2/co2-mm-mlo.csv", "Date,Decimal Date,Average\n1958-03,1958.25,315.5,314.5,-01,-9.99,-0.99\n1958-04,1958.5,-99.99,315,-01,-9.99,-0.99\n")
	for _, folder := range []string{"", dir} {
		table, err := dataset.Public(folder, "co2")
		if err != nil {
			t.Fatal(err)
		}
		years, errYears := table.Column("Decimal Date")
		means, errMeans := table.Column("Average")
		if err := errors.Join(errYears, errMeans); err != nil || !slices.Equal(years, []float64{1958.25, 1958.5}) || !slices.Equal(means, []float64{315.5, -99.99}) {
			t.Errorf("%v, %v, error %v", years, means, err)
		}
	}
	save(t, dir, "co2/co2-mm-mlo.csv", "Date,Decimal Date,Average\n1958-03,1958.25,none,314.5,-01,-9.99,-0.99\n")
	table, err := dataset.Public("", "co2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Column("Average"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want that of line 2 of the file", err)
	}
}

func TestTheUsersFolderHoldsUCISets(t *testing.T) {
	dir := dataFolder(t)
	pack(t, filepath.Join(dir, "uci", "mine", "data.csv.gz"), "1,2\n3,4\n")
	pack(t, filepath.Join(dir, "uci", "mine", "test_mask.csv.gz"), "1\n0\n")
	if set, err := dataset.UCI("", "mine"); err != nil || set.String() != "mine: 2 observations in 1 dimensions, 1 folds" {
		t.Errorf("%v, %v", set, err)
	}
}

func TestASetThatIsNotThereSaysWhatBringsIt(t *testing.T) {
	dir := dataFolder(t)
	_, uci := dataset.UCI("", "autompg")
	_, public := dataset.Public("", "autompg")
	for _, err := range []error{uci, public} {
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir) || !strings.HasSuffix(err.Error(), `dataset.Fetch("autompg") downloads it`) {
			t.Errorf("error %v", err)
		}
	}
	_, uci = dataset.UCI("", "autompgg")
	_, public = dataset.Public("", "autompgg")
	_, fetched := dataset.Fetch("autompgg")
	for _, err := range []error{uci, public, fetched} {
		if err == nil || !strings.HasSuffix(err.Error(), `there is no data set "autompgg"; did you mean "autompg"?`) {
			t.Errorf("error %v", err)
		}
	}
}

func TestFetchAsksThePublisherForWhatIsNotThere(t *testing.T) {
	dataFolder(t)
	network := unplug(t)
	_, err := dataset.Fetch("autompg")
	if !errors.Is(err, fetch.ErrNoConnection) || !strings.Contains(err.Error(), "the cable is out") {
		t.Errorf("error %v", err)
	}
	set, errSet := fetch.Public().Find("autompg")
	if errSet != nil || !slices.Equal(network.asked, []string{set.Files[0].URL}) {
		t.Errorf("asked for %q, error %v", network.asked, errSet)
	}
}

func TestFetchEndsWithItsContext(t *testing.T) {
	dataFolder(t)
	unplug(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := dataset.FetchContext(ctx, "autompg"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestFetchLeavesAFileOfTheUsersAlone(t *testing.T) {
	dir := dataFolder(t)
	network := unplug(t)
	save(t, dir, "co2/co2-mm-mlo.csv", "a newer one")
	if _, err := dataset.Fetch("co2"); !errors.Is(err, fetch.ErrDifferent) || len(network.asked) > 0 {
		t.Errorf("error %v, asked for %q", err, network.asked)
	}
}

// TestFetchReadsWhatIsHere reads what KRIGO_DATA holds, without a network.
func TestFetchReadsWhatIsHere(t *testing.T) {
	if os.Getenv(fetch.FolderVariable) == "" {
		t.Skip("KRIGO_DATA is not set")
	}
	unplug(t)
	read := 0
	for _, set := range fetch.Public() {
		if state, err := set.State(os.Getenv(fetch.FolderVariable)); err != nil || state != fetch.Present {
			continue
		}
		table, err := dataset.Fetch(set.Name)
		if err != nil || table.Len() != set.Rows || len(table.Names()) != set.Columns {
			t.Errorf("%s: %v, %v, want %d rows of %d columns", set.Name, table, err, set.Rows, set.Columns)
		}
		read++
	}
	t.Logf("%d sets", read)
}
