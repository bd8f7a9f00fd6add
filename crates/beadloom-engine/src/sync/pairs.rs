//! Pairs of an answer.

use beadloom_model::answers::{Pair, PairDetails, PairStatus, SyncReason};
use beadloom_model::{Code, Error};
use beadloom_store::SyncRow;

pub(super) fn no_git() -> Error {
    Error::new(Code::Usage, "Git cannot show what changed here")
        .hint("this needs the git command and a repository with a commit")
}

pub(super) fn pair(
    row: SyncRow,
    status: PairStatus,
    reason: Option<SyncReason>,
    details: PairDetails,
) -> Pair {
    Pair { status, ref_id: row.ref_id, doc_path: row.doc_path, code_path: row.code_path, reason, details }
}

pub(super) fn nothing() -> PairDetails {
    PairDetails { symbols: Vec::new(), added_lines: None, removed_lines: None, since: None, moved_to: None }
}
