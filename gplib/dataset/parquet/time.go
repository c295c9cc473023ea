package parquet

import (
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// storedTime is the meaning of the integers of a column of dates or times,
// which count from the beginning of 1970.
type storedTime struct {
	unit time.Duration // 0: days
	utc  bool          // they are instants, not what local clocks show
}

// storedTimeOf returns the storedTime of a column's type, or nil.
func storedTimeOf(t parquet.Type) *storedTime {
	logical := t.LogicalType()
	if logical == nil {
		return nil
	}
	switch l := logical.Value.(type) {
	case *format.DateType:
		return &storedTime{}
	case *format.TimestampType:
		switch l.Unit.Value.(type) {
		case *format.MilliSeconds:
			return &storedTime{time.Millisecond, l.IsAdjustedToUTC}
		case *format.MicroSeconds:
			return &storedTime{time.Microsecond, l.IsAdjustedToUTC}
		case *format.NanoSeconds:
			return &storedTime{time.Nanosecond, l.IsAdjustedToUTC}
		}
	}
	return nil
}

// text writes a stored integer as in ISO 8601.
func (s *storedTime) text(v int64) string {
	if s.unit == 0 {
		return time.Unix(v*86400, 0).UTC().Format(time.DateOnly)
	}
	perSecond := int64(time.Second / s.unit)
	t := time.Unix(v/perSecond, v%perSecond*int64(s.unit)).UTC()
	if s.utc {
		return t.Format(time.RFC3339Nano)
	}
	return t.Format("2006-01-02T15:04:05.999999999")
}
