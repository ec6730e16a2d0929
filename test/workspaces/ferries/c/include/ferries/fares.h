// What one person pays for one crossing, in cents, and what a group saves.
#ifndef FERRIES_FARES_H
#define FERRIES_FARES_H

#include <stdbool.h>

#define GROUP_SIZE 8

int crossing_fare(int kilometres, bool summer);

// The percents that are taken off.
int group_discount(int people);

int round_to_ten(int cents);

#endif
