package booking

import ("fmt"
	"example.com/ferries/fares")

// Receipt is what is printed for those who pay.
func Receipt( booking Booking ) string {
    single := fares.CrossingFare(booking.Kilometres,false)
    return fmt.Sprintf( "%d × %d\nto pay: %.2f", booking.People, single, float64(booking.Cents)/100 )
}
