// Module github.com/PuerkitoBio/goquery@v1.13.0

package main

import (
	"fmt"
	"github.com/PuerkitoBio/goquery"
	"strings"
)

func main() {
	d, err := goquery.NewDocumentFromReader(strings.NewReader("<ul><li class=a>1</li><li>2</li></ul>"))
	d.Find("li").Each(func(i int, s *goquery.Selection) { fmt.Println(i, s.Text()) })
	fmt.Println(d.Find("li.a").Length(), err)
}
