// Package install makes krigo known to Jupyter and to git: it writes, finds and
// removes kernelspecs, the folders by which Jupyter starts kernels, and git's
// settings for notebooks.
//
//	spec, err := install.Install(install.Options{Binary: "/usr/local/bin/krigo", DataDir: dir})
//
// Reference: https://jupyter-client.readthedocs.io/en/stable/kernels.html#kernel-specs;
// for git, gitattributes(5), "filter" and "Defining an external diff driver".
package install
