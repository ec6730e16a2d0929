package fares

import "testing"

func TestFaresGrowWithTheDistance(t *testing.T) {
	for kilometres, want := range map[int]int{10: 750, 20: 1100} {
		if got := CrossingFare(kilometres, false); got != want {
			t.Errorf("%d km: got %d, want %d", kilometres, got, want)
		}
	}
}

func TestFaresAreAFifthHigherInSummer(t *testing.T) {
	if got := CrossingFare(10, true); got != 900 {
		t.Errorf("got %d, want 900", got)
	}
}

func TestGroups(t *testing.T) {
	t.Run("seven people are none", func(t *testing.T) {
		if got := GroupDiscount(7); got != 0 {
			t.Errorf("got %v, want 0", got)
		}
	})
	t.Run("eight people are one", func(t *testing.T) {
		if got := GroupDiscount(8); got != 0.1 {
			t.Errorf("got %v, want 0.1", got)
		}
	})
}
