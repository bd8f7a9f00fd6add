-- The derived index. Delete the file and reindex: every answer is the same.
-- Changing anything here goes with a new SCHEMA_VERSION in open.rs.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Every file that the walk found. `kind` 'other' is known by path alone; its size, time and hash stay null.
CREATE TABLE file_index (
    path        TEXT PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('code', 'doc', 'graph', 'config', 'manifest', 'other')),
    language    TEXT,
    size        INTEGER,
    mtime_ns    INTEGER,
    inode       INTEGER,
    hash        BLOB,                       -- SHA-256 of the bytes
    skipped     TEXT,                       -- a diagnostic code: why it has no content here
    lines       INTEGER NOT NULL DEFAULT 0,
    summary     TEXT,                       -- first sentence of the head comment
    entry_point INTEGER NOT NULL DEFAULT 0 CHECK (entry_point IN (0, 1)),
    generated   INTEGER NOT NULL DEFAULT 0 CHECK (generated IN (0, 1)),
    annotations TEXT NOT NULL DEFAULT '[]', -- JSON: every annotation with its line
    file_annotations TEXT NOT NULL DEFAULT '{}' -- JSON: those in force for the whole file
) WITHOUT ROWID;
CREATE INDEX idx_file_hash ON file_index(hash) WHERE hash IS NOT NULL;

-- What each graph file said when it last parsed; `broken` while it does not parse now.
CREATE TABLE graph_files (
    path    TEXT PRIMARY KEY,
    content TEXT NOT NULL,                  -- JSON of beadloom_model::GraphFile
    broken  INTEGER NOT NULL DEFAULT 0 CHECK (broken IN (0, 1))
) WITHOUT ROWID;

CREATE TABLE nodes (
    ref_id  TEXT PRIMARY KEY,
    kind    TEXT NOT NULL CHECK (kind <> ''),
    summary TEXT NOT NULL DEFAULT '',
    source  TEXT,
    docs    TEXT NOT NULL DEFAULT '[]',     -- JSON list of paths, as declared
    tags    TEXT NOT NULL DEFAULT '[]',
    extra   TEXT NOT NULL DEFAULT '{}',
    path    TEXT,                           -- the graph file; null where derived
    line    INTEGER
);                                          -- its rowid is that of its row in search_index
CREATE INDEX idx_nodes_kind ON nodes(kind);

CREATE TABLE edges (
    src_ref_id TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    dst_ref_id TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind <> ''),
    origin     TEXT NOT NULL CHECK (origin IN ('declared', 'import', 'annotation')),
    extra      TEXT NOT NULL DEFAULT '{}',
    path       TEXT,
    line       INTEGER,
    PRIMARY KEY (src_ref_id, dst_ref_id, kind)
) WITHOUT ROWID;
CREATE INDEX idx_edges_dst ON edges(dst_ref_id);

CREATE TABLE docs (
    id       INTEGER PRIMARY KEY,
    path     TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL CHECK (kind IN ('feature', 'domain', 'service', 'adr', 'architecture', 'other')),
    title    TEXT,
    ref_id   TEXT REFERENCES nodes(ref_id) ON DELETE SET NULL, -- the first of doc_nodes
    stub     INTEGER NOT NULL DEFAULT 0 CHECK (stub IN (0, 1)), -- a TODO comment waits in it
    refs     TEXT NOT NULL DEFAULT '[]',    -- JSON: ids that beadloom:ref comments name, with lines
    metadata TEXT NOT NULL DEFAULT '{}',
    hash     BLOB NOT NULL
);
CREATE INDEX idx_docs_ref ON docs(ref_id);

CREATE TABLE doc_nodes (
    doc_id INTEGER NOT NULL REFERENCES docs(id) ON DELETE CASCADE,
    ref_id TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    PRIMARY KEY (ref_id, doc_id)
) WITHOUT ROWID;
CREATE INDEX idx_doc_nodes_doc ON doc_nodes(doc_id);

CREATE TABLE chunks (
    id          INTEGER PRIMARY KEY,
    doc_id      INTEGER NOT NULL REFERENCES docs(id) ON DELETE CASCADE,
    chunk_index INTEGER NOT NULL,
    heading     TEXT NOT NULL DEFAULT '',
    section     TEXT NOT NULL CHECK (section IN ('spec', 'invariants', 'constraints', 'api', 'tests', 'other')),
    content     TEXT NOT NULL,
    line_start  INTEGER NOT NULL,
    node_ref_id TEXT REFERENCES nodes(ref_id) ON DELETE SET NULL,
    UNIQUE (doc_id, chunk_index)
);
CREATE INDEX idx_chunks_node ON chunks(node_ref_id);

CREATE TABLE code_symbols (
    id             INTEGER PRIMARY KEY,
    file_path      TEXT NOT NULL,
    symbol_name    TEXT NOT NULL,
    qualified_name TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN
        ('function', 'method', 'class', 'interface', 'type', 'constant', 'module', 'route', 'component')),
    form           TEXT NOT NULL,
    line_start     INTEGER NOT NULL,
    line_end       INTEGER NOT NULL,
    signature      TEXT NOT NULL,
    summary        TEXT,
    exported       INTEGER NOT NULL CHECK (exported IN (0, 1)),
    annotations    TEXT NOT NULL DEFAULT '{}',
    signature_hash BLOB NOT NULL,
    body_hash      BLOB NOT NULL
);
CREATE INDEX idx_symbols_file ON code_symbols(file_path);
CREATE INDEX idx_symbols_name ON code_symbols(symbol_name);

CREATE TABLE symbol_nodes (
    ref_id    TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    symbol_id INTEGER NOT NULL REFERENCES code_symbols(id) ON DELETE CASCADE,
    origin    TEXT NOT NULL CHECK (origin IN ('annotation', 'source')),
    PRIMARY KEY (ref_id, symbol_id)
) WITHOUT ROWID;
CREATE INDEX idx_symbol_nodes_symbol ON symbol_nodes(symbol_id);

-- One row per statement and target: `seq` numbers a file's statements, `part` a statement's targets.
CREATE TABLE imports (
    file_path   TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    part        INTEGER NOT NULL,
    line        INTEGER NOT NULL,
    specifier   TEXT NOT NULL,
    names       TEXT NOT NULL DEFAULT '[]', -- JSON: those of the statement's names that lead to this target
    kind        TEXT NOT NULL CHECK (kind IN ('import', 'type', 're_export', 'dynamic', 'module')),
    local       INTEGER NOT NULL CHECK (local IN (0, 1)),
    target_path TEXT,                       -- a file, or a folder ending in '/'; null: external
    package     TEXT,
    PRIMARY KEY (file_path, seq, part)
) WITHOUT ROWID;
CREATE INDEX idx_imports_target ON imports(target_path) WHERE target_path IS NOT NULL;

-- Findings that stay until their cause goes. `scope`: the file they come from, '' for the graph as a whole.
CREATE TABLE diagnostics (
    scope   TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    content TEXT NOT NULL,                  -- JSON of beadloom_model::Diagnostic
    level   TEXT NOT NULL CHECK (level IN ('error', 'warn', 'info')),
    PRIMARY KEY (scope, seq)
) WITHOUT ROWID;

-- Documents against the code of the same node. Written by doc sync, read by every answer that shows freshness.
CREATE TABLE sync_state (
    doc_path          TEXT NOT NULL,
    code_path         TEXT NOT NULL,
    ref_id            TEXT NOT NULL,
    code_hash_at_sync TEXT,
    doc_hash_at_sync  TEXT,
    synced_at         TEXT,
    status            TEXT NOT NULL CHECK (status IN ('ok', 'stale', 'untracked')),
    reason            TEXT,
    PRIMARY KEY (doc_path, code_path, ref_id)
) WITHOUT ROWID;
CREATE INDEX idx_sync_ref ON sync_state(ref_id);

-- Full text. Symbols and chunks are contentless (rowid = id); their words are in the tables above.
CREATE VIRTUAL TABLE search_index USING fts5(
    ref_id, kind, summary, content, tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE chunk_search USING fts5(
    heading, title, content, path, tokenize = 'porter unicode61',
    content = '', contentless_delete = 1, detail = 'column'
);
CREATE VIRTUAL TABLE code_search USING fts5(
    name, scope, stem, dirs, signature, summary, tokenize = 'porter unicode61',
    content = '', contentless_delete = 1, detail = 'column'
);
