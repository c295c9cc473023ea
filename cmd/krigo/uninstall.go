package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/install"
)

func uninstallCommand() *cobra.Command {
	var (
		where target
		name  string
		git   gitFlags
	)
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove krigo from Jupyter, or from git",
		Long: `Uninstall removes only kernelspecs that "krigo install" wrote: all in Jupyter's folders, or
those in one place or with one name. The extension of JupyterLab goes with the last of them in
a folder. The binary stays. With --git, it undoes what "krigo install --git" did, and nothing
else; add --global if you installed with it.`,
		Example: `  krigo uninstall
  krigo uninstall --name krigo-dev
  sudo krigo uninstall --prefix /usr/local
  krigo uninstall --git`,
		Args:        cobra.NoArgs,
		GroupID:     groupJupyter,
		Annotations: help.SeeAlso("krigo install", "krigo doctor"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if isGit, err := git.given(cmd); err != nil {
				return err
			} else if isGit {
				return uninstallGit(cmd, git)
			}
			place := thisPlace()
			dirs := place.SearchPath()
			if where.given() {
				dir, err := where.dataDir(place)
				if err != nil {
					return err
				}
				dirs = []string{dir}
			}
			return uninstall(cmd, install.Find(dirs), name)
		},
	}
	where.addFlags(cmd)
	cmd.Flags().StringVar(&name, "name", "", "only the kernel of this `NAME`")
	cmd.Flags().Bool("git", false, "remove it from git in the current folder's repository instead of from Jupyter")
	git.addFlag(cmd, "with --git, from the user's own configuration of git")
	return cmd
}

func uninstall(cmd *cobra.Command, found []install.Spec, name string) error {
	removed := 0
	for _, spec := range found {
		if name != "" && spec.Name != name {
			continue
		}
		dirs, err := install.Uninstall(spec)
		if err != nil {
			return err
		}
		for _, dir := range dirs {
			fmt.Fprintf(cmd.OutOrStdout(), "Removed %s\n", dir)
		}
		removed++
	}
	if removed == 0 {
		return fmt.Errorf("there is no kernelspec of krigo to remove")
	}
	return nil
}
