//! Memory and work of the parser, within bounds: see `arena.c`, which all `unsafe` here leads to.
#![expect(unsafe_code, reason = "the parser's library takes an allocator as C functions")]

use std::ffi::{c_char, c_int, c_void};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use tree_sitter::Tree;
use tree_sitter::ffi::{TSLanguage, TSRange, TSTree};
use tree_sitter_language::LanguageFn;

use crate::cost::Cost;

#[cfg(test)]
mod tests;

#[repr(C)]
struct RawArena {
    _opaque: [u8; 0],
}

#[repr(C)]
struct Text {
    arena: *mut RawArena,
    bytes: *const c_char,
    length: u32,
    asked: *mut c_void,
    may_go_on: unsafe extern "C" fn(*mut c_void) -> bool,
    makes_headway: unsafe extern "C" fn(*mut c_void, u32) -> bool,
}

unsafe extern "C" {
    fn beadloom_use_arenas();
    fn beadloom_watched(published: *const TSLanguage) -> *const TSLanguage;
    fn beadloom_arena_new() -> *mut RawArena;
    fn beadloom_arena_open(arena: *mut RawArena, session: u32, most_held: usize, most_work: u64);
    fn beadloom_arena_close(arena: *mut RawArena);
    fn beadloom_arena_delete(arena: *mut RawArena);
    fn beadloom_arena_peak(arena: *const RawArena) -> usize;
    fn beadloom_arena_work(arena: *const RawArena) -> u64;
    fn beadloom_parse(
        language: *const TSLanguage,
        range: *const TSRange,
        text: *mut Text,
        outcome: *mut c_int,
    ) -> *mut TSTree;
}

/// Why there is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// It would take more memory or work than the session has.
    TooCostly,
    /// One of those that were asked said so.
    Stopped,
}

/// Who is asked while a text is parsed. Neither may panic: that would end the process.
pub(crate) trait ParseObserver {
    /// Every hundred steps of the library, with the byte where it is.
    fn makes_headway(&mut self, at: usize) -> bool;
    /// About every millisecond.
    fn may_go_on(&mut self) -> bool;
}

/// A grammar that can be parsed with in a [`Session`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watched(*const TSLanguage);

// SAFETY: it is never changed and never freed.
unsafe impl Send for Watched {}

impl Watched {
    /// `None` where there is no memory. A copy is kept of each grammar, for all threads.
    pub(crate) fn new(grammar: LanguageFn) -> Option<Self> {
        static KNOWN: Mutex<Vec<(usize, Watched)>> = Mutex::new(Vec::new());
        // SAFETY: the function gives a grammar of the library, which lives as long as the process.
        let published = unsafe { grammar.into_raw()() }.cast::<TSLanguage>();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, watched)) = known.iter().find(|(address, _)| *address == published.addr()) {
            return Some(*watched);
        }
        // SAFETY: as above; it is only read.
        let copy = unsafe { beadloom_watched(published) };
        let watched = (!copy.is_null()).then_some(Self(copy))?;
        known.push((published.addr(), watched));
        Some(watched)
    }

    /// To ask it for its kinds of nodes and fields.
    pub(crate) fn language(self) -> tree_sitter::Language {
        // SAFETY: it is a whole grammar, and lives as long as the process.
        unsafe { tree_sitter::Language::from_raw(self.0) }
    }
}

/// Memory for what the library makes of one file after the other.
pub(crate) struct Arena(NonNull<RawArena>);

// SAFETY: nothing in it belongs to a thread while no session borrows it.
unsafe impl Send for Arena {}

impl Arena {
    /// `None` where there is no memory.
    pub(crate) fn new() -> Option<Self> {
        static USED: Once = Once::new();
        // SAFETY: the library allocates nothing for grammars, and everything else of it is behind an arena.
        USED.call_once(|| unsafe { beadloom_use_arenas() });
        // SAFETY: it takes nothing and may be called from any thread.
        NonNull::new(unsafe { beadloom_arena_new() }).map(Self)
    }

    /// For one file, whose parses together may cost so much.
    pub(crate) fn open(&mut self, most: Cost) -> Session<'_> {
        static LAST: AtomicU32 = AtomicU32::new(0);
        // 0 means nobody. Numbers come again after four billion files, when all blocks of the first are gone.
        let session = LAST.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1);
        // SAFETY: the arena is whole, and closed, because a session borrows it until it closes it.
        unsafe { beadloom_arena_open(self.0.as_ptr(), session, most.bytes, most.work) };
        Session { arena: self.0, borrowed: PhantomData }
    }
}

#[cfg(test)]
impl Arena {
    /// Bytes of the system that it keeps, and whether a scanner was left.
    fn left(&mut self) -> (usize, bool) {
        unsafe extern "C" {
            fn beadloom_arena_bytes(arena: *const RawArena) -> usize;
            fn beadloom_arena_has_scanner(arena: *const RawArena) -> bool;
        }
        let arena = self.0.as_ptr();
        // SAFETY: the arena is whole, and closed.
        unsafe { (beadloom_arena_bytes(arena), beadloom_arena_has_scanner(arena)) }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: no session borrows it, and it is not used again.
        unsafe { beadloom_arena_delete(self.0.as_ptr()) };
    }
}

/// An open arena. Whatever the library makes on this thread lies in it, and is gone with it.
pub(crate) struct Session<'a> {
    /// Keeps the session on its thread, too.
    arena: NonNull<RawArena>,
    borrowed: PhantomData<&'a mut Arena>,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: trees borrow the session, and what walks them borrows the trees: all of them are gone.
        unsafe { beadloom_arena_close(self.arena.as_ptr()) };
    }
}

/// A tree that lies in a session. It must not be cloned, for a clone could outlive it.
pub(crate) struct SyntaxTree<'s> {
    /// Never dropped: that would go through all of its nodes, of which the session lets go at once.
    tree: ManuallyDrop<Tree>,
    borrowed: PhantomData<&'s Session<'s>>,
}

impl Deref for SyntaxTree<'_> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        &self.tree
    }
}

impl Session<'_> {
    /// The tree of a text, or of one range of it. A text may have 4 GB.
    pub(crate) fn parse<A: ParseObserver>(
        &self,
        grammar: Watched,
        range: Option<tree_sitter::Range>,
        text: &str,
        mut asked: A,
    ) -> Result<SyntaxTree<'_>, NoTree> {
        unsafe extern "C" fn may_go_on<A: ParseObserver>(asked: *mut c_void) -> bool {
            // SAFETY: `asked` below, which nothing else touches during the parse.
            unsafe { asked.cast::<A>().as_mut() }.is_some_and(ParseObserver::may_go_on)
        }
        unsafe extern "C" fn makes_headway<A: ParseObserver>(asked: *mut c_void, at: u32) -> bool {
            // SAFETY: as above; one question ends before the next begins.
            unsafe { asked.cast::<A>().as_mut() }.is_some_and(|asked| asked.makes_headway(at as usize))
        }
        let range = range.map(TSRange::from);
        let mut outcome = 0;
        let mut text = Text {
            arena: self.arena.as_ptr(),
            bytes: text.as_ptr().cast(),
            length: u32::try_from(text.len()).map_err(|_| NoTree::TooCostly)?,
            asked: (&raw mut asked).cast(),
            may_go_on: may_go_on::<A>,
            makes_headway: makes_headway::<A>,
        };
        // SAFETY: the arena is open on this thread; grammar, range and text outlive the call, and the functions are
        // those of `asked`'s type. It comes back in any case, without having gone through a frame of Rust: the
        // functions return before the parse is left.
        let tree = unsafe {
            beadloom_parse(
                grammar.0,
                range.as_ref().map_or(ptr::null(), ptr::from_ref),
                &raw mut text,
                &raw mut outcome,
            )
        };
        match (NonNull::new(tree), outcome) {
            (Some(tree), 0) => Ok(SyntaxTree {
                // SAFETY: the library made it, and nobody else has it.
                tree: ManuallyDrop::new(unsafe { Tree::from_raw(tree.as_ptr()) }),
                borrowed: PhantomData,
            }),
            (_, 1) => Err(NoTree::TooCostly),
            _ => Err(NoTree::Stopped),
        }
    }

    /// What the file has cost until now: the most bytes that it had in use at once, and the work.
    pub(crate) fn cost(&self) -> Cost {
        let arena = self.arena.as_ptr();
        // SAFETY: the arena is whole.
        unsafe { Cost { bytes: beadloom_arena_peak(arena), work: beadloom_arena_work(arena) } }
    }
}
