#include "ferries/fares.h"

static const int boarding = 400;
static const int per_kilometre = 35;

int crossing_fare(int kilometres, bool summer) {
    int base = boarding + kilometres * per_kilometre;
    return round_to_ten(summer ? base * 6 / 5 : base);
}

int group_discount(int people) { return people > GROUP_SIZE ? 10 : 0; }

int round_to_ten(int cents) { return (cents + 5) / 10 * 10; }
