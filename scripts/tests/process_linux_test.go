package main

import "testing"

func TestProcessorTimeIsThatOfTheTree(t *testing.T) {
	parents := map[int]int{1: 0, 10: 1, 11: 10, 12: 11, 20: 1}
	for id, want := range map[int]bool{10: true, 11: true, 12: true, 20: false, 1: false} {
		if got := descends(id, 10, parents); got != want {
			t.Errorf("%d descends from 10: %v", id, got)
		}
	}
}
