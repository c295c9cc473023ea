// Package about describes krigo as a kernel, for all programs that run one.
package about

import (
	"runtime"
	"strings"

	"krigo/kernel"
)

// Kernel returns what krigo tells Jupyter about itself, with its version.
func Kernel(version string) kernel.Info {
	return kernel.Info{
		Implementation:        "krigo",
		ImplementationVersion: version,
		Language: kernel.LanguageInfo{
			Name:           "go",
			Version:        strings.TrimPrefix(runtime.Version(), "go"),
			MimeType:       "text/x-go",
			FileExtension:  ".go",
			PygmentsLexer:  "go",
			CodeMirrorMode: "go",
		},
		Banner: "krigo " + version + ": Gaussian processes in Go. gplib and display need no import; %help shows more.",
		HelpLinks: []kernel.HelpLink{
			{Text: "The Go language", URL: "https://go.dev/ref/spec"},
			{Text: "The Go standard library", URL: "https://pkg.go.dev/std"},
			{Text: "Gonum", URL: "https://pkg.go.dev/gonum.org/v1/gonum"},
			{Text: "Gaussian Processes for Machine Learning", URL: "https://gaussianprocess.org/gpml/"},
		},
	}
}
