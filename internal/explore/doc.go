// Package explore is the explorable figure of widget.Explore: a model with data of one input, whose
// points, hyper-parameters, covariance function and likelihood a reader changes, with all that
// follows from them.
//
// [Answer] answers questions in JSON: the posterior, the log marginal likelihood with its terms and
// its gradient, the landscape of it over two parameters, the steps of a fit, another covariance
// function or likelihood. It has no state between questions, and uses packages gplib and laplace alone.
// The kernel calls it, and so does a browser's page, by WebAssembly (internal/explore/module): both
// give the same numbers.
//
// Package page (internal/explore/page) has the scripts that draw the figure.
package explore
