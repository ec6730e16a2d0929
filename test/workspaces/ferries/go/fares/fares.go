// Package fares knows what one person pays for one crossing, in cents, and what a group saves.
package fares

import "math"

const (
	boarding     = 400
	perKilometre = 35
	// GroupSize is how many people get a discount.
	GroupSize = 8
)

// CrossingFare is the price for one person.
func CrossingFare(kilometres int, summer bool) int {
	base := float64(boarding + kilometres*perKilometre)
	if summer {
		base *= 1.2
	}
	return RoundToTen(base)
}

// GroupDiscount is the part of the price that is taken off.
func GroupDiscount(people int) float64 {
	if people > GroupSize {
		return 0.1
	}
	return 0
}

// RoundToTen leaves no single cents.
func RoundToTen(cents float64) int {
	return int(math.Round(cents/10)) * 10
}
