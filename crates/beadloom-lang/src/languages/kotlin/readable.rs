//! Source text as the grammar can read it.
//!
//! The grammar misreads a few things that are common: members of a class on one line, `where` and modifiers as
//! names, a constructor on a line of its own, empty lists in annotations; and behind one such place it may take the
//! rest of the file for a string. Here other bytes are written in those places, so that every node stands where
//! it stands in the file. Names, tokens and hashes are taken from the file itself.

use std::borrow::Cow;

/// Modifiers that are names, too, wherever no declaration follows.
const MODIFIERS: &[&str] = &[
    "abstract", "crossinline", "external", "final", "infix", "inline", "internal", "lateinit", "noinline",
    "open", "override", "private", "protected", "public", "sealed", "suspend", "tailrec", "vararg",
];

/// The text with other bytes in the places that the grammar misreads, and with a line break at its end: without
/// one the grammar never returns from an annotation there.
pub(super) fn readable(text: &str) -> Cow<'_, str> {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
        modes: vec![Mode::Code(0)],
        last: b'\n',
        header: None,
        edits: Vec::new(),
    };
    reader.read();
    let edits = reader.edits;
    if edits.is_empty() && text.ends_with('\n') {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for (at, byte) in edits {
        if let Some(old) = bytes.get_mut(at).filter(|old| old.is_ascii()) {
            *old = byte;
        }
    }
    if !text.ends_with('\n') {
        bytes.push(b'\n');
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// What the reader is in.
enum Mode {
    /// Code, with so many open braces.
    Code(usize),
    /// `"…"`
    Text,
    /// `"""…"""`
    RawText,
}

/// A class's name has been read, and nothing since but what may stand before `constructor`.
struct Header {
    /// Where the name ends.
    from: usize,
    /// Brackets that are open since: of type parameters and of annotations.
    open: usize,
    /// Something else may follow an annotation's name only.
    annotation: bool,
    /// The name itself is still to come.
    named: bool,
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    /// Innermost last: strings hold code, which holds strings.
    modes: Vec<Mode>,
    /// The last byte that is neither white space nor comment.
    last: u8,
    header: Option<Header>,
    /// What to write where.
    edits: Vec<(usize, u8)>,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn read(&mut self) {
        while self.at < self.bytes.len() {
            match self.modes.last() {
                Some(Mode::Text) => self.text(),
                Some(Mode::RawText) => self.raw_text(),
                _ => self.code(),
            }
        }
    }

    fn text(&mut self) {
        match self.peek(0) {
            b'\\' => self.at += 1,
            b'"' | b'\n' => self.leave(),
            b'$' if self.peek(1) == b'{' => self.interpolation(),
            _ => {}
        }
        self.at += 1;
    }

    fn raw_text(&mut self) {
        match self.peek(0) {
            b'"' if self.peek(1) == b'"' && self.peek(2) == b'"' => {
                // More than three: the first ones belong to the text.
                while self.peek(3) == b'"' {
                    self.at += 1;
                }
                self.at += 2;
                self.leave();
            }
            b'$' if self.peek(1) == b'{' => self.interpolation(),
            _ => {}
        }
        self.at += 1;
    }

    fn interpolation(&mut self) {
        self.at += 1;
        self.modes.push(Mode::Code(0));
        self.last = b'{';
    }

    fn leave(&mut self) {
        if self.modes.len() > 1 {
            self.modes.pop();
        }
        self.last = b'"';
    }

    fn code(&mut self) {
        let byte = self.peek(0);
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                self.at += 1;
                return;
            }
            b'/' if self.peek(1) == b'/' => return self.line_comment(),
            b'/' if self.peek(1) == b'*' => return self.block_comment(),
            b'"' => {
                let raw = self.peek(1) == b'"' && self.peek(2) == b'"';
                self.modes.push(if raw { Mode::RawText } else { Mode::Text });
                self.at += if raw { 2 } else { 0 };
            }
            b'\'' => self.character(),
            b'`' => self.quoted_name(),
            b'{' => {
                if let Some(Mode::Code(open)) = self.modes.last_mut() {
                    *open += 1;
                }
            }
            b'}' => self.closing_brace(),
            b'[' if self.peek(1) == b']' && matches!(self.last, b'=' | b'(' | b',') => {
                self.edits.extend([(self.at, b'0'), (self.at + 1, b'0')]);
                self.at += 1;
            }
            _ if is_name_byte(byte) => return self.word(),
            _ => {}
        }
        self.header_byte(byte);
        self.last = byte;
        self.at += 1;
    }

    fn line_comment(&mut self) {
        // What follows it could not be brought up to its line.
        self.header = None;
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'*') => depth += 1,
                (b'*', b'/') => depth -= 1,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            self.at += 2;
            if depth == 0 {
                return;
            }
        }
    }

    /// `'a'`, `'\''`, `'\u0041'`; anything else is no character.
    fn character(&mut self) {
        const MAX_LITERAL_BYTES: usize = 8;
        let from = if self.peek(1) == b'\\' { 3 } else { 2 };
        let end = (from..=MAX_LITERAL_BYTES).find(|ahead| self.peek(*ahead) == b'\'');
        if let Some(end) = end {
            self.at += end;
        }
    }

    fn quoted_name(&mut self) {
        let rest = self.bytes.get(self.at + 1..).unwrap_or(&[]);
        let end = rest.iter().position(|byte| matches!(byte, b'`' | b'\n'));
        self.at += end.map_or(0, |end| end + 1);
    }

    /// The grammar wants a separator after a member, also before the brace that closes the class. Blocks may have
    /// one.
    fn closing_brace(&mut self) {
        let inner = self.modes.len() > 1;
        match self.modes.last_mut() {
            Some(Mode::Code(0)) if inner => {
                self.modes.pop();
                return;
            }
            Some(Mode::Code(open)) => *open = open.saturating_sub(1),
            _ => {}
        }
        let before = self.bytes.get(..self.at).unwrap_or(&[]);
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let line_ends = matches!(before.iter().rev().nth(blanks), None | Some(b'\n' | b'\r'));
        let arrow = before.get(..before.len() - blanks).is_some_and(|before| before.ends_with(b"->"));
        if blanks > 0 && !line_ends && !arrow && !matches!(self.last, b'{' | b';') {
            self.edits.push((self.at - 1, b';'));
        }
    }

    fn word(&mut self) {
        let start = self.at;
        while is_name_byte(self.peek(0)) {
            self.at += 1;
        }
        let word = self.bytes.get(start..self.at).unwrap_or(&[]);
        let (before, end) = (self.last, self.at);
        self.last = b'a';
        self.header_word(word, before, end);
        if !word.first().is_some_and(|first| b"acefilnopstvw".contains(first)) {
            return;
        }
        let is_name = match word {
            b"where" => !self.begins_constraint(),
            _ => MODIFIERS.iter().any(|modifier| modifier.as_bytes() == word) && self.is_name(word, before),
        };
        if is_name {
            self.edits.push((end - 1, b'_'));
        }
    }

    /// Whether `T :` follows, as after `where`.
    fn begins_constraint(&self) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let name = rest.trim_ascii_start();
        let length = name.iter().take_while(|byte| is_name_byte(**byte)).count();
        let after = name.get(length..).unwrap_or(&[]).trim_ascii_start();
        (length > 0 || name.starts_with(b"@")) && (after.starts_with(b":") || name.starts_with(b"@"))
    }

    /// Whether a modifier is a name here: what stands around it is no declaration.
    fn is_name(&self, word: &[u8], before: u8) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]).trim_ascii_start();
        let next = rest.first().copied().unwrap_or(b'}');
        match next {
            b'(' | b'<' => word != b"suspend",
            b'/' => !rest.starts_with(b"//") && !rest.starts_with(b"/*"),
            b'.' | b',' | b')' | b'[' | b']' | b'}' | b'{' | b';' | b'=' | b'+' | b'-' | b'*' | b'%'
            | b'>' | b'?' | b':' | b'!' | b'&' | b'|' => true,
            // `x.open y`: no declaration begins behind a dot.
            _ => before == b'.',
        }
    }

    // Constructors on a line of their own

    fn header_word(&mut self, word: &[u8], before: u8, end: usize) {
        match &mut self.header {
            Some(header) if !header.named => {
                header.named = true;
                header.from = end;
            }
            Some(header) if header.open > 0 => {}
            Some(header) if word == b"constructor" && before != b'@' => {
                let from = header.from;
                self.header = None;
                let lines = self.bytes.get(from..end).unwrap_or(&[]).iter().enumerate();
                let ends = lines.filter(|(_, byte)| matches!(byte, b'\n' | b'\r'));
                self.edits.extend(ends.map(|(at, _)| (from + at, b' ')));
            }
            Some(header) if matches!(before, b'@' | b'.' | b':') => header.annotation = true,
            Some(_) if MODIFIERS.iter().any(|of| of.as_bytes() == word) || word == b"actual" => {}
            _ => self.header = None,
        }
        if word == b"class" && before != b':' && before != b'.' {
            self.header = Some(Header { from: end, open: 0, annotation: false, named: false });
        }
    }

    fn header_byte(&mut self, byte: u8) {
        let Some(header) = &mut self.header else { return };
        match byte {
            b'<' | b'(' if header.open > 0 || byte == b'<' || header.annotation => header.open += 1,
            b'>' | b')' if header.open > 0 => header.open -= 1,
            _ if header.open > 0 => {}
            b'@' | b'.' => {}
            _ => self.header = None,
        }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn what_the_grammar_misreads_reads_otherwise() {
        for (text, want) in [
            ("class A { val x = 1 }\n", "class A { val x = 1;}\n"),
            ("class A { fun f() {} }\n", "class A { fun f() {};}\n"),
            ("class A { }\n", "class A { }\n"),
            ("val f = { x -> }\n", "val f = { x -> }\n"),
            ("val f = { x: List<A> }\n", "val f = { x: List<A>;}\n"),
            ("val s = \"${ x } { y } \"\n", "val s = \"${ x } { y } \"\n"),
            ("val s = \"\"\"{ \"${ x { y } }\" }\"\"\"\n", "val s = \"\"\"{ \"${ x { y;} }\" }\"\"\"\n"),
            ("val c = '\"' // { x }\n/* { /* \" */ x } */ val d = '\\u0041'\n", ""),
            ("fun `a { b }`() {}\n", ""),
            ("fun <T> f() where T : A {}\n", ""),
            ("where?.let {}\n", "wher_?.let {}\n"),
            ("f(where = where, open = a.open)\n", "f(wher_ = wher_, ope_ = a.ope_)\n"),
            ("open class A\n", ""),
            ("public\nclass A(private val a: suspend () -> B)\n", ""),
            ("a.open b\n", "a.ope_ b\n"),
            ("open[1] = 2\n", "ope_[1] = 2\n"),
            ("annotation class A(val a: Array<A> = [])\n", "annotation class A(val a: Array<A> = 00)\n"),
            ("val a = b[c[0]]\n", ""),
            (
                "class A<B>\n@C(\"d\")\ninternal constructor(e: F) {\n}\n",
                "class A<B> @C(\"d\") internal constructor(e: F) {\n}\n",
            ),
            ("class A {\n  private constructor()\n}\n", ""),
            ("class A\n// x\nconstructor()\n", ""),
            ("class A", "class A\n"),
            ("class A\n@B", "class A\n@B\n"),
        ] {
            let want = if want.is_empty() { text } else { want };
            assert_eq!(readable(text), want, "{text}");
        }
    }

    #[test]
    fn broken_text_keeps_its_length() {
        let text = "class A { val x = \"${ y { \" } ' ` \n /* where [] }";
        for end in 0..=text.len() {
            let Some(text) = text.get(..end) else { continue };
            assert_eq!(
                readable(text).trim_end_matches('\n').len(),
                text.trim_end_matches('\n').len(),
                "{text}"
            );
        }
    }
}
