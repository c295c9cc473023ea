package parquet

import (
	"errors"
	"io"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// column is a column of one group of rows. Pages of finite numbers are taken
// whole, and those with other cells value by value.
type column struct {
	pages    parquet.Pages
	unsigned bool
	page     parquet.Page        // the present one, or nil
	numbers  []float64           // of a page of numbers, not handed out
	room     []float64           // for numbers that are not stored as doubles
	words    []float64           // numbers of the dictionary, or nil
	values   parquet.ValueReader // of a page of other cells, or nil
	buffer   []parquet.Value
	waiting  []parquet.Value // read of values, not handed out
	value    parquet.Value   // of the present row
}

// begin turns to the next page if the present one is used up.
func (c *column) begin() error {
	for len(c.numbers) == 0 && len(c.waiting) == 0 && c.values == nil {
		if err := c.turn(); err != nil {
			return err
		}
	}
	return nil
}

// turn turns to the next page.
func (c *column) turn() error {
	c.release()
	page, err := c.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		return errors.New("there are fewer values than rows")
	}
	if err != nil {
		return err
	}
	c.page = page
	if c.numbers = c.numbersOf(page); c.numbers == nil {
		c.values = page.Values()
	}
	return nil
}

// release releases the present page after its last use.
func (c *column) release() {
	parquet.Release(c.page)
	c.page, c.numbers, c.waiting, c.values = nil, nil, nil, nil
}

func (c *column) close() error {
	c.release()
	return c.pages.Close()
}

// take returns n numbers, which are valid until the next page.
func (c *column) take(n int) []float64 {
	taken := c.numbers[:n]
	c.numbers = c.numbers[n:]
	return taken
}

// next goes to the value of the next row.
func (c *column) next() error {
	for len(c.waiting) == 0 {
		if err := c.begin(); err != nil {
			return err
		}
		if len(c.numbers) > 0 {
			c.value = parquet.DoubleValue(c.take(1)[0])
			return nil
		}
		if err := c.fill(); err != nil {
			return err
		}
	}
	c.value, c.waiting = c.waiting[0], c.waiting[1:]
	return nil
}

// fill reads some values of a page of other cells.
func (c *column) fill() error {
	if c.buffer == nil {
		c.buffer = make([]parquet.Value, 1024)
	}
	n, err := c.values.ReadValues(c.buffer)
	c.waiting = c.buffer[:n]
	if errors.Is(err, io.EOF) {
		c.values, err = nil, nil
	}
	return err
}

// numbersOf returns the numbers of a page, or nil if a cell is not a finite number.
func (c *column) numbersOf(page parquet.Page) []float64 {
	if page.NumNulls() > 0 {
		return nil
	}
	data := page.Data()
	var numbers []float64
	if dictionary := page.Dictionary(); dictionary != nil {
		numbers = c.lookUp(dictionary, data.Int32())
	} else {
		numbers = c.doubles(data)
	}
	if int64(len(numbers)) != page.NumValues() || !allFinite(numbers) {
		return nil
	}
	return numbers
}

// lookUp returns numbers of the column's dictionary, nil if it does not hold
// numbers.
func (c *column) lookUp(dictionary parquet.Dictionary, indices []int32) []float64 {
	if c.words == nil {
		c.words = slices.Clone(c.doubles(dictionary.Page().Data()))
	}
	if c.words == nil {
		return nil
	}
	c.room = slices.Grow(c.room[:0], len(indices))[:len(indices)]
	for i, at := range indices {
		c.room[i] = c.words[at]
	}
	return c.room
}

// doubles returns stored numbers as doubles, nil for other cells.
func (c *column) doubles(data encoding.Values) []float64 {
	switch data.Kind() {
	case encoding.Double:
		return data.Double()
	case encoding.Float:
		c.room = converted(c.room, data.Float())
	case encoding.Int32:
		if c.unsigned {
			c.room = converted(c.room, data.Uint32())
		} else {
			c.room = converted(c.room, data.Int32())
		}
	case encoding.Int64:
		if c.unsigned {
			c.room = converted(c.room, data.Uint64())
		} else {
			c.room = converted(c.room, data.Int64())
		}
	default:
		return nil
	}
	return c.room
}

// converted returns values as doubles, in room if it is large enough.
func converted[T float32 | int32 | int64 | uint32 | uint64](room []float64, values []T) []float64 {
	room = slices.Grow(room[:0], len(values))[:len(values)]
	for i, v := range values {
		room[i] = float64(v)
	}
	return room
}

func allFinite(values []float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}
