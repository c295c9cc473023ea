package main

import (
	"maps"
	"slices"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func sortedValues(m map[string]string) []string { return slices.Sorted(maps.Values(m)) }
