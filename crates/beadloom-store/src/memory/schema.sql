-- Memories of this user about this project. Nothing here follows from a file: no reindex touches it.
CREATE TABLE memories (
    id       TEXT PRIMARY KEY,
    record   TEXT,                  -- as a JSON line; null once it was forgotten: its id is never another's
    revision INTEGER NOT NULL       -- of the write that left it so
) WITHOUT ROWID;
CREATE INDEX memories_by_revision ON memories (revision);

-- How often memories were recalled, those of memories.jsonl too.
CREATE TABLE uses (
    id    TEXT PRIMARY KEY,
    count INTEGER NOT NULL
) WITHOUT ROWID;

-- `revision`: of the last write; `name` and `seal`: who made the file.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (key, value) VALUES ('revision', 0);
