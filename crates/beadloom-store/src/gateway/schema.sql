-- What the gateway keeps of upstream servers and of how their tools were used. Nothing here follows from a file.
CREATE TABLE servers (
    name         TEXT PRIMARY KEY,
    instructions TEXT,
    read_at      INTEGER NOT NULL          -- seconds since 1970
) WITHOUT ROWID;

CREATE TABLE tools (
    server   TEXT NOT NULL,
    name     TEXT NOT NULL,
    position INTEGER,                      -- in the server's list; null: it is gone, and its approval stays
    offered  TEXT NOT NULL,                -- the definition as it was read last, as JSON
    approved TEXT,                         -- the one that is good, as JSON; null: none is
    held     TEXT,                         -- why it is held, as JSON; null: it is not
    PRIMARY KEY (server, name)
) WITHOUT ROWID;

-- Queries that led to a call.
CREATE TABLE pairs (
    id         INTEGER PRIMARY KEY,
    server     TEXT NOT NULL,
    name       TEXT NOT NULL,
    key        BLOB NOT NULL,              -- a keyed hash of the words
    query      TEXT,                       -- null where only hashes are kept
    words      TEXT NOT NULL,              -- with spaces between; hashes begin with #
    confidence REAL NOT NULL,
    support    INTEGER NOT NULL,
    used_at    INTEGER NOT NULL,           -- seconds since 1970
    revision   INTEGER NOT NULL,
    UNIQUE (server, name, key)
);
CREATE INDEX pairs_by_revision ON pairs (revision);

-- Signals of searches, and whether the first five held what was called then.
CREATE TABLE outcomes (
    id      INTEGER PRIMARY KEY,
    signals TEXT NOT NULL,
    hit     INTEGER NOT NULL
);

CREATE TABLE calls (
    server TEXT NOT NULL,
    name   TEXT NOT NULL,
    calls  INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    bytes  INTEGER NOT NULL,
    PRIMARY KEY (server, name)
) WITHOUT ROWID;

CREATE TABLE latencies (
    server TEXT NOT NULL,
    kind   TEXT NOT NULL,                  -- upstream or added
    bucket INTEGER NOT NULL,               -- of the logarithm
    calls  INTEGER NOT NULL,
    PRIMARY KEY (server, kind, bucket)
) WITHOUT ROWID;

-- Vectors of tools by a model that the user brought.
CREATE TABLE vectors (
    model  TEXT NOT NULL,
    text   BLOB NOT NULL,                  -- a hash of it
    vector BLOB NOT NULL,
    PRIMARY KEY (model, text)
) WITHOUT ROWID;

-- `tools`, `pairs`: revisions; `removals`: of the last write that took pairs away; `name`, `seal`: who made the file;
-- `salt`: what words are hashed with where the user has no secret; `tokens_all`, `tokens_shown`: of the last list.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (key, value) VALUES ('tools', 0), ('pairs', 0), ('removals', 0);
