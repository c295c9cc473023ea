// Package widget has live controls for notebooks: sliders, switches, choices, buttons
// and fields whose values cells read, and outputs that are redrawn when the user moves
// one. It needs no Python: a front end with the scripts of Jupyter's widgets is enough
// (jupyterlab_widgets, or in Debian's classic notebook
// jupyter-nbextension-jupyter-js-widgets).
//
//	l := widget.Float("lengthscale", 0.05, 3).Value(1).Log()
//	noise := widget.Float("noise", 0.01, 1).Value(0.1).Log()
//	widget.Show(func() any {
//		model := gplib.Model{Cov: cov.SE(l.Get()), Noise: gplib.Gaussian(noise.Get())}
//		p, err := gplib.Condition(model, data)
//		if err != nil {
//			return err
//		}
//		return display.Fit(&gplib.Result{Model: model, Posterior: p})
//	}, l, noise)
//
// Controls are plain values: Get returns the current value and Set moves the slider;
// OnChange calls a function. A control that is a cell's last expression shows itself.
// Wrong options, such as ends of a range in the wrong order, are errors when the
// control is shown. Label sets a better label than the name.
//
// Functions of Show, OnChange and OnClick are handlers: they run one at a time and
// never while a cell runs, except for controls with the option Concurrent. What they
// print goes to the cell that called Show or showed the control first, and an interrupt
// ends them. While a slider moves only its latest value counts: a function that takes a
// second runs once a second. Figures are drawn in draft quality then, and in full
// quality 300 ms after the last change.
//
// Without a front end (a script, krigo run, the terminal) controls keep their values
// and show themselves as a line of text. Notebooks and pages that krigo run saves show
// them, too: they do not move there, and say to run the cell.
//
// [Frames] draws the output of [Show] ahead, for readers without a kernel: its sliders
// move in pages that krigo exports and in trusted notebooks.
//
// [Explore] is a Show of its own for a model: a slider for each hyper-parameter, the
// posterior and the log marginal likelihood; [ExploreFrames] draws it ahead.
// [ExploreFit] runs through the steps of a fit, which files have as frames; [ExploreFitFrames]
// draws them ahead everywhere.
// [Race] runs several learners on one landscape, [Occam] compares models by their
// evidence over data sets, and [ExploreSearch] replays a Bayesian optimisation: krigo's
// pages, and JupyterLab with krigo's extension, draw the three from what is recorded in
// the output, without a kernel.
//
// # Front ends
//
// The messages follow ipywidgets: protocol 2.1, with ranges of versions that
// both its 7th and its 8th edition satisfy, and where the front end opens a comm to
// jupyter.widget.version, protocol 1 of its 6th. The kernel sends the echoes by which
// several front ends agree (protocol 2 only).
package widget
