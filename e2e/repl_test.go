package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestReplTakesAPasteLiterally(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	var b strings.Builder
	b.WriteString("total := 0\nfor i := range 3 {\n")
	for i := range 40 {
		fmt.Fprintf(&b, "\tif i == 1 {\n\t\ttotal += %d\n\t}\n", i)
	}
	b.WriteString("}")
	term.pastes(b.String())
	term.untilEnd("   ...     if i == 1 {", "   ...         total += 39", "   ...     }", "   ... }")
	term.keys("Enter")
	term.untilEnd("   ... }", "krigo>")
	term.enters("total")
	term.untilEnd("780", "krigo>") // 0 + 1 + … + 39
}

func TestReplCompletesFromAMenu(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	term.types("cov.")
	term.keys("Tab")
	term.until("> SE ")
	term.until("SE returns the squared exponential")
	term.types("mt")
	term.untilGone("> SE ")
	term.keys("Down")
	term.until("> Matern32 ")
	term.keys("Enter")
	term.untilGone("> Matern32 ")
	term.types("(2)")
	term.untilEnd("krigo> cov.Matern32(2)")
	term.keys("Enter")
	term.until("\nMatern32(2)\n")
	term.untilEnd("krigo>")
	if screen := term.screen(); strings.Contains(screen, "function") {
		t.Errorf("the menu is left on the screen:\n%s", screen)
	}
}

// A kernel's cells and a terminal's are one history, whichever runs first, and
// also while both run.
func TestReplSharesItsHistoryWithKernels(t *testing.T) {
	needsModule(t, "jupyter_client")
	t.Parallel()
	home := "XDG_DATA_HOME=" + t.TempDir()
	term := newTerminal(t, 80, 24, krigo.krigo+" repl", home)
	term.untilEnd("krigo>")
	term.pastes("fromTheTerminal := 1\nfromTheTerminal + 1")
	term.keys("Enter")
	term.untilEnd("2", "krigo>")
	const program = `import jupyter_client
manager, client = jupyter_client.manager.start_new_kernel(startup_timeout=120, kernel_name="krigo")
client.execute_interactive("fromTheKernel := 6\nfromTheKernel * 7", allow_stdin=False, timeout=120, output_hook=lambda m: None)
client.history(hist_access_type="search", pattern="*fromTheTerminal*", n=5, output=True, raw=True)
print(client.get_shell_msg(timeout=120)["content"]["history"])
client.stop_channels()
manager.shutdown_kernel()`
	out := krigo.run(t, 5*time.Minute, "", "/usr/bin/env", home, python, "-c", program)
	if want := `['fromTheTerminal := 1\nfromTheTerminal + 1', '2']`; !strings.Contains(out, want) {
		t.Errorf("the kernel's history has %s, want %s", out, want)
	}
	find := func(term *terminal) {
		t.Helper()
		term.keys("C-r")
		term.types("fromtheker")
		term.until("(1 of 1)")
		term.keys("Enter")
		term.untilEnd("krigo> fromTheKernel := 6", "   ... fromTheKernel * 7")
		term.keys("Enter")
		term.untilEnd("42", "krigo>")
	}
	find(term)
	term.keys("C-d")
	term.until("status 0")
	later := newTerminal(t, 80, 24, krigo.krigo+" repl", home)
	later.untilEnd("krigo>")
	find(later)
	later.types("fromTheT")
	later.keys("Up")
	later.untilEnd("krigo> fromTheTerminal := 1", "   ... fromTheTerminal + 1")
}

// A file of the form that an earlier terminal kept is taken over, and reported once.
func TestReplTakesAnOldHistoryOver(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "krigo"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "krigo", "history"), []byte(`{"block":"6 *\n7"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	term := newTerminal(t, 100, 24, krigo.krigo+" repl", "XDG_DATA_HOME="+data)
	term.untilEnd("krigo>")
	term.until("cells taken over from the old file: 1")
	term.keys("Up")
	term.untilEnd("krigo> 6 *", "   ... 7")
	term.keys("Enter")
	term.untilEnd("42", "krigo>")
}

func TestReplRunsWithoutAHistory(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "krigo"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	term := newTerminal(t, 100, 24, krigo.krigo+" repl", "XDG_DATA_HOME="+data)
	term.untilEnd("krigo>")
	term.until("only this session's history is kept")
	term.enters("6 * 7")
	term.untilEnd("42", "krigo>")
	term.keys("Up")
	term.untilEnd("krigo> 6 * 7")
}

func TestReplEditsCellsOfManyLines(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	term.enters("for i := range 2 {")
	term.enters(`fmt.Println("got", i)`)
	term.types("}")
	term.untilEnd("krigo> for i := range 2 {", `   ...     fmt.Println("got", i)`, "   ... }")
	term.keys("Enter")
	term.untilEnd("got 0", "got 1", "krigo>")
	term.keys("Up")
	term.untilEnd("   ... }")
	term.keys("Up", "C-e", "Left")
	term.types("*10")
	term.untilEnd(`   ...     fmt.Println("got", i*10)`, "   ... }")
	term.keys("Down", "Enter")
	term.untilEnd("got 0", "got 10", "krigo>")
	term.types("a := 1")
	term.keys("M-Enter")
	term.types("a + 1")
	term.untilEnd("krigo> a := 1", "   ... a + 1")
	term.keys("Enter")
	term.untilEnd("2", "krigo>")
}

func TestReplInterruptsCells(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 120, 40)
	term.enters("kept := 5")
	term.enters(`fmt.Println("starts"); for {}`)
	term.until("\nstarts")
	term.keys("C-c")
	term.until("Interrupt")
	term.enters("kept * 9")
	term.untilEnd("45", "krigo>")
	term.pastes(heldFit)
	term.keys("Enter")
	term.until("iteration 3")
	term.keys("C-c")
	term.until("best so far returned")
	term.untilEnd("krigo>")
	term.enters(`fmt.Println(len(fit.Model.Params()) > 2, kept)`)
	term.untilEnd("true 5", "krigo>")
	term.types("half a c")
	term.untilEnd("krigo> half a c")
	term.keys("C-c")
	term.untilEnd("krigo> half a c^C", "krigo>")
}

func TestReplFollowsTheSizeOfTheTerminal(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	const literal = `"one two three four five six seven eight nine ten eleven twelve thirteen"`
	term.types("s := " + literal)
	term.keys("M-Enter")
	term.types("len(s)")
	cell := func(width int) string {
		text := []rune("s := " + literal)
		rows := "krigo> "
		for room := width - 1 - len("krigo> "); len(text) > room; text = text[room:] {
			rows += strings.TrimRight(string(text[:room]), " ") + "\n       "
		}
		return rows + string(text) + "\n   ... len(s)"
	}
	term.untilEnd(cell(80))
	for _, size := range [][2]int{{50, 15}, {120, 40}, {40, 10}} {
		term.resize(size[0], size[1])
		term.untilEnd(cell(size[0]))
	}
	term.keys("Enter")
	term.untilEnd("71", "krigo>")
}

func TestReplLeaves(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*terminal){
		"exit":   func(term *terminal) { term.enters("exit") },
		"quit":   func(term *terminal) { term.enters("quit") },
		"Ctrl-D": func(term *terminal) { term.keys("C-d") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := newRepl(t, 80, 24)
			leave(term)
			term.until("status 0")
			term.enters("echoed") // by the terminal and by cat: it is as it was
			term.untilEnd("echoed", "echoed")
		})
	}
}

func TestReplOpensTheUsersEditor(t *testing.T) {
	t.Parallel()
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\n[ \"$1\" = -x ] || exit 3\ntr 12 34 <\"$2\" >\"$2.new\" && mv \"$2.new\" \"$2\" && printf '\\nsum\\n' >>\"$2\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	term := newRepl(t, 80, 24, "EDITOR="+editor+" -x")
	term.types("sum := 1 + 2")
	term.keys("C-x", "C-e")
	term.untilEnd("krigo> sum := 3 + 4", "   ...", "   ... sum")
	term.keys("Enter")
	term.untilEnd("7", "krigo>")
	none := newRepl(t, 80, 24)
	none.types("x := 1")
	none.keys("C-x", "C-e")
	none.untilEnd("krigo> x := 1", "no editor: set VISUAL or EDITOR")
}

// What is typed while a cell runs goes to what asks for it, or is run after it.
func TestReplKeepsWhatIsTypedAhead(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	typed := filepath.Join(t.TempDir(), "typed")
	term.pastes(fmt.Sprintf("fmt.Println(\"starts\")\nfor {\n\tif _, err := os.Stat(%q); err == nil {\n\t\tbreak\n\t}\n\ttime.Sleep(time.Millisecond)\n}", typed))
	term.keys("Enter")
	term.until("\nstarts")
	term.enters(`name := input("name? ")`)
	term.enters("Ann")
	term.enters("if true {")
	term.enters("\tfmt.Println(name + name)")
	term.enters("}")
	term.types("half")
	if err := os.WriteFile(typed, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	term.untilEnd("AnnAnn", "krigo> half")
	term.keys("C-u")
	term.enters(`secret := password("secret? ")`)
	term.until("\nsecret?")
	term.enters("hidden")
	term.enters("len(secret)")
	if screen := term.untilEnd("6", "krigo>"); strings.Contains(screen, "hidden") {
		t.Errorf("the password is shown:\n%s", screen)
	}
}

// An interrupted question takes no key of what is typed after it.
func TestReplGoesOnAfterAnInterruptedQuestion(t *testing.T) {
	t.Parallel()
	for name, variable := range map[string]string{"line editor": "", "plain lines": "TERM=dumb "} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := newTerminal(t, 80, 24, variable+krigo.krigo+" repl", "XDG_DATA_HOME="+t.TempDir())
			term.untilEnd("krigo>")
			for _, question := range []string{"input", "password"} {
				term.enters(question + `("by " + "` + question + `? ")`)
				term.until("\nby " + question + "?")
				term.types("half")
				term.keys("C-c")
				term.until("Interrupt")
				term.untilEnd("krigo>")
				term.enters("6 * 7")
				term.untilEnd("krigo> 6 * 7", "42", "krigo>")
				term.enters(`len(` + question + `("again? "))`)
				term.untilEnd("again?")
				term.enters("whole")
				term.untilEnd("5", "krigo>")
			}
		})
	}
}

func TestReplShowsWhatGoroutinesPrintAboveTheCell(t *testing.T) {
	t.Parallel()
	term := newRepl(t, 80, 24)
	term.enters("done := make(chan bool)")
	term.enters(`go func() { <-done; fmt.Println("printed") }()`)
	term.enters(`go func() { time.Sleep(500 * time.Millisecond); close(done) }()`)
	term.types("half a ce")
	term.untilEnd("printed", "krigo> half a ce")
}

func TestReplWithoutSequences(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 24, "TERM=dumb "+krigo.krigo+" repl | tee "+filepath.Join(t.TempDir(), "out"))
	term.untilEnd("krigo>")
	term.enters("for i := range 2 {")
	term.untilEnd("krigo> for i := range 2 {", "   ...")
	term.enters("fmt.Println(i) }")
	term.untilEnd("0", "1", "krigo>")
	term.enters("exit")
	term.until("status 0")
	plain := newTerminal(t, 80, 24, "TERM=dumb "+krigo.krigo+" repl")
	plain.untilEnd("krigo>")
	plain.types("half")
	plain.untilEnd("krigo> half") // for Ctrl-C has the terminal drop what it has not echoed
	plain.keys("C-c")
	plain.untilEnd("krigo> half^C", "krigo>")
	plain.keys("C-d")
	plain.untilEnd("krigo>", "status 0")
}
