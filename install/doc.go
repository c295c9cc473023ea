// Package install makes krigo known to Jupyter: it writes, finds and removes
// kernelspecs, the folders by which Jupyter starts kernels.
//
//	spec, err := install.Install(install.Options{Binary: "/usr/local/bin/krigo", DataDir: dir})
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/kernels.html#kernel-specs.
package install
