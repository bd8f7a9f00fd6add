//! Decides which parts of a declaration's head the grammar sees and which are masked.

use std::ops::Range;

use super::declarators::{Chunk, Part};

/// What ends a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Semicolon,
    /// `{` of a body.
    Brace,
    /// A comma or a closing bracket: a parameter.
    Parameter,
    /// The end of what the declaration stands in.
    Nothing,
}

/// How much of a part a grammar is to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Whole,
    /// Not what is in its brackets.
    Emptied,
    /// Not the brackets after it either.
    Word,
    Not,
}

/// What is known about a head beside its parts.
pub(super) struct Head<'c> {
    pub(super) chunks: &'c [Chunk],
    pub(super) end: End,
    /// The part that is called like the class around: a constructor.
    pub(super) constructor: Option<usize>,
    /// Whether the arguments of a part could be parameters.
    pub(super) parameters: &'c dyn Fn(usize) -> bool,
}

/// How much of each part is to be seen. A declaration needs one type and one name; where both are there without
/// them, what is written like a macro is one.
pub(super) fn of(head: &Head<'_>) -> Vec<Keep> {
    let solid: Vec<usize> = (0..head.chunks.len()).filter(|at| !head.is_macro(*at)).collect();
    let mut verdict = Verdict { head, keep: vec![Keep::Whole; head.chunks.len()] };
    match *solid.as_slice() {
        [] => verdict.only_macros(),
        [only] => verdict.one_word(only),
        [first, .., last] => {
            verdict.several_words(last);
            verdict.calls_before(first);
            verdict.words_too_many(&solid);
        }
    }
    verdict.keep
}

impl Head<'_> {
    fn is_macro(&self, at: usize) -> bool {
        self.chunks.get(at).is_some_and(|chunk| chunk.part == Part::Macro)
    }

    fn is_called(&self, at: usize) -> bool {
        self.chunks.get(at).is_some_and(|chunk| chunk.call.is_some())
    }

    /// The first part from `at` on that brackets follow, else the last of all.
    fn named_from(&self, at: usize) -> Option<usize> {
        let all = self.chunks.len();
        (at..all).find(|at| self.is_called(*at)).or((at < all).then(|| all - 1))
    }
}

struct Verdict<'h> {
    head: &'h Head<'h>,
    keep: Vec<Keep>,
}

impl Verdict<'_> {
    fn set(&mut self, at: usize, to: Keep) {
        if let Some(keep) = self.keep.get_mut(at) {
            *keep = to;
        }
    }

    /// Leaves out the macros in a range, but for one.
    fn drop(&mut self, range: Range<usize>, but: Option<usize>) {
        for at in range {
            if Some(at) != but && self.head.is_macro(at) {
                self.set(at, Keep::Not);
            }
        }
    }

    /// Leaves out what is neither the name nor the part before it, its type. Whether it has a type.
    fn keep_declared(&mut self, name: Option<usize>) -> bool {
        let of = name.and_then(|name| name.checked_sub(1)).filter(|of| !self.head.is_called(*of));
        self.drop(0..of.or(name).unwrap_or(0), None);
        self.drop(name.map_or(0, |name| name + 1)..self.keep.len(), None);
        of.is_some()
    }

    /// `DWORD MAX = 1;`, `TEST(a, b) { … }`, `BEGIN_DECLS`
    fn only_macros(&mut self) {
        let all = self.keep.len();
        match self.head.end {
            End::Nothing => self.drop(0..all, None),
            End::Brace => {
                let called = (0..all).rev().find(|at| self.head.is_called(*at));
                let name = called.or(all.checked_sub(1));
                let typed = self.keep_declared(name);
                if let Some(name) = called.filter(|name| !typed && !(self.head.parameters)(*name)) {
                    self.set(name, Keep::Emptied);
                }
            }
            End::Semicolon | End::Parameter => {
                let named = |at: &usize| self.head.is_called(*at) && !self.head.is_called(at - 1);
                self.keep_declared((1..all).find(named).or(all.checked_sub(1)));
            }
        }
    }

    /// One word that is no macro: the name, or its type.
    fn one_word(&mut self, only: usize) {
        let all = self.keep.len();
        let Some(chunk) = self.head.chunks.get(only) else { return };
        let before = only.checked_sub(1);
        let after = self.head.named_from(only + 1);
        let body_of_macro = self.head.end == End::Brace && after.is_some_and(|at| self.head.is_called(at));
        if chunk.bare || chunk.typeless || self.head.constructor == Some(only) {
            self.drop(0..all, None);
        } else if chunk.part == Part::Type || (chunk.is_plain() && (only == 0 || body_of_macro)) {
            self.drop(0..only, None);
            self.drop(only + 1..all, after);
        } else {
            self.drop(0..only, before);
            self.drop(only + 1..all, None);
            // `PUBLIC(const char *) name(void)`: the word serves as a type, the rest does not.
            if let Some(of) = before.filter(|of| self.head.is_called(*of)) {
                self.set(of, Keep::Word);
            }
        }
    }

    /// Type and name are there, unless the last word is a type: then a macro is the name.
    fn several_words(&mut self, last: usize) {
        let names = self.head.chunks.get(last).is_some_and(|chunk| chunk.part == Part::Type && !chunk.bare);
        let name = if names { self.head.named_from(last + 1) } else { None };
        self.drop(0..self.keep.len(), name);
    }

    /// `tree_gen(a, b)` with nothing after it, then a declaration.
    fn calls_before(&mut self, first: usize) {
        let Some(chunk) = self.head.chunks.get(first) else { return };
        if chunk.part == Part::Name && chunk.call.is_some() && !chunk.typeless {
            self.set(first, Keep::Not);
        }
    }

    /// `noinline int f(void)`, `cold thing f(void)`: two words are enough up to the name.
    fn words_too_many(&mut self, solid: &[usize]) {
        let part = |number: usize| solid.get(number).and_then(|at| self.head.chunks.get(*at));
        let name = (0..solid.len())
            .find(|number| part(*number).is_some_and(|chunk| chunk.call.is_some() || chunk.bare))
            .unwrap_or(solid.len().saturating_sub(1));
        let mut surplus = Vec::new();
        for number in 0..name {
            let (Some(chunk), Some(next)) = (part(number), part(number + 1)) else { break };
            let more = number + 2 <= name && part(number + 2).is_some();
            let before_type = next.part == Part::Type || more;
            if chunk.part == Part::Name && chunk.is_word() && before_type && !next.after_pointer {
                surplus.extend(solid.get(number).copied());
            }
        }
        for at in surplus {
            self.set(at, Keep::Not);
        }
    }
}

impl Chunk {
    /// A single word without brackets after it.
    fn is_word(&self) -> bool {
        self.end == self.first + 1 && self.call.is_none()
    }

    /// Neither brackets follow nor a pointer comes before: it may as well be a type.
    fn is_plain(&self) -> bool {
        self.call.is_none() && !self.after_pointer
    }
}
