// A crowd of WebSocket clients in one thread: it counts what a server delivers, and when.
//
//   load PORT PATH CONNECTIONS SAYS WHAT MODE ARGUMENTS...
//
// SAYS is a file whose lines the connections say once they are open (the last line is for all that
// follow; an empty one says nothing; `sio` alone: the opening of Socket.IO). WHAT is a text that
// marks a frame to be counted, near its start. Prints `ready` when everybody is in and silent for QUIET
// seconds (from the environment), waits for a line on standard input, runs, and prints one line of
// JSON.
//
//   rounds LINES COUNT RATE  connection 0 says a line of LINES, RATE times a second (0: at once),
//                            each once everybody has got what came of the one before
//   acks LINES SECONDS       every connection says a line of LINES and, once it is answered, again
//   listen SECONDS PERIOD SETTLING  how far what comes every PERIOD seconds is from its time, and gaps
//                            in `seq`; it begins SETTLING seconds later, when those who came in are served
//   hold                     wait for one more line
//
// In LINES a `########` becomes a running number. Frames are sent with a zero mask.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { OPENING_AT_ONCE = 64, MARK_WITHIN = 96, BUFFER = 1 << 18, PATIENCE_S = 30 };
typedef struct {
    int fd, open;
    char *kept;  // what of a frame has come so far
    size_t size;
    long count, seq, gaps;
    double last, said;
} Conn;
typedef struct { char **line; int count; } Lines;

static Conn *conns;
static int total, opened, port, epoll, socketio;
static const char *path, *mark;
static Lines says;
static long deliveries, reached, goal = -1;
static unsigned long numbers;
static double heard_at;
static double *times;
static size_t timed, room;
static void (*on_mark)(Conn *, double);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static void fail(const char *why) {
    printf("{\"error\": \"%s\", \"errno\": %d}\n", why, errno);
    exit(1);
}
static void note(double seconds) {
    if (timed == room) times = realloc(times, (room = room ? room * 2 : 4096) * sizeof *times);
    times[timed++] = seconds;
}
static Lines lines_of(const char *file) {
    Lines found = {calloc(200000, sizeof(char *)), 0};
    FILE *f = fopen(file, "r");
    if (!f) fail("a file is missing");
    size_t size = 0;
    ssize_t got;
    char *line = NULL;
    while ((got = getline(&line, &size, f)) >= 0) {
        if (got && line[got - 1] == '\n') line[--got] = 0;
        found.line[found.count++] = strdup(line);
    }
    fclose(f);
    if (!found.count) fail("a file is empty");
    return found;
}

static void send_all(Conn *c, const char *data, size_t size) {
    while (size) {
        ssize_t sent = send(c->fd, data, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN) { usleep(100); continue; }
        if (sent < 0) fail("a server hung up");
        data += sent, size -= sent;
    }
}
static void frame(Conn *c, int opcode, const char *data, size_t size) {
    char *out = malloc(size + 14);
    size_t head = 2;
    out[0] = 0x80 | opcode;
    if (size < 126) out[1] = 0x80 | size;
    else if (size < 65536) out[1] = 0x80 | 126, out[2] = size >> 8, out[3] = size & 255, head = 4;
    else fail("a line is too long");
    memset(out + head, 0, 4);
    memcpy(out + head + 4, data, size);
    send_all(c, out, head + 4 + size);
    free(out);
}
static void say(Conn *c, const char *line) {
    char *text = strdup(line), *place = strstr(text, "########");
    if (place) {
        char number[9];
        snprintf(number, sizeof number, "%08lu", ++numbers % 100000000ul);
        memcpy(place, number, 8);
    }
    c->said = now();
    frame(c, 1, text, strlen(text));
    free(text);
}

static void enter(int i) {
    Conn *c = &conns[i];
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (c->fd < 0 || connect(c->fd, (void *)&to, sizeof to)) fail("cannot connect");
    int one = 1;
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char text[512];
    int size = snprintf(text, sizeof text,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n", path, port);
    send_all(c, text, size);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &e);
}
static void is_in(Conn *c) {
    c->open = 1, opened++;
    if (socketio) return;  // it says more once the server has said its part
    long i = c - conns;
    const char *line = says.line[i < says.count ? i : says.count - 1];
    if (*line) say(c, line);
}

static void hear(Conn *c, int opcode, const char *data, size_t size) {
    if (opcode == 8) fail("a server closed a connection");
    if (opcode == 9) frame(c, 10, data, size);
    if (opcode != 1 && opcode != 2) return;
    if (socketio && size && data[0] == '0') frame(c, 1, "40", 2);
    if (socketio && size == 1 && data[0] == '2') frame(c, 1, "3", 1);
    if (!memmem(data, size < MARK_WITHIN ? size : MARK_WITHIN, mark, strlen(mark))) return;
    deliveries++;
    if (++c->count == goal) reached++;
    const char *seq = memmem(data, size < MARK_WITHIN ? size : MARK_WITHIN, "\"seq\":", 6);
    if (seq) {
        long value = strtol(seq + 6, NULL, 10);
        if (c->seq && value != c->seq + 1) c->gaps++;
        c->seq = value;
    }
    if (on_mark) on_mark(c, now());
}
static size_t frames(Conn *c, const char *data, size_t size) {
    size_t at = 0;
    while (size - at >= 2) {
        const unsigned char *f = (const unsigned char *)data + at;
        uint64_t length = f[1] & 127;
        size_t head = length == 126 ? 4 : length == 127 ? 10 : 2;
        if (size - at < head) break;
        if (head == 4) length = f[2] << 8 | f[3];
        if (head == 10) { length = 0; for (int k = 2; k < 10; k++) length = length << 8 | f[k]; }
        if (size - at - head < length) break;
        hear(c, f[0] & 15, data + at + head, length);
        at += head + length;
    }
    return at;
}
static void feed(Conn *c, const char *data, size_t size) {
    if (c->size) {
        c->kept = realloc(c->kept, c->size + size);
        memcpy(c->kept + c->size, data, size);
        data = c->kept, size += c->size;
    }
    size_t at = 0;
    const char *end;
    if (!c->open && (end = memmem(data, size, "\r\n\r\n", 4))) {
        if (size < 12 || memcmp(data + 9, "101", 3)) fail("a server refused a connection");
        at = end + 4 - data;
        is_in(c);
    }
    if (c->open) at += frames(c, data + at, size - at);
    char *left = NULL;
    if (size > at) left = malloc(size - at), memcpy(left, data + at, size - at);
    free(c->kept);
    c->kept = left, c->size = size - at;
}
static void wait_for(int ms) {
    static struct epoll_event events[512];
    static char buffer[BUFFER];
    int n = epoll_wait(epoll, events, 512, ms);
    for (int i = 0; i < n; i++) {
        Conn *c = &conns[events[i].data.u32];
        ssize_t got = recv(c->fd, buffer, sizeof buffer, 0);
        if (got == 0 || (got < 0 && errno != EAGAIN)) fail("a server hung up");
        if (got > 0) feed(c, buffer, got), heard_at = now();
    }
}

static void assemble(void) {
    const char *text = getenv("QUIET");
    double end = now() + PATIENCE_S + total / 50.0, quiet = text ? atof(text) : 0.4;
    for (int i = 0; i < total; i++) {
        enter(i);
        do wait_for(0); while (i - opened > OPENING_AT_ONCE && now() < end);
    }
    while (opened < total || now() - heard_at < quiet) {
        wait_for(20);
        if (now() > end) fail("not everybody came in");
    }
}
static void until(double moment) {
    double left;
    while ((left = moment - now()) > 0) wait_for(left > 0.002 ? (int)(left * 1e3) - 1 : 0);
}
static void rounds(Lines lines, long count, double rate) {
    double begun = now();
    for (long i = 0; i < count; i++) {
        if (rate > 0) until(begun + i / rate);
        goal = i + 1, reached = 0;
        double said = now();
        say(&conns[0], lines.line[i % lines.count]);
        while (reached < total) {
            wait_for(10);
            if (now() - said > PATIENCE_S) fail("a round did not end");
        }
        note(now() - said);
    }
}
static Lines asked;
static void ask_again(Conn *c, double at) {
    note(at - c->said);
    say(c, asked.line[(c - conns) % asked.count]);
}
static double period;
static void in_time(Conn *c, double at) {
    if (c->last) note(at - c->last > period ? at - c->last - period : period - (at - c->last));
    c->last = at;
}
static int ascending(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return (x > y) - (x < y);
}
static double share(double part) { return timed ? times[(size_t)(part * (timed - 1))] * 1e3 : 0; }

int main(int n, char **a) {
    if (n < 7) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    port = atoi(a[1]), path = a[2], total = atoi(a[3]), mark = a[5];
    socketio = !strcmp(a[4], "sio");
    if (!socketio) says = lines_of(a[4]);
    conns = calloc(total, sizeof *conns);
    epoll = epoll_create1(0);
    char line[64];
    assemble();
    for (int i = 0; i < total; i++) conns[i].count = 0;
    puts("ready");
    while (!fgets(line, sizeof line, stdin)) return 0;
    deliveries = 0;
    double begun = now();
    if (!strcmp(a[6], "rounds")) rounds(lines_of(a[7]), atol(a[8]), atof(a[9]));
    if (!strcmp(a[6], "acks")) {
        asked = lines_of(a[7]), on_mark = ask_again;
        for (int i = 0; i < total; i++) say(&conns[i], asked.line[i % asked.count]);
        until(begun + atof(a[8]));
    }
    if (!strcmp(a[6], "listen")) {
        period = atof(a[8]);
        until(begun + atof(a[9]));  // all came in at once, and what waited comes late
        deliveries = 0, begun = now(), on_mark = in_time;
        for (int i = 0; i < total; i++) conns[i].count = 0;
        until(begun + atof(a[7]));
    }
    double seconds = now() - begun;
    long gaps = 0, least = conns[0].count, most = 0;
    for (int i = 0; i < total; i++) {
        gaps += conns[i].gaps;
        if (conns[i].count < least) least = conns[i].count;
        if (conns[i].count > most) most = conns[i].count;
    }
    qsort(times, timed, sizeof *times, ascending);
    printf("{\"deliveries\": %ld, \"seconds\": %.6f, \"least\": %ld, \"most\": %ld, \"gaps\": %ld, "
           "\"times\": %zu, \"p50_ms\": %.4f, \"p99_ms\": %.4f, \"max_ms\": %.4f}\n",
           deliveries, seconds, least, most, gaps, timed, share(.5), share(.99), share(1));
    if (!strcmp(a[6], "hold")) while (!fgets(line, sizeof line, stdin)) break;
    return 0;
}
