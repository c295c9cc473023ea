package explain

import (
	"strings"

	"krigo/interp/static/syntax"
)

// notebooks.go: what to write instead of lines that other Go kernels take, gonb and gophernotes.

const (
	noMain    = "statements run as they are, without a func main: remove the line"
	noModules = "cells import the packages that krigo embeds, and no module has to be fetched: remove the line"
	noProgram = "cells keep running in one process and are not built: remove the line"
)

// foreignCommands are the commands of other kernels that krigo lacks, by name without the first %.
var foreignCommands = map[string]string{
	"%": noMain, "main": noMain,
	"args":    "krigo run FILE ARGS sets os.Args of a script; in a cell, write os.Args = []string{...}",
	"exec":    "call the function: statements run as they are",
	"autoget": noModules, "noautoget": noModules, "goworkfix": noModules, "track": noModules, "untrack": noModules, "go111module": noModules,
	"goflags": noProgram, "cgo_static": noProgram, "wasm": noProgram,
	"list": "write %who, which lists variables and functions", "ls": "write %who, which lists variables and functions, or !ls for files",
	"remove": "declare the name again, or write %reset to forget all declarations", "rm": "declare the name again, or write %reset to forget all declarations; !rm removes files",
	"test":    "call the function: cells run tests as other code; in a folder with Go, write !go test",
	"version": "write !krigo version", "sh": "write %%bash in the first line of the cell", "%sh": "write %%bash", "%script": "write %%bash",
	"widgets": "import nothing: widget.Float, widget.Choice and others make controls", "widgets_hb": "import nothing: widget.Float, widget.Choice and others make controls",
	"with_inputs": "input(prompt) asks the user", "with_password": "password(prompt) asks the user",
}

// colonCommands are those of gomacro, which gophernotes runs, without the colon.
var colonCommands = map[string]string{
	"help": "write %help", "h": "write %help", "env": "write %who", "e": "write %who", "inspect": "write x? to describe a name x",
	"quit": "interrupt or restart the kernel", "q": "interrupt or restart the kernel", "write": "write %save FILE",
	"unload": "a cell may declare a name again without that", "package": "all cells are in one package",
	"debug": "krigo has no debugger; write fmt.Println(x)", "options": "krigo has no such options",
}

// ForeignCommand returns what to write instead of a % command of another kernel, or "". The first % is not in name.
func ForeignCommand(name string) string { return foreignCommands[name] }

// hintNotebook advises on lines of other kernels within Go.
func hintNotebook(f syntax.Fault) string {
	line := strings.TrimSpace(lineAt(f))
	name, _, _ := strings.Cut(line, " ")
	switch {
	case strings.HasPrefix(line, "$"):
		return "a command of the shell is a cell that begins with !, as in !ls"
	case strings.HasPrefix(line, "!"):
		return "a command of the shell stands alone in its cell"
	case strings.HasPrefix(line, ":"):
		return colonCommands[name[1:]]
	case strings.HasPrefix(line, "%"):
		if say := foreignCommands[name[1:]]; say != "" {
			return say
		}
		return "a % command begins its cell"
	}
	return ""
}
