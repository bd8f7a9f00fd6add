//! What memories are worth: what a text has to be to be kept, which memories say the same or the opposite, which of them answer a
//! question, and how long they hold. No I/O: where they are kept is not known here, and the time is given.
//!
//! - `record` is a memory as it is kept, `bounds` what one may hold, and `times` how JSON has its times; `lines` the file of shared ones, which Git merges and people edit.
//! - `detect` finds secrets and texts that would instruct whoever reads them.
//! - `english` knows irregular forms of words.
//! - `normal` leaves out of a text what two copies of it may differ in, `wording` compares two texts: the same, another wording, a contradiction, or much alike.
//! - `recall` ranks, `quality` says what age, use and source are worth, `expiry` says how long they hold.

mod bounds;
mod detect;
mod english;
mod expiry;
mod lines;
mod normal;
mod quality;
mod recall;
mod record;
mod times;
mod wording;

pub use bounds::{MAX_CONTENT_BYTES, MAX_HISTORY_ITEMS, MAX_MEMORIES, check_word, is_id, new_id};
pub use detect::{Suspicion, suspicion};
pub use expiry::expiry;
pub use lines::{Lines, Resolved, read_line, write_line};
pub use normal::normalised;
pub use quality::{MAX_UNUSED_DAYS, UNUSED_QUALITY, is_unused, quality};
pub use recall::{Found, RecallIndex, RecallQuery, Settings};
pub use record::{Evidence, Record, Wording, in_a_line, quoted};
pub use wording::{Likeness, is_same_text, likeness};
