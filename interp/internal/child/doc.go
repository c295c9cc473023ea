// Package child starts processes that a session can end with all that they
// have started, and hands files over to them.
//
// Differences between systems are here and in few other places: a Unix has
// process groups and descriptors, Windows jobs and handles.
package child
