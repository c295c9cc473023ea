package core

import "reflect"

// MapIter iterates over a map with keys that lookups do not find, such as NaN.
type MapIter struct{ iter *reflect.MapIter }

func mapRange(m any) *MapIter { return &MapIter{reflect.ValueOf(m).MapRange()} }

func mapNext(it *MapIter) bool { return it.iter.Next() }

func mapKey(it *MapIter) any { return it.iter.Key().Interface() }

func mapValue(it *MapIter) any { return it.iter.Value().Interface() }
