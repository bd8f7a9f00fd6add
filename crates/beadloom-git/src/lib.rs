//! What Git knows of a project, asked of the `git` command: it reads every kind of repository that there is, and a
//! library of that reach would weigh more than all the rest of the addon's code.
//!
//! A repository is hostile like anything else that is read. Git runs programs that its configuration names – pagers,
//! filters, monitors, signature checkers – so none of these is let near (`command`), what it prints is read up to a
//! limit, and it is ended when it takes too long. Where Git is missing, or the folder is no repository, there is
//! nothing to know and no error.

mod changes;
mod command;
mod contents;
mod patch;
mod recent;
mod revision;
mod staging;
mod ticket;
mod together;

pub use changes::{Since, changed_since, last_committed, renamed_since, resolve, unsaved};
pub use contents::contents;
pub use patch::{Hunk, moved};
pub use recent::recent_commits;
pub use revision::{Blob, Revisions};
pub use staging::{Staging, staging};
pub use ticket::{is_ticket, ticket_commits};
pub use together::changed_together;
