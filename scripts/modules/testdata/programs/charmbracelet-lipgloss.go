// Module github.com/charmbracelet/lipgloss@v1.1.0

package main

import (
	"fmt"

	"github.com/charmbracelet/lipgloss"
)

func main() {
	fmt.Println(lipgloss.NewStyle().Width(12).Align(lipgloss.Center).Border(lipgloss.NormalBorder()).Render("hi"))
}
