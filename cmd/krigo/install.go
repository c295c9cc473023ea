package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

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
		Short: "Make krigo known to Jupyter, or to git",
		Long: `Install writes a kernelspec, the small folder by which Jupyter, JupyterLab,
nbconvert and VS Code find and start a kernel. It needs no Jupyter itself: the
kernel is there as soon as Jupyter is. Install again after moving the binary.

The kernelspec is for this user, with or without --user. It points to this binary where it
lies. One that "go run" built
would be gone when the command ends, so that is copied to a lasting place first.

With --git, it makes git use krigo for the notebooks of the current folder's
repository, or with --global of all: what is committed has no outputs (krigo
strip is the clean filter; the files keep theirs), and git diff compares their
sources. git status may call a file modified whose outputs alone have changed,
until it is added. With --git=diff, outputs are committed as before, and git diff compares
sources and outputs. git log and git show do so with --ext-diff, and
git difftool -t krigo is there too. The settings are in git's own folder, and no
file of the repository changes. After moving the binary, install again.`,
		Example: `  krigo install
  krigo install --sys-prefix
  sudo krigo install --prefix /usr/local
  krigo install --name krigo-dev --display-name "Go (krigo, development)"
  krigo install --git
  krigo install --git=diff --global`,
		Args: cobra.NoArgs,
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
			printInstalled(cmd, spec)
			return nil
		},
	}
	where.addFlags(cmd)
	cmd.Flags().StringVar(&options.Name, "name", install.DefaultName, "the kernel's `NAME`, by which jupyter --kernel calls it")
	cmd.Flags().StringVar(&options.DisplayName, "display-name", install.DefaultDisplayName, "the `NAME` that menus show")
	cmd.Flags().StringVar(&gitUse, "git", "", "instead of Jupyter, make git `USE` krigo: to strip outputs and compare (strip, the default), or to compare only (diff)")
	cmd.Flags().Lookup("git").NoOptDefVal = gitStrip
	git.addFlag(cmd, "with --git, in all repositories of this user")
	return cmd
}

// lastingBinary returns the path of this executable, or of its copy where it is one
// that "go run" built.
func lastingBinary(cmd *cobra.Command) (string, error) {
	binary, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("this executable is not found: %w", err)
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
	fmt.Fprintf(cmd.OutOrStdout(), "This binary is temporary; copied it to %s\n", lasting)
	return lasting, nil
}

func printInstalled(cmd *cobra.Command, spec install.Spec) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "Installed kernel %s (%s) in %s\n", spec.Name, spec.DisplayName, spec.Dir)
	fmt.Fprintf(out, "It starts %s\n", spec.Binary())
}
