package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/install"
	"krigo/internal/userdir"
	"krigo/kernel"
)

// target are the flags that say into which Jupyter data folder to install.
type target struct {
	user, sysPrefix bool
	prefix          string
}

func (t *target) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.user, "user", false, "for this user (the default)")
	cmd.Flags().BoolVar(&t.sysPrefix, "sys-prefix", false, "into the active Python environment (VIRTUAL_ENV, CONDA_PREFIX, else python3's prefix)")
	cmd.Flags().StringVar(&t.prefix, "prefix", "", "into `DIR`/share/jupyter, such as /usr/local for all users")
	cmd.MarkFlagsMutuallyExclusive("user", "sys-prefix", "prefix")
}

// given reports whether one of the flags was set.
func (t *target) given() bool { return t.user || t.sysPrefix || t.prefix != "" }

func (t *target) dataDir(p install.Place) (string, error) {
	switch {
	case t.prefix != "":
		dir, err := filepath.Abs(t.prefix)
		return install.PrefixDataDir(dir), err
	case t.sysPrefix:
		prefix, err := p.SysPrefix()
		return install.PrefixDataDir(prefix), err
	}
	return p.UserDataDir()
}

// thisPlace returns the machine and user that krigo runs for.
func thisPlace() install.Place { return install.Place(userdir.Here()) }

func installCommand() *cobra.Command {
	var (
		where   target
		options install.Options
		git     gitFlags
		gitUse  string
	)
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Register krigo with Jupyter, or with git",
		Long: `Install writes a kernelspec, the small folder from which Jupyter, JupyterLab, nbconvert and
VS Code find and start a kernel, and next to it an extension of JupyterLab and Notebook 7,
which formats Go and indents it by tabs. Jupyter need not be installed yet: it will find the
kernel later. Install again after moving the binary.

By default the kernelspec is for this user (--user). It points to this binary where it is. A
binary that "go run" built would be deleted when the command ends, so install first copies it
to a permanent place.

With --git, git uses krigo for the notebooks of the current folder's repository, or with
--global for those of all repositories: commits contain no outputs (krigo strip is the clean
filter; the files keep their outputs), and git diff compares sources. Until you add it, git
status may list a file as modified if only its outputs have changed. With --git=diff, outputs
are committed as before, and git diff compares sources and outputs. git log and git show do so
with --ext-diff, and git difftool -t krigo works too. The settings are in git's own folder,
and no file of the repository changes. After moving the binary, install again.`,
		Example: `  krigo install
  krigo install --sys-prefix
  sudo krigo install --prefix /usr/local
  krigo install --name krigo-dev --display-name "Go (krigo, development)"
  krigo install --git
  krigo install --git=diff --global`,
		Args:        cobra.NoArgs,
		GroupID:     groupJupyter,
		Annotations: help.SeeAlso("krigo uninstall", "krigo doctor", "krigo strip", "krigo diff"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if isGit, err := git.given(cmd); err != nil {
				return err
			} else if isGit {
				return installGit(cmd, git, gitUse)
			}
			var err error
			place := thisPlace()
			if options.DataDir, err = where.dataDir(place); err != nil {
				return err
			}
			if options.Binary, err = lastingBinary(cmd); err != nil {
				return err
			}
			options.Version, options.Protocol = version, kernel.ProtocolVersion
			spec, err := install.Install(options)
			if err != nil {
				return err
			}
			printInstalled(cmd, spec, options.DataDir)
			return nil
		},
	}
	where.addFlags(cmd)
	cmd.Flags().StringVar(&options.Name, "name", install.DefaultName, "the kernel's `NAME`, as in jupyter --kernel NAME")
	cmd.Flags().StringVar(&options.DisplayName, "display-name", install.DefaultDisplayName, "the `NAME` that menus display")
	cmd.Flags().StringVar(&gitUse, "git", "", "configure git instead of Jupyter, for `USE`: strip (strip outputs and compare, the default) or diff (compare only)")
	cmd.Flags().Lookup("git").NoOptDefVal = gitStrip
	git.addFlag(cmd, "with --git, in all repositories of this user")
	return cmd
}

// lastingBinary returns the path of this executable, or of its copy where it is one
// that "go run" built.
func lastingBinary(cmd *cobra.Command) (string, error) {
	binary, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot find this executable: %w", err)
	}
	if !install.IsTemporary(binary) {
		return binary, nil
	}
	own, err := userdir.Here().Own()
	if err != nil {
		return "", err
	}
	lasting, err := install.CopyBinary(binary, filepath.Join(own, "bin"))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "This binary is temporary; krigo copied it to %s\n", lasting)
	return lasting, nil
}

func printInstalled(cmd *cobra.Command, spec install.Spec, dataDir string) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "Installed kernel %s (%s) in %s\n", spec.Name, spec.DisplayName, spec.Dir)
	if dir, ok := install.LabExtension(dataDir); ok {
		fmt.Fprintf(out, "Installed its extension of JupyterLab in %s\n", dir)
	}
	fmt.Fprintf(out, "It starts %s\n", spec.Binary())
}
