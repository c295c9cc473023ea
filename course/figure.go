package course

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/plot"

	"krigo/display/draw"
)

// Figure returns an [Answer] that is a figure of package display or a *plot.Plot of gonum's.
// judge gets the lines and the points that it draws, as [draw.Figure.Series] gives them: at
// least one. It returns nil where they are right, else what is wrong with them.
func Figure(judge func(drawn []draw.Series) error) Answer {
	return Judged("a figure", func(answer any, _ *rand.Rand) ([]draw.Series, error) {
		f, err := figureOf(answer)
		if err != nil {
			return nil, err
		}
		return f.Series()
	}, func(drawn []draw.Series, _ *rand.Rand) error {
		for _, s := range drawn {
			if len(s.X) != len(s.Y) {
				return fmt.Errorf("a series has %d x and %d y", len(s.X), len(s.Y))
			}
		}
		if len(drawn) == 0 {
			return errors.New("the figure draws no line and no points")
		}
		return judge(drawn)
	})
}

// figureOf returns the figure that an answer is or makes.
func figureOf(answer any) (*draw.Figure, error) {
	switch a := answer.(type) {
	case draw.Drawable:
		return a.AsFigure(), nil
	case *plot.Plot:
		return draw.Plot(a), nil
	}
	return nil, fmt.Errorf("the answer is %s, want a figure of display or a *plot.Plot", kindOf(answer))
}
