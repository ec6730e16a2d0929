#include "ferries/booking.h"
#include "ferries/fares.h"

struct booking book(int people, int kilometres, bool summer) {
    int full = people * crossing_fare(kilometres, summer);
    struct booking booking = {people, kilometres,
                              round_to_ten(full * (100 - group_discount(people)) / 100)};
    return booking;
}
