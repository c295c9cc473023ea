// Module github.com/go-echarts/go-echarts/v2@v2.6.7

package main

import (
	"bytes"
	"fmt"
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"strings"
)

func main() {
	bar := charts.NewBar()
	bar.SetGlobalOptions(charts.WithTitleOpts(opts.Title{Title: "t", Subtitle: "s"}), charts.WithInitializationOpts(opts.Initialization{ChartID: "abc"}))
	bar.SetXAxis([]string{"Mon", "Tue"}).AddSeries("A", []opts.BarData{{Value: 1}, {Value: 2}})
	var b bytes.Buffer
	err := bar.Render(&b)
	fmt.Println(b.Len(), err, strings.Contains(b.String(), `"Mon"`))
}
