package display

import (
	"fmt"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/metric"
)

// ROC draws the receiver operating characteristic of predicted labels y, 0 or 1: the part
// of labels 1 that are found against the part of labels 0 that are mistaken for 1, at
// each threshold of the probability. The nearer to the upper left corner, the better;
// the area below is the probability that a label 1 has a larger probability than a label 0
// ([metric.AUC]). Chance is the diagonal. The dot is the threshold 1/2. The figure does not
// depend on how rare a label is; [PrecisionRecall] does.
func ROC(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("ROC", y, predictions, (*AssessmentFigure).addROC)
}

func (f *AssessmentFigure) addROC(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "false positive rate", "true positive rate (recall)"
	chance := draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	p.Add(draw.Curve{X: []float64{0, 1}, Y: []float64{0, 1}, Style: chance})
	err := f.addThresholds(p, "ROC", "area", metric.AUC, metric.Confusion.FalsePositiveRate, metric.Confusion.Recall, func(i int, half metric.Confusion, area float64) {
		f.tell(i, "the area under the curve is %s; the threshold 1/2 finds %s %% of the labels 1, and mistakes %s %% of the labels 0", draw.Value(area),
			draw.Value(100*half.Recall()), draw.Value(100*half.FalsePositiveRate()))
	})
	p.Keys = append(p.Keys, draw.Key{Name: "chance", Line: chance})
	return err
}

// PrecisionRecall draws the precision of predicted labels y, 0 or 1, the part of answers 1 that
// are right, against the recall, the part of labels 1 that are found, at each threshold of
// the probability. The nearer to the upper right corner, the better; chance has the share
// of labels 1 as precision. The dot is the threshold 1/2. For a rare label 1 it shows the
// false alarms that [ROC] divides by the many labels 0.
func PrecisionRecall(y []float64, predictions ...gplib.Prediction) *AssessmentFigure {
	return assessment("precision-recall", y, predictions, (*AssessmentFigure).addPrecision)
}

func (f *AssessmentFigure) addPrecision(p *draw.Panel) error {
	p.X.Label.Text, p.Y.Label.Text = "recall", "precision"
	err := f.addThresholds(p, "PrecisionRecall", "average", metric.AveragePrecision, metric.Confusion.Recall, metric.Confusion.Precision, func(i int, half metric.Confusion, area float64) {
		f.tell(i, "the average precision is %s; at the threshold 1/2 %s %% of the answers 1 are right, and find %s %% of the labels 1", draw.Value(area),
			draw.Value(100*half.Precision()), draw.Value(100*half.Recall()))
	})
	if err != nil {
		return err
	}
	share, chance := 0.0, draw.Stroke(draw.MutedColor, 0.9, 3, 2)
	for _, v := range f.y {
		share += v / float64(len(f.y))
	}
	p.Add(draw.Curve{X: []float64{0, 1}, Y: []float64{share, share}, Style: chance})
	p.Keys = append(p.Keys, draw.Key{Name: "chance", Line: chance})
	return nil
}

// addThresholds draws two rates of each prediction against one another at all thresholds, with the
// threshold 1/2, and names the prediction with a summary of them.
func (f *AssessmentFigure) addThresholds(p *draw.Panel, kind, summary string, of func(y, score []float64) (float64, error),
	x, y func(metric.Confusion) float64, tell func(i int, half metric.Confusion, summary float64)) error {
	for i := range f.predictions {
		probabilities, err := f.probabilities(kind, i)
		if err != nil {
			return err
		}
		all, err := metric.Thresholds(f.y, probabilities)
		if err != nil {
			return fmt.Errorf("display: %s: prediction %d: %w", kind, i, err)
		}
		half, err := metric.ConfusionAt(f.y, probabilities, 0.5)
		if err != nil {
			return fmt.Errorf("display: %s: prediction %d: %w", kind, i, err)
		}
		value, err := of(f.y, probabilities)
		if err != nil {
			return fmt.Errorf("display: %s: prediction %d: %w", kind, i, err)
		}
		curve := draw.Curve{Style: draw.Stroke(draw.Color(i), draw.LineWidth)}
		for _, c := range all {
			curve.X, curve.Y = append(curve.X, x(c)), append(curve.Y, y(c))
		}
		dot := draw.DotStyle(1, draw.Color(i))
		dot.Radius *= 2
		p.Add(curve, draw.Dots{X: []float64{x(half)}, Y: []float64{y(half)}, Style: dot})
		p.Keys = append(p.Keys, draw.Key{Name: fmt.Sprintf("%s, %s %s", f.name(i), summary, draw.Value(value)), Line: curve.Style})
		tell(i, half, value)
	}
	dot := draw.DotStyle(1, draw.MutedColor)
	dot.Radius *= 2
	p.Keys = append(p.Keys, draw.Key{Name: "threshold 1/2", Dot: &dot})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1.02
	return nil
}
