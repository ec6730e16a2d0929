#include "check.h"
#include "ferries/fares.h"

int main(void) {
    CHECK(crossing_fare(10, false), 750);
    CHECK(crossing_fare(20, false), 1100);
    CHECK(crossing_fare(10, true), 900);
    return 0;
}
