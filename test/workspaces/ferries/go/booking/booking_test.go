package booking

import (
	"testing"

	"example.com/ferries/fares"
)

func TestTwoPeoplePayTwiceTheFare(t *testing.T) {
	if got, want := Book(2, 10, false).Cents, 2*fares.CrossingFare(10, false); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestTheReceiptSaysWhatIsToBePaid(t *testing.T) {
	if got, want := Receipt(Book(2, 10, false)), "2 × 750\nto pay: 15.00"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
