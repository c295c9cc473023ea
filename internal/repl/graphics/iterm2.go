package graphics

import (
	"encoding/base64"
	"fmt"
)

// iterm2 draws a PNG file as iTerm2, WezTerm and mintty do; they decode and scale it.
func iterm2(data []byte, b box) string {
	return fmt.Sprintf("\x1b]1337;File=inline=1;size=%d;width=%d;height=%d;preserveAspectRatio=1:%s\a\r\n",
		len(data), b.columns, b.rows, base64.StdEncoding.EncodeToString(data))
}
