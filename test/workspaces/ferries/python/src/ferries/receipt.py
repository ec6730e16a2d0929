"""What is printed for those who pay."""
from ferries import fares
from ferries.booking import Booking

def receipt( booking: Booking ) -> str:
    single = fares.crossing_fare( booking.kilometres, 'low' )
    lines = [ f'{booking.people} × {single}',
              f'to pay: {booking.cents / 100:.2f}' ]
    return '\n'.join(lines)
