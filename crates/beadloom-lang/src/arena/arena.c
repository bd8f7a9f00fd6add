// Memory and work of tree-sitter's parser, counted and bounded.
//
// The library never asks whether it may go on taking memory, and asks seldom whether it may go on at all: between two
// questions it can take gigabytes and minutes. So all memory that it takes for a file comes from an arena, all that is
// done for a file is counted, and a parse that goes beyond its bounds is left by longjmp. That is sound because:
//
// - Between setjmp (beadloom_parse) and longjmp (leave) there are frames of C alone: the library's, this file's, and in
//   one case (below) a grammar's scanner. What is asked of Rust from here returns before anything is left.
// - Everything that the library had in hand lies in the arena, which is emptied as a whole: neither the parser object
//   nor its trees are ever used or deleted after that.
// - Scanners have memory of their own, from malloc. They are left while they run only if they do not end at the end of
//   the text either; then their memory is lost rather than looked at again. Otherwise it is they who end, and are
//   destroyed in order.
//
// Work is counted, not timed, so that a file comes to the same on every machine.

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lexer.h"
#include "tree_sitter/api.h"

#ifdef _MSC_VER
#define PER_THREAD __declspec(thread)
#define NEVER_RETURNS __declspec(noreturn)
#else
#define PER_THREAD _Thread_local
#define NEVER_RETURNS _Noreturn
#endif

// Elsewhere than on Windows setjmp may ask the system for the signals, at every file.
#ifdef _WIN32
#define SET_JUMP(to) setjmp(to)
#define JUMP(to) longjmp(to, 1)
#else
#define SET_JUMP(to) _setjmp(to)
#define JUMP(to) _longjmp(to, 1)
#endif

// What things cost, in units of which an ordinary core does about one in a nanosecond.
enum {
  COST_BLOCK = 16,          // to take or give back a block
  BYTES_PER_UNIT = 8,       // of blocks that are taken or copied
  COST_TOKEN = 40,          // to look for a token
  COST_CHARACTER = 6,       // to go one byte ahead
  STATE_PER_UNIT = 8,       // bytes of a scanner's state, of which some go through all at every character
  COST_LOOK = 2000,         // what the library does between two questions, besides all this
  UNITS_PER_LOOK = 1 << 20, // between two questions of ours whether the work may go on
};

// Questions of a scanner after it was told that the text is at its end: one that asks more often never ends.
#define MOST_AFTER_END (1u << 24)

enum { FIRST_CHUNK = 64 << 10, LARGEST_CHUNK = 1 << 20, MOST_KEPT = 8 << 20 };
// Blocks with their heads are multiples of GRAIN bytes up to FINE, and come in four sizes from one power of two to the
// next up to LARGEST_BLOCK; what is larger the system gives.
enum { GRAIN = 16, FINE = 1024, LARGEST_BLOCK = 32 << 10, CLASSES = FINE / GRAIN + 4 * 5 };
#define LARGE 0xffffffffu
// Before what the library gets: room for a struct Large whose end is a Head.
enum { LARGE_HEAD = 64, PLAIN_HEAD = 16, CHUNK_HEAD = 24 };

enum Outcome { DONE = 0, TOO_COSTLY = 1, STOPPED = 2 };

// Right before every block.
typedef struct {
  uint32_t owner; // the session whose block it is; 0 for none
  uint32_t class; // where it goes when it is free; LARGE for one of the system
} Head;

typedef struct Free {
  struct Free *next;
} Free;

typedef struct Chunk {
  struct Chunk *next;
  size_t size;
} Chunk;

typedef struct Large {
  struct Large *before, *after;
  size_t size;
} Large;

typedef struct Arena Arena;

// The text of a parse, and whom to ask.
typedef struct {
  Arena *arena;
  const char *bytes;
  uint32_t length;
  void *asked;
  bool (*may_go_on)(void *asked);
  bool (*makes_headway)(void *asked, uint32_t at);
} Text;

struct Arena {
  uint32_t session; // 0 while it is closed
  Chunk *chunks;    // in the order in which they are used
  Chunk *chunk;     // the one in use
  char *next, *end; // what is left of it
  Free *free[CLASSES];
  Large *large;
  size_t held, most_held, peak;
  uint64_t work, most_work, next_look;
  Arena *outer; // the arena that was in use before on this thread

  // While there is a parse:
  jmp_buf out;
  bool may_leave;
  enum Outcome outcome;
  const TSLanguage *language; // the grammar as published
  Text *text;

  // While there is a scanner:
  bool has_scanner, in_scanner, at_end;
  void *scanner;
  uint32_t state; // bytes
  uint32_t after_end;
  void (*advance)(TSLexer *, bool);
  uint32_t (*get_column)(TSLexer *);
  bool (*eof)(const TSLexer *);
};

// A grammar whose lexers and scanner are watched.
typedef struct {
  TSLanguage language;
  const TSLanguage *published;
} Watched;

static PER_THREAD Arena *current = NULL;

// --- Bounds ---

NEVER_RETURNS static void leave(Arena *arena, enum Outcome outcome) {
  arena->may_leave = false;
  arena->outcome = outcome;
  JUMP(arena->out);
}

// A parse beyond its bounds ends here; one with a scanner at work, when that comes back.
static void end(Arena *arena, enum Outcome outcome) {
  if (!arena->may_leave) return;
  if (!arena->in_scanner) leave(arena, outcome);
  if (!arena->at_end) arena->outcome = outcome;
  arena->at_end = true;
}

// The next look is when the work is too much, or after a while.
static void plan_look(Arena *arena) {
  arena->next_look = arena->work + UNITS_PER_LOOK;
  if (arena->work <= arena->most_work && arena->most_work < arena->next_look) arena->next_look = arena->most_work + 1;
}

static void look(Arena *arena) {
  plan_look(arena);
  if (!arena->may_leave || arena->at_end) return;
  if (arena->work > arena->most_work) {
    end(arena, TOO_COSTLY);
  } else if (!arena->text->may_go_on(arena->text->asked)) {
    end(arena, STOPPED);
  }
}

static inline void spend(Arena *arena, uint64_t units) {
  arena->work += units;
  if (arena->work >= arena->next_look) look(arena);
}

// Memory that the file needs from now on.
static void hold(Arena *arena, size_t bytes) {
  if (bytes > arena->most_held - (arena->held < arena->most_held ? arena->held : arena->most_held)) {
    end(arena, TOO_COSTLY);
  }
  arena->held += bytes;
  if (arena->held > arena->peak) arena->peak = arena->held;
}

// --- Blocks ---

static inline Head *head_of(void *block) { return (Head *)block - 1; }

static inline Large *large_of(void *block) { return (Large *)((char *)block - LARGE_HEAD); }

// Where there is no memory at all, nobody can go on who is not in a parse: the library has no other way to be told.
static void *sure(Arena *arena, void *memory) {
  if (memory) return memory;
  if (arena && arena->may_leave && !arena->in_scanner) leave(arena, TOO_COSTLY);
  abort();
}

static unsigned class_of(size_t *total) {
  if (*total <= FINE) return (unsigned)(*total / GRAIN) - 1;
  unsigned class = FINE / GRAIN;
  for (size_t from = FINE;; from *= 2) {
    for (size_t quarter = 1; quarter <= 4; quarter++, class++) {
      size_t size = from + quarter * (from / 4);
      if (*total <= size) {
        *total = size;
        return class;
      }
    }
  }
}

static void *take_large(Arena *arena, size_t size) {
  hold(arena, size + LARGE_HEAD);
  Large *large = sure(arena, malloc(size + LARGE_HEAD));
  large->before = NULL;
  large->after = arena->large;
  large->size = size;
  if (arena->large) arena->large->before = large;
  arena->large = large;
  void *block = (char *)large + LARGE_HEAD;
  *head_of(block) = (Head){arena->session, LARGE};
  return block;
}

static void next_chunk(Arena *arena) {
  Chunk *next = arena->chunk ? arena->chunk->next : arena->chunks;
  if (!next) {
    size_t size = !arena->chunk                          ? FIRST_CHUNK
                  : arena->chunk->size >= LARGEST_CHUNK ? LARGEST_CHUNK
                                                         : arena->chunk->size * 2;
    hold(arena, size);
    next = sure(arena, malloc(size));
    *next = (Chunk){NULL, size};
    if (arena->chunk) {
      arena->chunk->next = next;
    } else {
      arena->chunks = next;
    }
  } else {
    hold(arena, next->size);
  }
  arena->chunk = next;
  arena->next = (char *)next + CHUNK_HEAD;
  arena->end = (char *)next + next->size;
}

static void *take(Arena *arena, size_t size) {
  spend(arena, COST_BLOCK + size / BYTES_PER_UNIT);
  if (size > LARGEST_BLOCK - sizeof(Head)) return take_large(arena, size);
  size_t total = (size + sizeof(Head) + GRAIN - 1) & ~(size_t)(GRAIN - 1);
  unsigned class = class_of(&total);
  Free *found = arena->free[class];
  if (found) {
    arena->free[class] = found->next;
    head_of(found)->owner = arena->session;
    return found;
  }
  // What is left of a chunk is lost: a thirtieth at most.
  if ((size_t)(arena->end - arena->next) < total) next_chunk(arena);
  Head *head = (Head *)arena->next;
  arena->next += total;
  *head = (Head){arena->session, class};
  return head + 1;
}

static void give_back(Arena *arena, void *block) {
  spend(arena, COST_BLOCK);
  Head *head = head_of(block);
  if (head->class == LARGE) {
    Large *large = large_of(block);
    if (large->before) {
      large->before->after = large->after;
    } else {
      arena->large = large->after;
    }
    if (large->after) large->after->before = large->before;
    arena->held -= large->size + LARGE_HEAD;
    free(large);
    return;
  }
  Free *given = block;
  given->next = arena->free[head->class];
  arena->free[head->class] = given;
}

// The bytes that a block has room for.
static size_t room_of(void *block) {
  Head *head = head_of(block);
  if (head->class == LARGE) return large_of(block)->size;
  if (head->class < FINE / GRAIN) return (head->class + 1) * GRAIN - sizeof(Head);
  unsigned beyond = head->class - FINE / GRAIN;
  size_t from = (size_t)FINE << (beyond / 4);
  return from + (beyond % 4 + 1) * (from / 4) - sizeof(Head);
}

// --- What the library calls ---

static void *plain(void *block, size_t size) {
  if (size > SIZE_MAX - PLAIN_HEAD) abort();
  char *memory = sure(NULL, realloc(block ? (char *)block - PLAIN_HEAD : NULL, size + PLAIN_HEAD));
  *head_of(memory + PLAIN_HEAD) = (Head){0, 0};
  return memory + PLAIN_HEAD;
}

static void *arena_malloc(size_t size) {
  Arena *arena = current;
  return arena ? take(arena, size) : plain(NULL, size);
}

static void *arena_calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return sure(current, NULL);
  void *block = arena_malloc(count * size);
  memset(block, 0, count * size);
  return block;
}

static void arena_free(void *block) {
  if (!block) return;
  Arena *arena = current;
  Head *head = head_of(block);
  if (!head->owner) {
    free((char *)block - PLAIN_HEAD);
  } else if (arena && head->owner == arena->session) {
    give_back(arena, block);
  } // Otherwise its arena is about to be emptied.
}

static void *arena_realloc(void *block, size_t size) {
  if (!block) return arena_malloc(size);
  Arena *arena = current;
  if (!head_of(block)->owner) return plain(block, size);
  size_t room = room_of(block);
  if (size <= room) return block;
  void *larger = arena_malloc(size);
  if (arena) spend(arena, room / BYTES_PER_UNIT);
  memcpy(larger, block, room);
  arena_free(block);
  return larger;
}

// --- What a grammar is asked ---

static inline Arena *arena_of(const TSLexer *lexer) {
  return ((Text *)((const Lexer *)lexer)->input.payload)->arena;
}

static bool watched_lex(TSLexer *lexer, TSStateId state) {
  Arena *arena = arena_of(lexer);
  uint32_t from = ((Lexer *)lexer)->current_position.bytes;
  bool found = arena->language->lex_fn(lexer, state);
  uint32_t bytes = ((Lexer *)lexer)->current_position.bytes - from;
  spend(arena, COST_TOKEN + (uint64_t)bytes * COST_CHARACTER);
  return found;
}

static bool watched_keyword_lex(TSLexer *lexer, TSStateId state) {
  Arena *arena = arena_of(lexer);
  uint32_t from = ((Lexer *)lexer)->current_position.bytes;
  bool found = arena->language->keyword_lex_fn(lexer, state);
  uint32_t bytes = ((Lexer *)lexer)->current_position.bytes - from;
  spend(arena, COST_TOKEN + (uint64_t)bytes * COST_CHARACTER);
  return found;
}

static void watched_advance(TSLexer *lexer, bool skip) {
  Arena *arena = arena_of(lexer);
  spend(arena, COST_CHARACTER + arena->state / STATE_PER_UNIT);
  if (!arena->at_end) {
    arena->advance(lexer, skip);
    return;
  }
  lexer->lookahead = 0;
  if (arena->after_end++ > MOST_AFTER_END) {
    arena->has_scanner = false; // what it has in hand is lost
    leave(arena, arena->outcome);
  }
}

static bool watched_eof(const TSLexer *lexer) {
  Arena *arena = arena_of(lexer);
  spend(arena, 1 + arena->state / STATE_PER_UNIT);
  if (!arena->at_end) return arena->eof(lexer);
  if (arena->after_end++ > MOST_AFTER_END) {
    arena->has_scanner = false;
    leave(arena, arena->outcome);
  }
  return true;
}

// It goes through the line unless it was asked at the character before.
static uint32_t watched_column(TSLexer *lexer) {
  Arena *arena = arena_of(lexer);
  Lexer *whole = (Lexer *)lexer;
  if (!whole->column_data.valid) {
    spend(arena, (uint64_t)whole->current_position.extent.column * COST_CHARACTER);
  }
  return arena->at_end ? 0 : arena->get_column(lexer);
}

static void *watched_create(void) {
  Arena *arena = current;
  void *(*create)(void) = arena->language->external_scanner.create;
  arena->scanner = create ? create() : NULL;
  arena->state = 0;
  arena->has_scanner = true;
  return arena;
}

static void watched_destroy(void *watched) {
  Arena *arena = watched;
  if (!arena || !arena->has_scanner) return;
  arena->has_scanner = false;
  void (*destroy)(void *) = arena->language->external_scanner.destroy;
  if (destroy) destroy(arena->scanner);
  arena->scanner = NULL;
}

static bool watched_scan(void *watched, TSLexer *lexer, const bool *valid) {
  Arena *arena = watched;
  arena->advance = lexer->advance;
  arena->get_column = lexer->get_column;
  arena->eof = lexer->eof;
  lexer->advance = watched_advance;
  lexer->get_column = watched_column;
  lexer->eof = watched_eof;
  arena->in_scanner = true;
  bool found = arena->language->external_scanner.scan(arena->scanner, lexer, valid);
  arena->in_scanner = false;
  lexer->advance = arena->advance;
  lexer->get_column = arena->get_column;
  lexer->eof = arena->eof;
  if (arena->at_end) leave(arena, arena->outcome);
  spend(arena, COST_TOKEN);
  return found;
}

static unsigned watched_serialize(void *watched, char *buffer) {
  Arena *arena = watched;
  spend(arena, COST_TOKEN);
  return arena->language->external_scanner.serialize(arena->scanner, buffer);
}

static void watched_deserialize(void *watched, const char *buffer, unsigned length) {
  Arena *arena = watched;
  arena->state = length;
  spend(arena, COST_TOKEN + length);
  arena->language->external_scanner.deserialize(arena->scanner, buffer, length);
}

// --- What Rust calls ---

// Before anything else of the library is called in the process.
void beadloom_use_arenas(void) {
  ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free);
}

// A copy of a grammar that can be parsed with in `beadloom_parse` alone; never freed. NULL where there is no memory.
const TSLanguage *beadloom_watched(const TSLanguage *published) {
  Watched *watched = calloc(1, sizeof *watched);
  if (!watched) return NULL;
  // Grammars of earlier generators end earlier.
  size_t size = published->abi_version >= 15   ? sizeof *published
                : published->abi_version >= 14 ? offsetof(TSLanguage, name)
                                               : offsetof(TSLanguage, primary_state_ids);
  memcpy(&watched->language, published, size);
  watched->published = published;
  TSLanguage *language = &watched->language;
  if (language->lex_fn) language->lex_fn = watched_lex;
  if (language->keyword_lex_fn) language->keyword_lex_fn = watched_keyword_lex;
  if (language->external_scanner.scan) {
    language->external_scanner.create = watched_create;
    language->external_scanner.destroy = watched_destroy;
    language->external_scanner.scan = watched_scan;
    if (language->external_scanner.serialize) language->external_scanner.serialize = watched_serialize;
    if (language->external_scanner.deserialize) language->external_scanner.deserialize = watched_deserialize;
  }
  return language;
}

// NULL where there is no memory.
Arena *beadloom_arena_new(void) { return calloc(1, sizeof(Arena)); }

// Whatever the library allocates on this thread from now on is the arena's, within these bounds while it parses.
// `session` is not 0, and no other's for a long time: by it blocks are told from those of other arenas.
void beadloom_arena_open(Arena *arena, uint32_t session, size_t most_held, uint64_t most_work) {
  arena->session = session;
  arena->chunk = NULL;
  arena->next = arena->end = NULL;
  memset(arena->free, 0, sizeof arena->free);
  arena->held = arena->peak = 0;
  arena->most_held = most_held;
  arena->work = 0;
  arena->most_work = most_work;
  plan_look(arena);
  arena->outer = current;
  current = arena;
}

// Nothing that was allocated since it was opened may be used any more.
void beadloom_arena_close(Arena *arena) {
  current = arena->outer;
  arena->session = 0;
  for (Large *large = arena->large, *after; large; large = after) {
    after = large->after;
    free(large);
  }
  arena->large = NULL;
  arena->held = 0;
  size_t kept = 0;
  for (Chunk **link = &arena->chunks; *link;) {
    kept += (*link)->size;
    if (kept <= MOST_KEPT) {
      link = &(*link)->next;
      continue;
    }
    Chunk *rest = *link, *next;
    *link = NULL;
    for (; rest; rest = next) {
      next = rest->next;
      free(rest);
    }
    break;
  }
}

// A closed one.
void beadloom_arena_delete(Arena *arena) {
  for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(arena);
}

// The most bytes that the file had in use at once, the work done for it, and whether a scanner is left.
size_t beadloom_arena_peak(const Arena *arena) { return arena->peak; }
uint64_t beadloom_arena_work(const Arena *arena) { return arena->work; }
bool beadloom_arena_has_scanner(const Arena *arena) { return arena->has_scanner; }

// The bytes that it has of the system: what it keeps for the next file, while it is closed.
size_t beadloom_arena_bytes(const Arena *arena) {
  size_t bytes = 0;
  for (const Chunk *chunk = arena->chunks; chunk; chunk = chunk->next) bytes += chunk->size;
  for (const Large *large = arena->large; large; large = large->after) bytes += large->size + LARGE_HEAD;
  return bytes;
}

static const char *read_text(void *payload, uint32_t at, TSPoint position, uint32_t *length) {
  (void)position;
  Text *text = payload;
  *length = at < text->length ? text->length - at : 0;
  return *length ? text->bytes + at : "";
}

static bool progress(TSParseState *state) {
  Text *text = state->payload;
  spend(text->arena, COST_LOOK);
  if (text->makes_headway(text->asked, state->current_byte_offset)) return false;
  text->arena->may_leave = false; // the library ends by itself, and nobody is asked any more
  return true;
}

static TSTree *parse(const TSLanguage *language, const TSRange *range, Text *text) {
  TSParser *parser = ts_parser_new();
  if (!ts_parser_set_language(parser, language)) return NULL;
  if (range && !ts_parser_set_included_ranges(parser, range, 1)) return NULL;
  TSInput input = {text, read_text, TSInputEncodingUTF8, NULL};
  TSParseOptions options = {text, progress};
  return ts_parser_parse_with_options(parser, NULL, input, options);
}

// Parses a text, or the one range of it, with a watched grammar while the text's arena is open. NULL where the grammar
// does not fit, where there is no headway, or where the outcome says why. The tree is the arena's: it is not deleted.
TSTree *beadloom_parse(const TSLanguage *language, const TSRange *range, Text *text, int *outcome) {
  Arena *arena = text->arena;
  arena->language = ((const Watched *)language)->published;
  arena->text = text;
  arena->outcome = DONE;
  arena->in_scanner = arena->at_end = arena->has_scanner = false;
  arena->after_end = 0;
  if (SET_JUMP(arena->out) == 0) {
    arena->may_leave = true;
    TSTree *tree = parse(language, range, text);
    arena->may_leave = false;
    // One that made no headway still has its scanner.
    watched_destroy(arena);
    *outcome = DONE;
    return tree;
  }
  arena->in_scanner = false;
  watched_destroy(arena);
  *outcome = (int)arena->outcome;
  return NULL;
}
