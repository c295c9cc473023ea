// Package e2e tests the krigo binary against real peers: Jupyter's kernel test
// suite, nbconvert, nbclient, jupyter console, the classic notebook in a headless
// Chromium, terminals of tmux, and a Slurm of two nodes.
//
// The peers come from Debian packages and PyPI (make deps installs them). The test of a
// missing one is skipped, or fails if KRIGO_E2E=1 is set, as by make test.
package e2e
