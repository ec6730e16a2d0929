#include "ferries/booking.h"
#include "ferries/fares.h"
#include <stdio.h>

void receipt( const struct booking* booking, char* text, size_t size )
{
  int single=crossing_fare(booking->kilometres,false);
  snprintf( text, size, "%d x %d\nto pay: %d.%02d", booking->people, single, booking->cents / 100, booking->cents % 100 );
}
