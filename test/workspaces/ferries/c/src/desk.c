// The desk tells over HTTP what a crossing costs.
#include "ferries/booking.h"
#include "ferries/fares.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int number(const char *asked, const char *name) {
    const char *found = strstr(asked, name);
    return found ? atoi(found + strlen(name)) : 1;
}

static void tell(int connection) {
    char asked[2048] = "";
    char body[128];
    char answer[512];
    if (read(connection, asked, sizeof asked - 1) <= 0) return;
    int kilometres = number(asked, "km=");
    snprintf(body, sizeof body, "{\"single\":%d,\"cents\":%d}", crossing_fare(kilometres, false),
             book(number(asked, "people="), kilometres, false).cents);
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
                          "content-length: %zu\r\nconnection: close\r\n\r\n%s",
                          strlen(body), body);
    if (write(connection, answer, (size_t)length) < 0) perror("write");
}

int main(int argc, char **argv) {
    int port = argc > 1 ? atoi(argv[1]) : 8080;
    int yes = 1;
    int door = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(door, (struct sockaddr *)&here, sizeof here) != 0 || listen(door, 8) != 0) {
        perror("desk");
        return 1;
    }
    printf("desk open on %d\n", port);
    fflush(stdout);
    for (;;) {
        int connection = accept(door, NULL, NULL);
        tell(connection);
        close(connection);
    }
}
