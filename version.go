package krigo

// Version is the version of the next release, or of this one if its commit has the tag v and
// Version.
const Version = "0.1.0"
