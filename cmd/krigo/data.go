package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/gplib/dataset/fetch"
	"krigo/internal/exit"
	"krigo/internal/words"
)

// dataFlag is the usage of the flag --data.
const dataFlag = "the folder `DIR` of the data sets (default: $KRIGO_DATA, else the user's: see krigo data path)"

// dataCommand is about the sets of a catalogue.
func dataCommand(sets fetch.Catalogue) *cobra.Command {
	var dir string
	group := &cobra.Command{
		Use:   "data",
		Short: "List and download public data sets",
		Long: `Data downloads public data sets once, from their publishers' repositories, into one
folder, from which krigo reproduce and, in a cell, dataset.Fetch("NAME") read them.
Each file is verified by its SHA-256 sum. HTTPS_PROXY names a proxy.`,
		Args:        cobra.NoArgs,
		GroupID:     groupData,
		Annotations: help.SeeAlso("krigo reproduce", "krigo environment"),
		RunE:        func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.PersistentFlags().StringVar(&dir, "data", "", dataFlag)
	group.AddCommand(dataListCommand(sets, &dir), dataGetCommand(sets, &dir), dataPathCommand(&dir))
	return group
}

func dataPathCommand(dir *string) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "Print the data folder",
		Example: `  export KRIGO_DATA="$(krigo data path)"`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := fetch.FolderOr(*dir)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), folder)
			return err
		},
	}
}

func dataListCommand(sets fetch.Catalogue, dir *string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the data sets and show which are downloaded",
		Long: `List prints a table of the data sets. The number of columns includes the observations.
The column "here" has yes, no, part (an unfinished download), or differs (a file with that
name whose content differs from the data set's).`,
		Example: `  krigo data list
  krigo data list --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := fetch.FolderOr(*dir)
			if err != nil {
				return err
			}
			list, err := listSets(sets, folder)
			if err != nil {
				return err
			}
			if asJSON {
				return writeSetsJSON(cmd.OutOrStdout(), list)
			}
			return writeSets(cmd.OutOrStdout(), list)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array, with addresses and sums")
	return c
}

// listedSet is a set as data list prints it.
type listedSet struct {
	Name    string       `json:"name"`
	About   string       `json:"about"`
	Rows    int          `json:"rows"`
	Columns int          `json:"columns"`
	Bytes   int64        `json:"bytes"`
	Licence string       `json:"licence"`
	Source  string       `json:"source"`
	Here    fetch.State  `json:"here"`
	Files   []listedFile `json:"files"`
}

type listedFile struct {
	Path   string `json:"path"`
	URL    string `json:"url"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func listSets(sets fetch.Catalogue, folder string) ([]listedSet, error) {
	var list []listedSet
	for _, s := range sets {
		state, err := s.State(folder)
		if err != nil {
			return nil, err
		}
		l := listedSet{s.Name, s.About, s.Rows, s.Columns, s.Size(), s.Licence, s.Source, state, nil}
		for _, f := range s.Files {
			l.Files = append(l.Files, listedFile{f.Path, f.URL, f.Size, f.SHA256})
		}
		list = append(list, l)
	}
	return list, nil
}

func writeSets(w io.Writer, list []listedSet) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "name\trows\tcolumns\tsize\tlicence\there\tabout")
	for _, l := range list {
		fmt.Fprintf(table, "%s\t%d\t%d\t%s\t%s\t%s\t%s\n", l.Name, l.Rows, l.Columns, words.Bytes(l.Bytes), l.Licence, l.Here, l.About)
	}
	return table.Flush()
}

func writeSetsJSON(w io.Writer, list []listedSet) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(list)
}

// getting is a request of data get.
type getting struct {
	fetch.Getter
	sets fetch.Catalogue
	out  io.Writer
}

func dataGetCommand(sets fetch.Catalogue, dir *string) *cobra.Command {
	var all, force bool
	c := &cobra.Command{
		Use:   "get NAME... | --all",
		Short: "Download data sets",
		Long: `Get downloads the data sets that are missing and prints the paths of their tables. It writes
the source of each set, its licence and the progress to standard error. If an interrupt or a
broken connection stops a download, get keeps what it has and continues from there next time.
A file whose content differs from the data set's is replaced only with --force.`,
		Example: `  krigo data get autompg co2
  krigo data get --all
  krigo data get thrombin --data ./data`,
		ValidArgsFunction: completeSets(sets),
		RunE: func(cmd *cobra.Command, names []string) error {
			chosen, err := chooseSets(sets, names, all)
			if err != nil {
				return err
			}
			folder, err := fetch.FolderOr(*dir)
			if err != nil {
				return err
			}
			getter := fetch.Getter{Dir: folder, Force: force, Log: cmd.ErrOrStderr()}
			return getting{getter, chosen, cmd.OutOrStdout()}.run(cmd.Context())
		},
	}
	c.Flags().BoolVar(&all, "all", false, "all data sets of the list")
	c.Flags().BoolVar(&force, "force", false, "replace files whose content differs from the set's")
	return c
}

// chooseSets returns the sets of the names, or all. Nothing is downloaded where one
// is not known.
func chooseSets(sets fetch.Catalogue, names []string, all bool) (fetch.Catalogue, error) {
	switch {
	case all && len(names) > 0:
		return nil, exit.Misusef("data get: want names or --all, got %q and --all", names)
	case all:
		return sets, nil
	case len(names) == 0:
		return nil, exit.Misusef("data get: want names, or --all; krigo data list lists them")
	}
	var chosen fetch.Catalogue
	for _, name := range names {
		s, err := sets.Find(name)
		if err != nil {
			return nil, exit.Misuse(err)
		}
		chosen = append(chosen, s)
	}
	return chosen, nil
}

// run downloads the sets one after the other. A failure does not stop the other sets, unless there
// is no network.
func (g getting) run(ctx context.Context) error {
	var failures []error
	for _, s := range g.sets {
		err := g.get(ctx, s)
		if ctx.Err() != nil {
			return err
		}
		failures = append(failures, err)
		if errors.Is(err, fetch.ErrNoConnection) || errors.Is(err, fetch.ErrStalled) {
			break
		}
	}
	return errors.Join(failures...)
}

// get downloads a set and prints the path of its table.
func (g getting) get(ctx context.Context, s fetch.Set) error {
	err := g.Get(ctx, s)
	if errors.Is(err, fetch.ErrDifferent) {
		return fmt.Errorf("%w with --force", err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(g.out, s.Table(g.Dir))
	return err
}
