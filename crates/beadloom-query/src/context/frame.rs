//! An answer about references or a task without any chapter.

use beadloom_model::answers::{
    ANSWER_VERSION, Bundle, BundleGraph, Focus, FocusType, Limited, Next, Omitted, SyncStatus,
};

/// Says nothing but what it is about: `focuses`, or `task` where there is none.
pub(crate) fn empty(focuses: Vec<Focus>, task: Option<Focus>) -> Bundle {
    Bundle {
        version: ANSWER_VERSION,
        focus: focuses.first().cloned().or(task).unwrap_or_else(nothing),
        focuses,
        confidence: None,
        absent: Vec::new(),
        ways: Vec::new(),
        derived: false,
        graph: BundleGraph { nodes: Vec::new(), edges: Vec::new() },
        crossings: Vec::new(),
        used_by: Vec::new(),
        uses: Vec::new(),
        text_chunks: Vec::new(),
        code_symbols: Vec::new(),
        other_files: Vec::new(),
        code: None,
        links: None,
        commits: Vec::new(),
        routes: Vec::new(),
        tests: Vec::new(),
        changed_together: None,
        constraints: Vec::new(),
        memories: Vec::new(),
        sync_status: SyncStatus { stale_docs: Vec::new(), last_reindex: None },
        tokens: 0,
        omitted: Omitted::default(),
        limited: Limited { nodes: 0, text_chunks: 0, code_symbols: 0 },
        given: None,
        next: Next::default(),
        etag: String::new(),
        warning: None,
        stale_paths: Vec::new(),
    }
}

fn nothing() -> Focus {
    Focus {
        r#type: FocusType::Node,
        ref_id: None,
        kind: String::new(),
        summary: String::new(),
        r#ref: String::new(),
    }
}
