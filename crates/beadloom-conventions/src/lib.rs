//! Links that a framework makes and no call shows: a request and its handler, a route's name and its view, a template and what
//! renders it, a field of a schema and its resolver. No I/O.
//!
//! `table` has all conventions, one a line; `convention` says what a line can hold. `marks` reads by it what a file gives or uses, `handlers` what its
//! methods handle and resolve, `listed` what `lists` hold, with `signature` for the types that a method takes `fields` for GraphQL and
//! `groups` for names of routes. `no_tests` says which files that lie with tests hold none. `names` brings what is compared into one form.
//!
//! A mark alone says nothing: it becomes a link where both sides are there and the project imports the framework.

mod addresses;
mod client_calls;
mod convention;
mod fields;
mod groups;
mod handlers;
mod listed;
mod lists;
mod marks;
mod names;
mod no_tests;
mod signature;
mod table;

pub use convention::{Convention, Files, Rule, Thing};
pub use marks::{MAX_MARKS_ITEMS, Mark, Role, Source, is_of_tests, read, reads_text};
pub use names::{controller_of, is_url, rails_names, route_words, segments, url};
pub use no_tests::holds_no_test;
pub use table::{EVENT_BUS, TABLE};

/// A hash of the sources of this crate that say what is read: an index with another one is parsed anew.
pub const FINGERPRINT: u64 = {
    const SOURCES: [&[u8]; 13] = [
        include_str!("addresses.rs").as_bytes(),
        include_str!("client_calls.rs").as_bytes(),
        include_str!("table.rs").as_bytes(),
        include_str!("convention.rs").as_bytes(),
        include_str!("marks.rs").as_bytes(),
        include_str!("fields.rs").as_bytes(),
        include_str!("groups.rs").as_bytes(),
        include_str!("handlers.rs").as_bytes(),
        include_str!("listed.rs").as_bytes(),
        include_str!("lists.rs").as_bytes(),
        include_str!("names.rs").as_bytes(),
        include_str!("no_tests.rs").as_bytes(),
        include_str!("signature.rs").as_bytes(),
    ];
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut source = 0;
    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, over lengths that it knows")]
    while source < SOURCES.len() {
        let mut at = 0;
        while at < SOURCES[source].len() {
            hash = (hash ^ SOURCES[source][at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        source += 1;
    }
    hash
};
