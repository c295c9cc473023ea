// Module github.com/gosimple/unidecode@v1.0.1

package main

import (
	"fmt"

	"github.com/gosimple/unidecode"
)

func main() {
	fmt.Println(unidecode.Unidecode("北京kožušček"))
}
