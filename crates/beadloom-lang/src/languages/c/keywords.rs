//! Keywords that start the head of a declaration again: namespaces, templates, classes, access specifiers.

use super::declarators::{Chunk, Part, is_attribute, is_elaborated, is_macro, is_specifier};
use super::macros::{Around, Next, Reader};
use super::scan::Kind;

/// The name of a module has at most this many tokens.
const MODULE: usize = 32;
/// What stands between the name of a class and its body has at most this many tokens.
const BASES: usize = 512;

impl Reader<'_> {
    /// Keywords at which a head begins anew, whatever stood before it.
    pub(super) fn keyword(&mut self, word: &str, at: usize, limit: usize) -> Option<Next> {
        match word {
            "namespace" if self.tokens.cpp => {
                self.drop_macros();
                self.namespace_head(at, limit)
            }
            "using" | "concept" if self.tokens.cpp => {
                self.drop_macros();
                Some(Next::At(self.skip_value(at + 1, limit) + 1))
            }
            "static_assert" | "_Static_assert" => {
                self.drop_macros();
                Some(Next::At(self.skip_value(at + 1, limit) + 1))
            }
            "template" if self.tokens.cpp => {
                self.drop_macros();
                if self.tokens.is(at + 1, b'<') {
                    let end = self.tokens.angle_end(at + 1).unwrap_or(at + 1);
                    self.template_parameters(at + 1, end);
                    return Some(Next::At(end));
                }
                // `extern template class Box<int>;` makes what another line defines.
                let start = at - usize::from(at > 0 && self.tokens.word(at - 1) == Some("extern"));
                let end = self.skip_value(at, limit);
                self.leave_out(start..end);
                Some(Next::At(end + 1))
            }
            "export" if self.tokens.cpp => {
                self.drop_macros();
                self.leave_out(at..at + 1);
                Some(Next::At(at + 1))
            }
            "import" | "module" if self.tokens.cpp && self.chunks.is_empty() => {
                let mut end = at + 1;
                while end < at + MODULE && self.is_module_name(end) {
                    end += 1;
                }
                if !self.tokens.is(end, b';') {
                    return None;
                }
                self.leave_out(at..end);
                Some(Next::At(end + 1))
            }
            "extern" if self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Literal) => {
                self.drop_macros();
                if self.tokens.is(at + 2, b'{') {
                    return Some(Next::Into { open: at + 2, class: None });
                }
                Some(Next::At(at + 2))
            }
            "public" | "private" | "protected" | "signals" if self.tokens.cpp && self.in_class() => {
                let slots = self.tokens.word(at + 1).is_some_and(|word| is_macro(word) || word == "slots");
                let colon = at + 1 + usize::from(slots);
                if !self.tokens.is(colon, b':') || self.tokens.is_scope(colon) {
                    return None;
                }
                self.drop_macros();
                self.leave_out(at + 1..colon);
                Some(Next::At(colon + 1))
            }
            word if is_elaborated(word) && word != "typename" => self.type_head(at, limit),
            _ => None,
        }
    }

    /// After `namespace`: into its body, or behind an alias.
    fn namespace_head(&mut self, at: usize, limit: usize) -> Option<Next> {
        let mut next = at + 1;
        while self.tokens.word(next).is_some() || self.tokens.is(next, b':') || self.tokens.is(next, b'[') {
            if self.tokens.is(next, b'[') {
                next = self.tokens.partner(next)?;
            } else if next > at + 1 && self.tokens.word(next - 1).is_some() {
                // A second word after the name is an attribute.
                let macro_like = self.tokens.word(next).is_some_and(is_macro);
                self.leave_out(next..next + usize::from(macro_like));
            }
            next += 1;
        }
        if self.tokens.is(next, b'{') {
            return Some(Next::Into { open: next, class: None });
        }
        Some(Next::At(self.skip_value(next, limit) + 1))
    }

    /// `ENABLE_IF(…)` among the parameters of a template, with the comma before it.
    fn template_parameters(&mut self, open: usize, end: usize) {
        let mut at = open + 1;
        while at < end {
            let comma = self.tokens.is(at - 1, b',');
            let close = self.tokens.partner(at + 1).filter(|_| self.tokens.is(at + 1, b'('));
            match close.filter(|_| self.tokens.word(at).is_some_and(is_macro)) {
                Some(close) if comma || at == open + 1 => {
                    let trailing = !comma && self.tokens.is(close + 1, b',');
                    self.leave_out(at - usize::from(comma)..close + 1 + usize::from(trailing));
                    at = close + 1;
                }
                _ => at = self.tokens.partner(at).unwrap_or(at) + 1,
            }
        }
    }

    fn is_module_name(&self, at: usize) -> bool {
        self.tokens.word(at).is_some() || self.tokens.is(at, b'.') || self.tokens.is(at, b':')
    }

    /// `class MACRO name … {`: what stands between keyword and name is left out. `None` where no body follows.
    fn type_head(&mut self, at: usize, limit: usize) -> Option<Next> {
        let keyword = self.tokens.word(at)?;
        let mut next = at + 1;
        let mut words: Vec<Chunk> = Vec::new();
        loop {
            match self.tokens.word(next) {
                Some("class" | "struct") if keyword == "enum" && next == at + 1 => next += 1,
                Some("final") if !words.is_empty() => next += 1,
                Some(word) if is_attribute(word) || is_specifier(word) => {
                    next += 1;
                    if self.tokens.is(next, b'(') {
                        next = self.tokens.partner(next)? + 1;
                    }
                }
                Some(_) => {
                    let chunk = self.tokens.chunk(next, false)?;
                    if chunk.part == Part::Type || words.len() > 8 {
                        return None;
                    }
                    next = chunk.call.map_or(chunk.end, |(_, close)| close + 1);
                    words.push(chunk);
                }
                None if self.tokens.is(next, b'[') => next = self.tokens.partner(next)? + 1,
                None => break,
            }
        }
        let name = words.pop();
        // More than one plain word: a type and what is declared with it.
        if name.is_some_and(|name| name.call.is_some()) || words.iter().any(|chunk| chunk.part != Part::Macro)
        {
            return None;
        }
        let mut open = next;
        if self.tokens.is(next, b':') && !self.tokens.is_scope(next) {
            while !self.tokens.is(open, b'{') {
                let ends = self.tokens.is(open, b';') || self.tokens.is(open, b'}');
                if open >= limit || open > next + BASES || ends {
                    return None;
                }
                open = match self.tokens.partner(open) {
                    Some(close) => close + 1,
                    None => open + 1,
                };
            }
        }
        if !self.tokens.is(open, b'{') {
            return None;
        }
        self.drop_macros();
        for chunk in words {
            self.drop(chunk);
        }
        if keyword == "enum" {
            let close = self.tokens.partner(open)?;
            self.around.push(Around { end: close, class: Some(None) });
            return Some(Next::At(close));
        }
        Some(Next::Into { open, class: Some(name.map(|name| name.first)) })
    }

    /// `Q_SIGNALS:`, a macro for an access specifier.
    pub(super) fn labels_members(&mut self, colon: usize) -> bool {
        if self.chunks.is_empty() || !self.in_class() {
            return false;
        }
        let alone = self.chunks.iter().all(|chunk| chunk.part == Part::Macro && chunk.call.is_none());
        if !alone {
            return false;
        }
        self.drop_macros();
        self.leave_out(colon..colon + 1);
        true
    }
}
