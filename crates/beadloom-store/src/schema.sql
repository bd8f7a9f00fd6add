-- The derived index. Delete the file and reindex: every answer is the same.
-- Changing anything here goes with a new SCHEMA_VERSION in open.rs.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Every file that the walk found. `kind` 'other' is known by path alone; its size, time and hash stay null.
CREATE TABLE file_index (
    id          INTEGER PRIMARY KEY,        -- stays while the file stays, also where it is renamed
    path        TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL CHECK (kind IN ('code', 'doc', 'graph', 'config', 'manifest', 'text', 'other')),
    language    TEXT,
    size        INTEGER,
    mtime_ns    INTEGER,
    ctime_ns    INTEGER,                    -- 0 where the platform has none, as inode
    inode       INTEGER,
    hash        BLOB,                       -- SHA-256 of the bytes
    skipped     TEXT,                       -- a diagnostic code: why it has no content here
    lines       INTEGER NOT NULL DEFAULT 0,
    summary     TEXT,                       -- first sentence of the head comment
    entry_point INTEGER NOT NULL DEFAULT 0 CHECK (entry_point IN (0, 1)),
    generated   INTEGER NOT NULL DEFAULT 0 CHECK (generated IN (0, 1)),
    annotations TEXT NOT NULL DEFAULT '[]', -- JSON: every annotation with its line
    file_annotations TEXT NOT NULL DEFAULT '{}', -- JSON: those in force for the whole file
    tests       TEXT,                       -- JSON: first and last lines of tests beside other code; null: none
    declares    TEXT                        -- JSON: namespaces, packages and modules with the names right in them; null: none
);
CREATE INDEX idx_files_tests ON file_index(id) WHERE tests IS NOT NULL;
CREATE INDEX idx_files_skipped ON file_index(skipped) WHERE skipped IS NOT NULL;

-- What each graph file said when it last parsed; `broken` while it does not parse now.
CREATE TABLE graph_files (
    path    TEXT PRIMARY KEY,
    content TEXT NOT NULL,                  -- JSON of beadloom_model::GraphFile
    broken  INTEGER NOT NULL DEFAULT 0 CHECK (broken IN (0, 1))
) WITHOUT ROWID;

CREATE TABLE nodes (
    id      INTEGER PRIMARY KEY,            -- also of its row in search_index
    ref_id  TEXT NOT NULL UNIQUE,
    kind    TEXT NOT NULL CHECK (kind <> ''),
    summary TEXT NOT NULL DEFAULT '',
    source  TEXT,
    docs    TEXT NOT NULL DEFAULT '[]',     -- JSON list of paths, as declared
    tags    TEXT NOT NULL DEFAULT '[]',
    extra   TEXT NOT NULL DEFAULT '{}',
    path    TEXT,                           -- the graph file; null where derived
    line    INTEGER
);
CREATE INDEX idx_nodes_kind ON nodes(kind);

CREATE TABLE edges (
    src_ref_id TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    dst_ref_id TEXT NOT NULL REFERENCES nodes(ref_id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind <> ''),
    origin     TEXT NOT NULL CHECK (origin IN ('declared', 'code', 'annotation')),
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
    draft    INTEGER NOT NULL DEFAULT 0 CHECK (draft IN (0, 1)), -- and it says that nobody has reviewed it
    refs     TEXT NOT NULL DEFAULT '[]',    -- JSON: ids that beadloom:ref comments name, with lines
    mentions TEXT NOT NULL DEFAULT '[]',    -- JSON: what stands in backticks
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

-- What a document of any kind, wherever it stands, says that may name something of the project. It follows from the text alone.
CREATE TABLE document_names (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    names   TEXT NOT NULL                   -- JSON of beadloom_model::prose::DocumentNames
);

-- What a file states in literals that documents may name: variables of the environment, options, keys, tables. It follows from the text alone.
CREATE TABLE literals (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    names   TEXT NOT NULL                   -- JSON, sorted
);

-- Which of these names the project has, as far as few nodes have them.
CREATE TABLE mentions (
    name    TEXT NOT NULL,                  -- of definitions, files, folders, routes and literals, as it is written
    file_id INTEGER NOT NULL,               -- file_index.id, of the document
    lines   TEXT NOT NULL,                  -- JSON: the first lines that have it
    PRIMARY KEY (name, file_id)
) WITHOUT ROWID;
CREATE INDEX idx_mentions_file ON mentions(file_id);

-- Which nodes a document is about by where it lies, what it is called and what it names: declared nowhere.
CREATE TABLE derived_links (
    ref_id     TEXT NOT NULL,
    file_id    INTEGER NOT NULL,            -- file_index.id
    line_start INTEGER NOT NULL,            -- of the section; 0: the document as a whole
    line_end   INTEGER NOT NULL,
    heading    TEXT NOT NULL,
    score      REAL NOT NULL,               -- how sure, up to 1
    place      INTEGER NOT NULL CHECK (place IN (0, 1)),
    title      INTEGER NOT NULL CHECK (title IN (0, 1)),
    names      TEXT NOT NULL,               -- JSON: names of the node with the lines that have them first
    PRIMARY KEY (ref_id, file_id, line_start)
) WITHOUT ROWID;
CREATE INDEX idx_derived_links_file ON derived_links(file_id);

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

-- An id stays while its file defines something of the same qualified name and kind.
CREATE TABLE code_symbols (
    id             INTEGER PRIMARY KEY,
    file_id        INTEGER NOT NULL,        -- file_index.id
    symbol_name    TEXT NOT NULL,
    scope          TEXT NOT NULL,           -- what stands before the name in the qualified name, with its final dot
    qualified_name TEXT NOT NULL GENERATED ALWAYS AS (scope || symbol_name) VIRTUAL,
    kind_number    INTEGER NOT NULL,        -- 16 more: a part of the type around it, which is listed nowhere
    kind           TEXT NOT NULL GENERATED ALWAYS AS (CASE kind_number & 15
        WHEN 0 THEN 'class' WHEN 1 THEN 'component' WHEN 2 THEN 'constant' WHEN 3 THEN 'function'
        WHEN 4 THEN 'interface' WHEN 5 THEN 'method' WHEN 6 THEN 'module' WHEN 7 THEN 'route'
        WHEN 8 THEN 'type' END) VIRTUAL,
    own_form       TEXT,                    -- null: as the kind is called
    form           TEXT GENERATED ALWAYS AS (coalesce(own_form, kind)) VIRTUAL,
    line_start     INTEGER NOT NULL,
    line_end       INTEGER NOT NULL,
    name_at        INTEGER,                 -- where the name stands in the signature, in characters; null: left in
    nameless       TEXT NOT NULL,           -- the signature without the name
    signature      TEXT GENERATED ALWAYS AS (CASE WHEN name_at IS NULL THEN nameless
        ELSE substr(nameless, 1, name_at) || symbol_name || substr(nameless, name_at + 1) END) VIRTUAL,
    summary        TEXT,
    exported       INTEGER NOT NULL CHECK (exported IN (0, 1)),
    annotations    TEXT,                    -- JSON; null: none
    hashes         BLOB NOT NULL            -- the first eight bytes of the signature's hash, then of the body's
);
CREATE INDEX idx_symbols_file ON code_symbols(file_id);
CREATE INDEX idx_symbols_annotated ON code_symbols(file_id) WHERE annotations IS NOT NULL;
CREATE INDEX idx_symbols_name ON code_symbols(symbol_name, file_id);

-- The nodes that annotations of a symbol name.
CREATE TABLE symbol_nodes (
    node_id   INTEGER NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
    symbol_id INTEGER NOT NULL REFERENCES code_symbols(id) ON DELETE CASCADE,
    PRIMARY KEY (node_id, symbol_id)
) WITHOUT ROWID;
CREATE INDEX idx_symbol_nodes_symbol ON symbol_nodes(symbol_id);

-- The node whose source holds a code file: all of the file's symbols that are not in symbol_nodes belong to it.
CREATE TABLE file_nodes (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    node_id INTEGER NOT NULL REFERENCES nodes(id) ON DELETE CASCADE
);
CREATE INDEX idx_file_nodes_node ON file_nodes(node_id);

-- What stands in many rows of other tables, mostly once.
CREATE TABLE texts (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);

-- One row per statement and target: `seq` numbers a file's statements, `part` a statement's targets.
CREATE TABLE imports (
    file_id       INTEGER NOT NULL,         -- file_index.id
    seq           INTEGER NOT NULL,
    part          INTEGER NOT NULL,
    line          INTEGER NOT NULL,
    specifier     INTEGER NOT NULL,         -- texts.id
    names         TEXT,                     -- JSON: those of the statement's names that lead to this target; null: none
    aliases       TEXT,                     -- JSON: pairs of local name and name in the exporting file; null: none
    kind_number   INTEGER NOT NULL,         -- of a pair's statements the least speaks for all
    kind          TEXT NOT NULL GENERATED ALWAYS AS (CASE kind_number WHEN 0 THEN 'import' WHEN 1 THEN 're_export'
        WHEN 2 THEN 'module' WHEN 3 THEN 'dynamic' WHEN 4 THEN 'type' END) VIRTUAL,
    local         INTEGER NOT NULL CHECK (local IN (0, 1)),
    target_id     INTEGER,                  -- file_index.id; external where it and target_folder are null
    target_folder TEXT CHECK (target_folder IS NULL OR target_id IS NULL), -- a package as a whole, ending in '/'
    package       INTEGER,                  -- texts.id
    PRIMARY KEY (file_id, seq, part)
) WITHOUT ROWID;
CREATE INDEX idx_imports_parts ON imports(part) WHERE part > 0;
CREATE INDEX idx_imports_target ON imports(target_id) WHERE target_id IS NOT NULL;
CREATE INDEX idx_imports_folder ON imports(target_folder) WHERE target_folder IS NOT NULL;

-- The references of a file, packed as `references/` says: there are many, and they are read and written by the file.
CREATE TABLE refs (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    symbols BLOB NOT NULL,                  -- row ids of the file's symbols, in the order of the file
    facts   BLOB NOT NULL,                  -- what the file states
    exports TEXT,                           -- JSON: pairs of exported and local name, where they differ; null: none
    targets BLOB NOT NULL                   -- what it means: code_symbols.id and how sure that is, in the order of facts
);

-- Which files refer to a symbol, as a possible candidate too.
CREATE TABLE ref_targets (
    symbol_id INTEGER NOT NULL,
    file_id   INTEGER NOT NULL,
    PRIMARY KEY (symbol_id, file_id)
) WITHOUT ROWID;

-- What the meaning of a file's references was found by, hashed: where none of it changed, it means the same.
CREATE TABLE ref_keys (
    file_id INTEGER PRIMARY KEY,
    total   INTEGER NOT NULL,               -- references in the file
    keys    BLOB NOT NULL
);

-- Paths that a file writes out without importing them, and where they lead.
CREATE TABLE ref_paths (
    file_id       INTEGER NOT NULL,
    path          TEXT NOT NULL,            -- names joined by dots
    target_id     INTEGER,                  -- file_index.id
    target_folder TEXT,                     -- a package as a whole, ending in '/'; external where both are null
    PRIMARY KEY (file_id, path)
) WITHOUT ROWID;

-- What files give and use by conventions of frameworks: what has no call and no import. Only files that say something.
CREATE TABLE conventions (
    name    TEXT NOT NULL,                  -- in the form in which it is compared
    role    INTEGER NOT NULL,               -- 0: gives it, 1: may give it, 2: uses it
    rule    INTEGER NOT NULL,               -- the line in the table of beadloom-conventions
    file_id INTEGER NOT NULL,               -- file_index.id
    line    INTEGER NOT NULL,
    last    INTEGER NOT NULL,               -- line in which the statement ends
    detail  TEXT NOT NULL,                  -- what else the convention reads, as a namespace
    symbol  INTEGER NOT NULL                -- the definition around, by its position in refs.symbols; -1: none
);
CREATE INDEX idx_conventions_file ON conventions(file_id);

-- What a file says about routes, as far as it goes; only files that say something.
CREATE TABLE routing (
    file_path TEXT PRIMARY KEY,
    content   TEXT NOT NULL                 -- JSON of beadloom_model::Routing
) WITHOUT ROWID;

-- Routes as they are reached, with the prefixes that other files give.
CREATE TABLE routes (
    id        INTEGER PRIMARY KEY,
    file_path TEXT NOT NULL,
    line      INTEGER NOT NULL,
    method    TEXT NOT NULL CHECK (method <> ''),
    path      TEXT NOT NULL,
    handler   TEXT,
    framework TEXT NOT NULL
);
CREATE INDEX idx_routes_file ON routes(file_path);

-- Findings that stay until their cause goes. `scope`: the file they come from, '' for the graph as a whole.
CREATE TABLE diagnostics (
    scope   TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    content TEXT NOT NULL,                  -- JSON of beadloom_model::Diagnostic
    level   TEXT NOT NULL CHECK (level IN ('error', 'warn', 'info')),
    PRIMARY KEY (scope, seq)
) WITHOUT ROWID;

-- Documents against the code of the same node, as the lock and the files say. Read by every answer that shows freshness.
CREATE TABLE sync_state (
    doc_path  TEXT NOT NULL,
    code_path TEXT NOT NULL,
    ref_id    TEXT NOT NULL,
    status    TEXT NOT NULL CHECK (status IN ('ok', 'stale', 'untracked')),
    reason    TEXT,
    moved_to  TEXT,
    doc_hash  BLOB,                         -- as it is now; null where the pair is gone
    code_hash BLOB,                         -- as it is now; null where the pair is gone
    named     TEXT,                         -- JSON: the symbols that count, where the document names them; null: all
    PRIMARY KEY (doc_path, code_path, ref_id)
) WITHOUT ROWID;
CREATE INDEX idx_sync_ref ON sync_state(ref_id);
CREATE INDEX idx_sync_code ON sync_state(code_path);
CREATE INDEX idx_sync_behind ON sync_state(reason) WHERE status <> 'ok';

-- Full text. Chunks of documents are contentless (rowid = id); their words are in the tables above. Where words stand is
-- kept, because without it bm25 of a contentless table is 0 for every row.
CREATE VIRTUAL TABLE search_index USING fts5(
    ref_id, kind, summary, content, tokenize = 'porter unicode61'
);
CREATE VIRTUAL TABLE chunk_search USING fts5(
    heading, title, content, path, tokenize = 'porter unicode61',
    content = '', contentless_delete = 1
);

-- Code and other text by words. Chunks are pieces of files; those of a file have ids that follow each other, and the text is in the
-- file alone. An id is never given twice, until all are given anew.
CREATE TABLE code_chunks (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    first   INTEGER NOT NULL UNIQUE,        -- id of the first chunk
    total   INTEGER NOT NULL CHECK (total > 0),
    lines   BLOB NOT NULL                   -- first and last line of each chunk, packed
);
CREATE TABLE chunk_marks (
    block INTEGER PRIMARY KEY,              -- 4,096 ids each
    marks BLOB NOT NULL                     -- a byte for each: whether it is there, its length, whether it is code, whether a file begins
);
-- Which chunks hold a term, packed. What a run adds is a part of its own, whose ids are greater than those before it;
-- small parts are put together now and then.
CREATE TABLE postings (
    id         INTEGER PRIMARY KEY,
    part       INTEGER NOT NULL,
    first_term TEXT NOT NULL,
    data       BLOB NOT NULL
);
CREATE INDEX idx_postings_term ON postings(part, first_term);

-- Which trigrams a file may hold, as beadloom-lexical hashes them; empty: any. A file without a row was not read.
CREATE TABLE file_grams (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    grams   BLOB NOT NULL
);

-- Vectors of chunks, of the model that `meta` names under 'model', 1,024 ids in a row: a bit and a byte per
-- dimension.
CREATE TABLE vec_chunks (
    block INTEGER PRIMARY KEY,
    bits  BLOB NOT NULL,
    bytes BLOB NOT NULL
);

-- Vectors of documents and nodes, of the same model: those of a document's chunks one after the other.
CREATE TABLE vec_docs (
    doc_id INTEGER PRIMARY KEY REFERENCES docs(id) ON DELETE CASCADE,
    bits   BLOB NOT NULL,
    bytes  BLOB NOT NULL
);
CREATE TABLE vec_nodes (
    node_id INTEGER PRIMARY KEY REFERENCES nodes(id) ON DELETE CASCADE,
    bits    BLOB NOT NULL,
    bytes   BLOB NOT NULL
);

-- What a transformer made of texts: of chunks of code, of chunks of documents, of nodes. It takes minutes and follows from
-- the model and the text alone, so it outlives rebuilds. All is of one model.
CREATE TABLE IF NOT EXISTS text_model (
    id          INTEGER PRIMARY KEY CHECK (id = 0),
    fingerprint TEXT NOT NULL,
    files       TEXT NOT NULL,              -- tells the model's files, as long as nobody touches them
    dimensions  INTEGER NOT NULL,           -- of the packed vectors: a multiple of 64
    bits        BLOB NOT NULL,              -- vectors of texts about anything: how near what is not near stands
    bytes       BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS text_ids (
    hash BLOB PRIMARY KEY,                  -- the first 16 bytes of the text's SHA-256
    id   INTEGER NOT NULL UNIQUE            -- from 0, without gaps
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vec_texts (
    block INTEGER PRIMARY KEY,              -- 256 ids each
    bits  BLOB NOT NULL,
    bytes BLOB NOT NULL
);
-- Which texts are whose: text_ids.id, four bytes each, in the order of the owner's chunks. Whoever has no row waits for the
-- transformer.
CREATE TABLE file_texts (
    file_id INTEGER PRIMARY KEY,            -- file_index.id
    texts   BLOB NOT NULL
);
CREATE TABLE doc_texts (
    doc_id INTEGER PRIMARY KEY REFERENCES docs(id) ON DELETE CASCADE,
    texts  BLOB NOT NULL
);
CREATE TABLE node_texts (
    node_id INTEGER PRIMARY KEY REFERENCES nodes(id) ON DELETE CASCADE,
    texts   BLOB NOT NULL
);

-- Past commits, packed as beadloom-history does: part 0 says of which HEAD, so that it is known when they are behind. They follow
-- from Git and from no file, and outlive rebuilds.
CREATE TABLE IF NOT EXISTS past (
    part INTEGER PRIMARY KEY,
    data BLOB NOT NULL
);

-- What the index held after each change; the newest have the greatest ids. It follows from no file and outlives
-- rebuilds and new schemas.
CREATE TABLE IF NOT EXISTS health_snapshots (
    id         INTEGER PRIMARY KEY,
    created_at TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation > 0),
    totals     TEXT NOT NULL,               -- JSON of beadloom_model::answers::Totals
    errors     INTEGER NOT NULL CHECK (errors >= 0),
    warnings   INTEGER NOT NULL CHECK (warnings >= 0)
);

-- Context bundles that were computed, for the next who asks the same. All are of one state of the index, which `meta`
-- names under 'bundles_of'; those that were not used for longest go first.
CREATE TABLE bundle_cache (
    key     BLOB NOT NULL PRIMARY KEY,      -- SHA-256 over all that was asked
    used    INTEGER NOT NULL,               -- the greater, the later it was used
    bytes   INTEGER NOT NULL,               -- of the content
    content TEXT NOT NULL                   -- as it was answered
);
CREATE INDEX idx_bundle_cache_used ON bundle_cache(used, bytes); -- holds all that is needed to find what goes
