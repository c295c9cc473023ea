//go:build race

package format

const raceDetector = true
