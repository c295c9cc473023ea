// Package gp draws and tabulates Gaussian processes: what fits learned and how
// they converged, the objective about them, how far predictions can be trusted,
// Markov chains, and the progress of a fit while it runs. It registers how
// results, models, data, traces, predictions, chains and covariance functions
// show themselves.
//
// Users import package display, which passes all of this on.
package gp
