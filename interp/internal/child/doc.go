// Package child starts processes that a session can end with all that they
// have started, and hands files over to them.
//
// What differs between systems is here and in few places beside: a Unix has
// process groups and descriptors, Windows jobs and handles.
package child
