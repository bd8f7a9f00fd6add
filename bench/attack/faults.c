/*
 * Counts the calls by which a process changes files below some folders, and lets something go wrong at one of them.
 * Loaded with LD_PRELOAD. What a process asks the kernel without the C library is not seen.
 *
 *   FAULT_UNDER  absolute folders with ':' between them
 *   FAULT_AT     which call, from 1
 *   FAULT_KIND   kill   the process ends before the call
 *                torn   the same, but half of the bytes of a write are written
 *                short  one write takes half of its bytes
 *                again  one call is interrupted (EINTR)
 *                full   from there on the disk is full: nothing grows, and the write at hand takes half of its bytes
 *   FAULT_INDEX  0: calls on the index, which SQLite makes, do not count
 *   FAULT_COUNT  a file that the number of calls is written to when the process ends by itself
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NONE, KILL, TORN, SHORT, AGAIN, FULL };
/* What a call would do: take room, or not. */
enum sort { GROWS, OTHER };
enum verdict { GO, HALF, INTERRUPT, NO_ROOM };

static char under[4096];
static char count_file[PATH_MAX];
static long at;
static int without_index;
static enum kind kind;
static atomic_long seen;
static atomic_int is_full;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_UNDER");
  snprintf(under, sizeof under, "%s", text ? text : "");
  text = getenv("FAULT_COUNT");
  snprintf(count_file, sizeof count_file, "%s", text ? text : "");
  text = getenv("FAULT_AT");
  at = text ? atol(text) : 0;
  text = getenv("FAULT_INDEX");
  without_index = text && strcmp(text, "0") == 0;
  text = getenv("FAULT_KIND");
  const char *names[] = {"", "kill", "torn", "short", "again", "full"};
  for (int i = 1; text && i < 6; i++)
    if (strcmp(text, names[i]) == 0) kind = (enum kind)i;
  /* Not the processes that it starts. */
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  if (!count_file[0]) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&seen));
  int file = (int)syscall(SYS_openat, AT_FDCWD, count_file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file >= 0) {
    syscall(SYS_write, file, text, (size_t)length);
    syscall(SYS_close, file);
  }
}

static int is_index(const char *path) {
  const char *name = strrchr(path, '/');
  name = name ? name + 1 : path;
  const char *names[] = {"beadloom.db", "beadloom.db-wal", "beadloom.db-shm", "beadloom.db-journal"};
  for (int i = 0; i < 4; i++)
    if (strcmp(name, names[i]) == 0) return 1;
  return 0;
}

static int lies_under(const char *path) {
  if (without_index && is_index(path)) return 0;
  for (const char *folder = under; *folder;) {
    size_t length = strcspn(folder, ":");
    if (length && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
    folder += length;
    if (*folder == ':') folder++;
  }
  return 0;
}

static int fd_counts(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return lies_under(path);
}

static int path_counts(int dir, const char *path) {
  if (!path) return 0;
  if (path[0] == '/') return lies_under(path);
  if (dir != AT_FDCWD) return fd_counts(dir);
  if (without_index && is_index(path)) return 0;
  char here[PATH_MAX];
  return syscall(SYS_getcwd, here, sizeof here) > 0 && lies_under(here);
}

/* What is there needs no room: a folder that is made again, a file that is opened again. */
static int exists(int dir, const char *path) {
  return syscall(SYS_faccessat, dir, path, F_OK) == 0;
}

static enum verdict judge(int counts, enum sort sort, int is_write) {
  if (!counts) return GO;
  long number = atomic_fetch_add(&seen, 1) + 1;
  if (kind == FULL && atomic_load(&is_full)) return sort == GROWS ? NO_ROOM : GO;
  if (number != at) return GO;
  switch (kind) {
    case KILL:
      syscall(SYS_kill, getpid(), SIGKILL);
      for (;;) pause();
    case TORN:
      if (is_write) return HALF;
      syscall(SYS_kill, getpid(), SIGKILL);
      for (;;) pause();
    case SHORT:
      return is_write ? HALF : GO;
    case AGAIN:
      return is_write ? INTERRUPT : GO;
    case FULL:
      atomic_store(&is_full, 1);
      return sort == GROWS ? (is_write ? HALF : NO_ROOM) : GO;
    default:
      return GO;
  }
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define REFUSE(judged, value) \
  do { \
    enum verdict v = (judged); \
    if (v == NO_ROOM) { errno = ENOSPC; return value; } \
    if (v == INTERRUPT) { errno = EINTR; return value; } \
  } while (0)

/* A write that is torn ends the process behind its first half. */
#define WRITES(counts, length, call) \
  do { \
    enum verdict v = judge(counts, GROWS, 1); \
    if (v == NO_ROOM) { errno = ENOSPC; return -1; } \
    if (v == INTERRUPT) { errno = EINTR; return -1; } \
    if (v == HALF) { \
      size_t half = (length) / 2; \
      if (half == 0 && kind == FULL) { errno = ENOSPC; return -1; } \
      if (half == 0) half = (length); \
      ssize_t took = call(half); \
      if (kind == TORN) { syscall(SYS_kill, getpid(), SIGKILL); for (;;) pause(); } \
      return took; \
    } \
    return call(length); \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
#define CALL(n) real(fd, bytes, n)
  WRITES(fd_counts(fd), length, CALL);
#undef CALL
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(pwrite);
#define CALL(n) real(fd, bytes, n, offset)
  WRITES(fd_counts(fd), length, CALL);
#undef CALL
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  REAL(pwrite64);
#define CALL(n) real(fd, bytes, n, offset)
  WRITES(fd_counts(fd), length, CALL);
#undef CALL
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  /* The first part alone is a short write. */
#define CALL(n) real(fd, parts, (n) < (size_t)count ? 1 : count)
  WRITES(fd_counts(fd), (size_t)count, CALL);
#undef CALL
}

/* Only opening that makes or empties a file changes anything. */
#define OPENS(name, dir, path, call) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  } \
  REAL(name); \
  if (flags & (O_CREAT | O_TRUNC)) REFUSE(judge(path_counts(dir, path), (flags & O_CREAT) && !exists(dir, path) ? GROWS : OTHER, 0), -1); \
  return call

int open(const char *path, int flags, ...) { OPENS(open, AT_FDCWD, path, real(path, flags, mode)); }
int open64(const char *path, int flags, ...) { OPENS(open64, AT_FDCWD, path, real(path, flags, mode)); }
int openat(int dir, const char *path, int flags, ...) { OPENS(openat, dir, path, real(dir, path, flags, mode)); }
int openat64(int dir, const char *path, int flags, ...) { OPENS(openat64, dir, path, real(dir, path, flags, mode)); }

#define CHANGES(type, name, parameters, arguments, counts, sort) \
  type name parameters { \
    REAL(name); \
    REFUSE(judge(counts, sort, 0), -1); \
    return real arguments; \
  }

CHANGES(int, rename, (const char *a, const char *b), (a, b), path_counts(AT_FDCWD, b), OTHER)
CHANGES(int, renameat, (int d, const char *a, int e, const char *b), (d, a, e, b), path_counts(e, b), OTHER)
CHANGES(int, renameat2, (int d, const char *a, int e, const char *b, unsigned f), (d, a, e, b, f), path_counts(e, b), OTHER)
CHANGES(int, unlink, (const char *a), (a), path_counts(AT_FDCWD, a), OTHER)
CHANGES(int, unlinkat, (int d, const char *a, int f), (d, a, f), path_counts(d, a), OTHER)
CHANGES(int, rmdir, (const char *a), (a), path_counts(AT_FDCWD, a), OTHER)
CHANGES(int, mkdir, (const char *a, mode_t m), (a, m), !exists(AT_FDCWD, a) && path_counts(AT_FDCWD, a), GROWS)
CHANGES(int, mkdirat, (int d, const char *a, mode_t m), (d, a, m), !exists(d, a) && path_counts(d, a), GROWS)
CHANGES(int, ftruncate, (int fd, off_t n), (fd, n), fd_counts(fd), OTHER)
CHANGES(int, ftruncate64, (int fd, off64_t n), (fd, n), fd_counts(fd), OTHER)
CHANGES(int, truncate, (const char *a, off_t n), (a, n), path_counts(AT_FDCWD, a), OTHER)
CHANGES(int, fallocate, (int fd, int m, off_t o, off_t n), (fd, m, o, n), fd_counts(fd), GROWS)
CHANGES(int, fsync, (int fd), (fd), fd_counts(fd), OTHER)
CHANGES(int, fdatasync, (int fd), (fd), fd_counts(fd), OTHER)
CHANGES(int, link, (const char *a, const char *b), (a, b), path_counts(AT_FDCWD, b), GROWS)
CHANGES(int, linkat, (int d, const char *a, int e, const char *b, int f), (d, a, e, b, f), path_counts(e, b), GROWS)
CHANGES(int, symlink, (const char *a, const char *b), (a, b), path_counts(AT_FDCWD, b), GROWS)
CHANGES(int, symlinkat, (const char *a, int e, const char *b), (a, e, b), path_counts(e, b), GROWS)
CHANGES(int, chmod, (const char *a, mode_t m), (a, m), path_counts(AT_FDCWD, a), OTHER)
CHANGES(int, fchmod, (int fd, mode_t m), (fd, m), fd_counts(fd), OTHER)
CHANGES(int, fchmodat, (int d, const char *a, mode_t m, int f), (d, a, m, f), path_counts(d, a), OTHER)
