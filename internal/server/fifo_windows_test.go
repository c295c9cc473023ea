package server

import "errors"

func fifo(string) error { return errors.ErrUnsupported }
