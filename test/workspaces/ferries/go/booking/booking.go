// Package booking knows who crosses how far, and what all of them pay.
package booking

import "example.com/ferries/fares"

// Booking is what was ordered.
type Booking struct {
	People, Kilometres, Cents int
}

// Book takes the discount of a group off.
func Book(people, kilometres int, summer bool) Booking {
	full := float64(people * fares.CrossingFare(kilometres, summer))
	return Booking{people, kilometres, fares.RoundToTen(full * (1 - fares.GroupDiscount(people)))}
}
