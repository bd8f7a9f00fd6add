//! What commits of a ticket did.

use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, Commit};
use beadloom_model::{Result, counted};

use super::chapter::{Chapter, Draft, Listed};
use super::gathered::Gathered;
use super::wording::some;
use crate::focus::{Own, Resolved};
use crate::text::line;

struct Commits(Vec<Commit>);

pub(super) const CHAPTER: Listed = Listed { about: Bundle::commits, gather };

/// The commits of all tickets, newest first.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    let of_ticket = |one: &Resolved| match &one.own {
        Own::Touched(touched) => touched.commits.clone(),
        _ => Vec::new(),
    };
    let commits = found.resolved.iter().flat_map(of_ticket).map(|commit| Commit {
        id: commit.id,
        subject: commit.subject,
        date: None,
        files: commit.files.into_iter().map(|file| file.path).collect(),
        files_count: commit.files_count as u64,
    });
    Ok(Box::new(Commits(commits.collect())))
}

impl Chapter for Commits {
    /// They are what was asked for: all of them stay.
    fn put<'c>(&'c self, _: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.commits.clone_from(&self.0);
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if bundle.commits.is_empty() {
            return;
        }
        out.push_str("## Commits\n");
        for commit in &bundle.commits {
            let id: String = commit.id.chars().take(10).collect();
            let _ = write!(out, "- {} {}", line(&id), line(&commit.subject));
            let _ = match commit.files.as_slice() {
                [] if commit.files_count == 0 => writeln!(out),
                [] => writeln!(out, " ({})", counted(commit.files_count, "file", "files")),
                files => writeln!(out, ": {}", some(files)),
            };
        }
        out.push('\n');
    }
}
