// The smallest check there is.
#include <stdio.h>

#define CHECK(got, want)                                                                           \
    do {                                                                                           \
        if ((got) != (want)) {                                                                     \
            fprintf(stderr, "%s:%d: got %d, want %d\n", __FILE__, __LINE__, (got), (want));        \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)
