package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krigo/internal/exit"
	"krigo/internal/repl"
	"krigo/internal/run"
	"krigo/internal/textwidth"
	"krigo/interp/parameters"
)

// checkArguments reports arguments of a script that look like flags of krigo run, which they would be in front of it:
// args[0], the first argument that is not a flag, ends the flags. Values of parameters are refused there if the script
// declares parameters, since it would run with the wrong ones.
func checkArguments(cmd *cobra.Command, s run.Script, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() >= 0 {
		return nil
	}
	declares := slices.ContainsFunc(s.Cells, func(c repl.ScriptCell) bool { return slices.Contains(c.Tags, parameters.Tag) })
	for i, arg := range args[1:] {
		if arg == "--" {
			break
		}
		flag := flagOf(cmd.Flags(), arg)
		if flag == nil || flag.Name == "parameter" && arg == "-p" && !strings.Contains(following(args, i+1), "=") || handles(s, flag) {
			continue
		}
		name, _, _ := strings.Cut(arg, "=")
		text := fmt.Sprintf("%s comes after %s and is therefore an argument of the script, not a flag of krigo run: put it before %[2]s", name, args[0])
		if !slices.Contains(flagsOfScripts, flag.Name) {
			text = fmt.Sprintf("%s comes after %s and is therefore an argument of the script; as a flag of krigo run it is for notebooks", name, args[0])
		}
		if flag.Name == "parameter" && declares {
			return exit.Misusef("%s; to pass it to the script anyway, put -- before %s", text, args[0])
		}
		note := fmt.Sprintf("krigo: note: %s; to pass it to the script without this note, put -- before %s", text, args[0])
		fmt.Fprintln(cmd.ErrOrStderr(), textwidth.VisibleText(note))
	}
	return nil
}

// flagOf returns the flag that an argument would be in front of the script, or nil. One letter with more behind it is
// not taken for a flag: it may as well be one that the script reads by package flag.
func flagOf(flags *pflag.FlagSet, arg string) *pflag.Flag {
	if name, long := strings.CutPrefix(arg, "--"); long {
		name, _, _ = strings.Cut(name, "=")
		return flags.Lookup(name)
	}
	if len(arg) == 2 && arg[0] == '-' {
		return flags.ShorthandLookup(arg[1:])
	}
	return nil
}

// following returns the argument after the one at i, or "".
func following(args []string, i int) string {
	if i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

// readsArguments matches Go that reads arguments, and parsesArguments imports of modules that do.
var (
	readsArguments  = regexp.MustCompile(`\bos\.Args\b|\bp?flag\.`)
	parsesArguments = regexp.MustCompile(`"[\w./-]+/(cobra|cli|kong|kingpin|go-flags|go-arg|docopt-go|getopt|pflag|ff)(/v\d+)?"`)
)

// handles reports whether a script has its arguments parsed by a module, or reads them and names the flag in a string,
// as in flag.Int("p", ...) or os.Args[1] == "--html", so that the flag is its own. Package flag knows --help by itself.
func handles(s run.Script, flag *pflag.Flag) bool {
	names := regexp.QuoteMeta(flag.Name)
	if flag.Shorthand != "" {
		names += "|" + regexp.QuoteMeta(flag.Shorthand)
	}
	named := regexp.MustCompile("[\"`]-{0,2}(" + names + ")=?[\"`]")
	has := func(r *regexp.Regexp) bool {
		return slices.ContainsFunc(s.Cells, func(c repl.ScriptCell) bool { return r.MatchString(c.Source) })
	}
	return has(parsesArguments) || has(readsArguments) && (flag.Name == "help" || has(named))
}
