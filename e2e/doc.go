// Package e2e tests the krigo binary against real peers: JupyterLab, Notebook 7, JupyterHub and
// Voilà in a headless Chromium, Jupyter's kernel test suite and command-line tools, nbgrader,
// papermill and others, terminals of tmux, and a Slurm of two nodes. make reach lists the front ends.
//
// The peers come from Debian packages and PyPI (make deps installs them). The test of a
// missing one is skipped, or fails if KRIGO_E2E=1 is set, as by make test.
package e2e
