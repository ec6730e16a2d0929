#include "check.h"
#include "ferries/fares.h"

int main(void) {
    CHECK(group_discount(7), 0);
    CHECK(group_discount(8), 10);
    return 0;
}
