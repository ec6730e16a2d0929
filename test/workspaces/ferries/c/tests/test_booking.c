#include "check.h"
#include "ferries/booking.h"
#include "ferries/fares.h"
#include <string.h>

int main(void) {
    char text[64];
    struct booking booking = book(2, 10, false);
    CHECK(booking.cents, 2 * crossing_fare(10, false));
    receipt(&booking, text, sizeof text);
    CHECK(strcmp(text, "2 x 750\nto pay: 15.00"), 0);
    return 0;
}
