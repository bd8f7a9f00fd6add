//! What Git knows of a project, asked of the `git` command: it reads every kind of repository that there is, and a
//! library of that reach would weigh more than all the rest of the addon's code.
//!
//! A repository is hostile like anything else that is read. Git runs programs that its configuration names – filters,
//! monitors, pagers, signature checkers –, follows wherever `.git` and `core.worktree` lead, and takes folders of a clone for
//! repositories. So the repository is found here (`repository`), Git is told what to leave alone (`settings`), and is only
//! asked what it answers without looking into a file of the work tree: those are compared here (`tracked`, `disk`). What it
//! prints is read up to a limit, and it is ended when it takes too long (`command`). Where Git is missing, or the folder is in
//! no repository, there is nothing to know and no error.
//!
//! `ticket` follows commits of a ticket, `past` and `recent` list commits, `Revisions` reads files of a commit from Git's objects without
//! a checkout, `contents` reads many, `changes` and `moves` say what differs from a revision and where it is now, `staging` what the next
//! commit holds, `hooks` where hooks are, `ignored` which pattern ignores a path, `writing` where a file of the project may be written.

mod changes;
mod command;
mod contents;
mod disk;
mod hooks;
mod ignored;
mod index_diff;
mod index_entry;
mod index_file;
mod left_out;
mod moves;
mod names;
mod past;
mod patch;
mod program;
mod recent;
mod renamed;
mod repository;
mod revision;
mod settings;
mod staging;
mod ticket;
mod together;
mod tracked;
mod tracked_paths;
mod writing;

pub use changes::{Since, changed_since, last_committed, renamed_since, resolve, unsaved};
pub use command::Pace;
pub use contents::contents;
pub use hooks::{HookPlaces, forget_command, hook_places};
pub use ignored::{IgnorePattern, ignore_pattern};
pub use left_out::LeftOut;
pub use past::{PastCommit, commit_ids, head_stamp, past_commits};
pub use patch::{Hunk, moved};
pub use recent::recent_commits;
pub use renamed::renamed_to;
pub use repository::{Absence, Repository};
pub use revision::{Blob, Revisions};
pub use staging::{Staging, staging};
pub use ticket::{is_ticket, ticket_commits};
pub use together::changed_together;
pub use tracked_paths::TrackedPaths;
pub use writing::{is_left_out, place_to_write};
