// Module github.com/rs/zerolog@v1.35.1

package main

import (
	"github.com/rs/zerolog"
	"os"
)

func main() {
	l := zerolog.New(os.Stdout)
	l.Info().Str("a", "b").Int("n", 3).Floats64("f", []float64{1, 2}).Msg("hi")
}
