// A booking: who crosses how far, and what all of them pay.
#ifndef FERRIES_BOOKING_H
#define FERRIES_BOOKING_H

#include <stdbool.h>
#include <stddef.h>

struct booking {
    int people;
    int kilometres;
    int cents;
};

struct booking book(int people, int kilometres, bool summer);

// What is printed for those who pay.
void receipt(const struct booking *booking, char *text, size_t size);

#endif
