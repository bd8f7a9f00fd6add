//! Which words of declarations are macros that a grammar stumbles over.
//!
//! Without the macro's definition `LUA_API int f(void)` is two types and a name to a grammar, and `Q_OBJECT` alone on a
//! line begins a declaration that never was. Here the head of each declaration is looked at as a whole: where a
//! type and a name are left without them, words that are written like macros are left out. Bodies of functions
//! are not looked into; what a grammar stumbles over there stays in one statement.

use std::ops::Range;

use super::classify::{self, End, Head, Keep};
use super::declarators::{Chunk, Part, Tokens, is_attribute, is_macro, is_specifier};
use super::scan::{Kind, Token};

/// The body of a class or namespace that is being read.
pub(super) struct Around {
    /// Its closing brace.
    pub(super) end: usize,
    /// A class, and its name's token.
    pub(super) class: Option<Option<usize>>,
}

/// The tokens to leave out, by index, in no order.
pub(super) fn left_out(text: &str, list: &[Token], cpp: bool) -> Vec<Range<usize>> {
    let tokens = Tokens::new(text, list, cpp);
    let mut reader = Reader { tokens, left_out: Vec::new(), chunks: Vec::new(), around: Vec::new() };
    reader.read();
    reader.left_out
}

pub(super) struct Reader<'a> {
    pub(super) tokens: Tokens<'a>,
    left_out: Vec<Range<usize>>,
    /// The parts of the head that is being read.
    pub(super) chunks: Vec<Chunk>,
    pub(super) around: Vec<Around>,
}

/// What a head came to, and where reading goes on.
pub(super) enum Next {
    /// A new head begins there.
    At(usize),
    /// The body of a class or namespace begins after its brace.
    Into { open: usize, class: Option<Option<usize>> },
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        // A declaration goes on after a class's body: `struct { … } name;`.
        let mut after_class = false;
        loop {
            let limit = self.around.last().map_or(self.tokens.list.len(), |around| around.end);
            if at >= limit {
                let Some(around) = self.around.pop() else { return };
                at = around.end + 1;
                after_class = around.class.is_some();
                continue;
            }
            match self.head(at, limit, std::mem::take(&mut after_class)) {
                Next::At(next) => at = next.max(at + 1),
                Next::Into { open, class } => {
                    let end = self.tokens.partner(open).unwrap_or(self.tokens.list.len());
                    self.around.push(Around { end, class });
                    at = open + 1;
                }
            }
        }
    }

    pub(super) fn leave_out(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.left_out.push(range);
        }
    }

    /// Leaves out a macro and what it is called with.
    pub(super) fn drop(&mut self, chunk: Chunk) {
        let end = chunk.call.map_or(chunk.end, |(_, close)| close + 1);
        self.leave_out(chunk.first..end);
    }

    /// Leaves out the macros among the parts so far: a new head begins.
    pub(super) fn drop_macros(&mut self) {
        for chunk in std::mem::take(&mut self.chunks) {
            if chunk.part == Part::Macro {
                self.drop(chunk);
            }
        }
    }

    pub(super) fn in_class(&self) -> bool {
        self.around.last().is_some_and(|around| around.class.is_some())
    }

    /// Reads one declaration up to its end or to the body of a class or namespace.
    fn head(&mut self, start: usize, limit: usize, after_class: bool) -> Next {
        self.chunks.clear();
        if after_class {
            self.chunks.push(seed(start));
        }
        let mut at = start;
        let mut after_pointer = false;
        // Nothing that follows belongs to the first declarator.
        let mut done = false;
        let mut initializers = false;
        while at < limit {
            let Some(token) = self.tokens.get(at) else { break };
            match token.kind {
                Kind::Word => {
                    let word = token.text(self.tokens.text);
                    if let Some(next) = self.keyword(word, at, limit) {
                        return next;
                    }
                    at = if done && !is_attribute(word) {
                        at + 1
                    } else {
                        self.word(word, at, &mut after_pointer)
                    };
                }
                Kind::Sign(b'{') => {
                    let member =
                        at > start && (self.tokens.word(at - 1).is_some() || self.tokens.is(at - 1, b'>'));
                    let close = self.tokens.partner(at);
                    if initializers && member {
                        at = close.map_or(limit, |close| close + 1);
                        continue;
                    }
                    self.decide(End::Brace);
                    let end = close.map_or(limit, |close| close + 1);
                    self.blocks(at, end);
                    return Next::At(end);
                }
                Kind::Sign(b';') => {
                    self.decide(End::Semicolon);
                    return Next::At(at + 1);
                }
                Kind::Sign(b'=') => {
                    done = true;
                    at = self.skip_value(at + 1, limit);
                }
                Kind::Sign(b',') => {
                    done = true;
                    at += 1;
                }
                Kind::Sign(b':') if self.tokens.is_scope(at) => at += 2,
                Kind::Sign(b':') => {
                    if !done && self.labels_members(at) {
                        return Next::At(at + 1);
                    }
                    (done, initializers) = (true, true);
                    at += 1;
                }
                Kind::Sign(b'-') if self.tokens.is(at + 1, b'>') => {
                    done = true;
                    at += 2;
                }
                Kind::Sign(b'(' | b'[') => {
                    let close = self.tokens.partner(at).unwrap_or(at);
                    if !done {
                        self.pointer_in(at);
                        let holds_name = self.tokens.holds_name(at, close);
                        self.chunks.last_mut().into_iter().for_each(|last| last.bare |= holds_name);
                    }
                    at = close + 1;
                }
                Kind::Sign(b'*' | b'&' | b'^') => {
                    after_pointer = true;
                    at += 1;
                }
                Kind::Sign(b'~') if !done => at = self.destructor(at + 1),
                _ => at += 1,
            }
        }
        self.decide(End::Nothing);
        Next::At(limit)
    }

    /// The name after `~`; returns where the head goes on.
    fn destructor(&mut self, at: usize) -> usize {
        let Some(mut chunk) = self.tokens.chunk(at, false) else { return at };
        chunk.typeless = true;
        chunk.part = Part::Name;
        let next = chunk.call.map_or(chunk.end, |(_, close)| close + 1);
        self.chunks.push(chunk);
        next
    }

    /// A word that is part of a declaration. Where reading goes on.
    fn word(&mut self, word: &str, at: usize, after_pointer: &mut bool) -> usize {
        if is_attribute(word) {
            let close = self.tokens.partner(at + 1).filter(|_| self.tokens.is(at + 1, b'('));
            let end = close.map_or(at + 1, |close| close + 1);
            self.leave_out(at..end);
            return end;
        }
        let after_call = self.chunks.last().is_some_and(|chunk| chunk.call.is_some());
        if word == "requires" && self.tokens.cpp {
            return self.constraint_end(at + 1);
        }
        if is_specifier(word) || (after_call && matches!(word, "override" | "final")) {
            let takes = matches!(word, "alignas" | "_Alignas" | "noexcept" | "throw" | "explicit");
            let close = self.tokens.partner(at + 1).filter(|_| takes && self.tokens.is(at + 1, b'('));
            return close.map_or(at + 1, |close| close + 1);
        }
        let Some(chunk) = self.tokens.chunk(at, std::mem::take(after_pointer)) else { return at + 1 };
        self.chunks.push(chunk);
        chunk.call.map_or(chunk.end, |(_, close)| close + 1)
    }

    /// Where the constraint after a `requires` ends.
    fn constraint_end(&self, from: usize) -> usize {
        let close = |at: usize| self.tokens.partner(at).map_or(at + 1, |close| close + 1);
        let mut at = from;
        loop {
            at = match self.tokens.chunk(at, false) {
                Some(chunk) => chunk.call.map_or(chunk.end, |(_, close)| close + 1),
                None if self.tokens.is(at, b'(') => close(at),
                None => at,
            };
            if self.tokens.is(at, b'{') && self.tokens.word(from) == Some("requires") {
                at = close(at);
            }
            let joined = (self.tokens.is(at, b'&') && self.tokens.is(at + 1, b'&'))
                || (self.tokens.is(at, b'|') && self.tokens.is(at + 1, b'|'));
            if !joined {
                return at;
            }
            at += 2;
        }
    }

    /// `(MACRO *name)`
    fn pointer_in(&mut self, open: usize) {
        let calling = self.tokens.word(open + 1).is_some_and(is_macro);
        if calling && (self.tokens.is(open + 2, b'*') || self.tokens.is(open + 2, b'^')) {
            self.leave_out(open + 1..open + 2);
        }
    }

    /// The `;` that ends a value, or the limit.
    pub(super) fn skip_value(&self, from: usize, limit: usize) -> usize {
        let mut at = from;
        while at < limit && !self.tokens.is(at, b';') {
            at = match self.tokens.partner(at) {
                Some(close) => close + 1,
                None => at + 1,
            };
        }
        at.min(limit)
    }

    /// Leaves out what is no part of the declaration that a grammar reads.
    fn decide(&mut self, end: End) {
        let chunks = std::mem::take(&mut self.chunks);
        // Without a macro and with no more than a type and a name there is nothing to decide.
        if chunks.iter().any(|chunk| chunk.part == Part::Macro) || chunks.len() > 2 {
            for (chunk, keep) in chunks.iter().zip(self.verdict(&chunks, end)) {
                match (keep, chunk.call) {
                    (Keep::Not, _) => self.drop(*chunk),
                    (Keep::Word, Some((open, close))) => self.leave_out(open..close + 1),
                    (Keep::Emptied, Some((open, close))) => self.leave_out(open + 1..close),
                    _ => {}
                }
            }
        }
        if end != End::Parameter
            && let Some((open, close)) = chunks.iter().rev().find_map(|chunk| chunk.call)
            && self.holds_macro(open, close)
        {
            self.parameters(open, close);
        }
        // Only to keep what it has allocated.
        self.chunks = chunks;
        self.chunks.clear();
    }

    fn verdict(&self, chunks: &[Chunk], end: End) -> Vec<Keep> {
        let constructor = chunks.iter().position(|chunk| chunk.call.is_some() && self.names_class(chunk));
        let parameters = |at: usize| {
            let call = chunks.get(at).and_then(|chunk| chunk.call);
            call.is_none_or(|(open, close)| self.reads_as_parameters(open, close))
        };
        classify::of(&Head { chunks, end, constructor, parameters: &parameters })
    }

    fn holds_macro(&self, open: usize, close: usize) -> bool {
        (open + 1..close).any(|at| self.tokens.word(at).is_some_and(is_macro))
    }

    /// Each parameter is a declaration of its own.
    fn parameters(&mut self, open: usize, close: usize) {
        let mut at = open + 1;
        let (mut after_pointer, mut done) = (false, false);
        self.chunks.clear();
        while at < close {
            let Some(token) = self.tokens.get(at) else { return };
            match token.kind {
                Kind::Word if !done => {
                    let word = token.text(self.tokens.text);
                    at = self.word(word, at, &mut after_pointer);
                    continue;
                }
                Kind::Sign(b',') => {
                    self.decide(End::Parameter);
                    (after_pointer, done) = (false, false);
                }
                Kind::Sign(b'=') => done = true,
                Kind::Sign(b'*' | b'&') => after_pointer = true,
                Kind::Sign(b'(' | b'[' | b'{') => {
                    self.pointer_in(at);
                    at = self.tokens.partner(at).unwrap_or(close);
                }
                _ => {}
            }
            at += 1;
        }
        self.decide(End::Parameter);
    }

    /// Whether a name is that of the class around: a constructor's.
    fn names_class(&self, chunk: &Chunk) -> bool {
        let class = self.around.last().and_then(|around| around.class).flatten();
        class.is_some_and(|class| self.tokens.word(class) == self.tokens.word(chunk.first))
    }

    /// Whether a macro's arguments could be parameters: names and nothing else.
    fn reads_as_parameters(&self, open: usize, close: usize) -> bool {
        (open + 1..close).all(|at| {
            self.tokens.get(at).is_some_and(|token| {
                token.kind == Kind::Word
                    || matches!(token.kind, Kind::Sign(b',' | b':' | b'*' | b'&' | b'<' | b'>'))
            })
        })
    }
}

/// Stands for a class's body in front of what is declared with it.
fn seed(at: usize) -> Chunk {
    Chunk {
        part: Part::Type,
        first: at,
        end: at,
        call: None,
        bare: false,
        after_pointer: false,
        typeless: false,
    }
}
