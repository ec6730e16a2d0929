#include <stdio.h>
#define LIMIT 10
#define MAX(a,b) ((a)>(b)?(a):(b))
typedef struct cart { int items; struct { int deep; } in; char *name, tag[3]; } Cart;
struct line { int amount; };
enum state { OPEN, CLOSED = 2 };
union bits { int a; float b; };
typedef int (*handler)(int);
typedef unsigned long id_t2;
static int count = 0, other;
const char *names[3];
int total(int a);
static inline int *find(struct cart *c, int x) { int local = 1; return 0; }
int (*callback)(int);
extern int shared;
int main(void) { return 0; }
