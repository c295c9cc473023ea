// Module github.com/joho/godotenv@v1.5.1

package main

import (
	"fmt"

	"github.com/joho/godotenv"
)

func main() {
	m, err := godotenv.Unmarshal("A=1\nB=\"x y\" # c\nC=${A}2\n")
	fmt.Println(m, err)
}
