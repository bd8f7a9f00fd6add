//! How files are read and written: as regular ones of a bounded size ([`read_regular`]); whole or not at all.
//!
//! A file is written under a random name that nothing has yet, beside its place; its length is looked at, its bytes are
//! flushed, it takes its place by a rename, and the folder is flushed. Whoever reads, and whoever comes after a crash,
//! meets the old bytes or the new. A write that is killed leaves a temporary file, which the next one in that folder
//! takes away ([`name`] says how it is told from a file of a person's).
//!
//! Whether somebody else is at the other end of a socket is said here too ([`is_own_peer`]), and whose a folder is
//! ([`is_private_folder`]).
//!
//! Lines of which one more or less does not matter are appended to a [`Journal`].
//!
//! Places are absolute, with the links on the way resolved by whoever asks: what may be written is theirs to say.

mod batch;
mod cached;
mod entries;
mod error;
mod file;
mod graph_folder;
mod inside;
mod journal;
mod lock;
mod name;
mod owner;
mod peer;
mod regular;
mod temporary;

pub use batch::{Change, Failure, Reason, write_together};
pub use cached::{CachedFile, Workshop, cached_files, note_use};
pub use entries::{make_folders, make_private_folders, place_folder, remove_empty_folder, remove_file};
pub use error::{is_out_of_room, system_code};
pub use file::{
    Outcome, create_private, flash, keep_private, write, write_private, write_program, write_unless_changed,
};
pub use graph_folder::{Folder, UNFINISHED, recover};
pub use inside::{leads_astray, place_inside};
pub use journal::{Journal, JournalBounds};
pub use lock::FileLock;
pub use owner::{is_own, is_private_folder};
pub use peer::is_own_peer;
pub use regular::{open_found, open_regular, read_open, read_regular, read_regular_text};
