package child

import "time"

// lastWords is the time for which output is still read after a command was killed.
const lastWords = time.Second

// Run runs the group's command, which was made with [os/exec.CommandContext], until
// it ends or its context does, which kills all that it has started, too. Run returns the
// errors of [os/exec.Cmd.Wait].
func (g *Group) Run() error {
	defer g.Close()
	g.cmd.Cancel, g.cmd.WaitDelay = g.Kill, lastWords
	if err := g.Start(); err != nil {
		return err
	}
	return g.cmd.Wait()
}
