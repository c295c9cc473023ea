package main

import (
	"fmt"

	"github.com/spf13/cobra"

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
		Long: `Uninstall removes kernelspecs that "krigo install" wrote, and no others: all that
Jupyter's folders hold, or those in one place or of one name. The binary stays.
With --git, it undoes what "krigo install --git" did, and nothing else; add --global
where that had it.`,
		Example: `  krigo uninstall
  krigo uninstall --name krigo-dev
  sudo krigo uninstall --prefix /usr/local
  krigo uninstall --git`,
		Args: cobra.NoArgs,
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
	cmd.Flags().Bool("git", false, "instead of Jupyter, from git in the current folder's repository")
	git.addFlag(cmd, "with --git, from the user's own configuration of git")
	return cmd
}

func uninstall(cmd *cobra.Command, found []install.Spec, name string) error {
	removed := 0
	for _, spec := range found {
		if name != "" && spec.Name != name {
			continue
		}
		if err := install.Uninstall(spec); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "Removed %s\n", spec.Dir)
		removed++
	}
	if removed == 0 {
		return fmt.Errorf("no kernelspec of krigo is there to remove")
	}
	return nil
}
