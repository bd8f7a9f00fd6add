//! Text in; symbols, imports, annotations and document chunks out. No I/O.
