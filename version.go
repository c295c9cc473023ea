package krigo

// Version is that of the next release, or of this one where its commit has the tag
// v and Version.
const Version = "0.1.0"
