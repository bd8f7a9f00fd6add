//! Syntax that the grammars do not know yet, written as syntax that they know.
//!
//! Only bytes are exchanged, one for one and none of them a line break, so that every place stays what it was.

/// Words that may follow a name in an expression.
const OPERATORS: &[&str] = &["in", "of", "instanceof", "as", "satisfies", "extends", "is"];

/// The text with all such syntax replaced; `None` where there is none.
pub(super) fn mended(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut changed = false;
    // The last line with code on it.
    let mut before = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if begins_signature(code)
            && ends_member(before, code.starts_with('('))
            && indent > 0
            && let Some(blank) = bytes.get_mut(start + indent - 1)
        {
            // Members of a type need no semicolon where a line ends.
            *blank = b';';
            changed = true;
        }
        let code = code.trim_end();
        if !code.is_empty() && !code.starts_with("//") && !code.starts_with("/*") && !code.starts_with('*') {
            before = code;
        }
        start += line.len();
    }
    // Types that are templates may not hold escaped back quotes; what a template says is no matter of syntax.
    let mut escapes = text.match_indices('\\').peekable();
    while let Some((at, _)) = escapes.next() {
        if let Some(pair) = bytes.get_mut(at..at + 2)
            && pair == b"\\`"
        {
            pair.fill(b' ');
            changed = true;
        }
        escapes.next_if(|(next, _)| *next == at + 1);
    }
    for (at, word) in words(text) {
        let (head, tail) = (text.get(..at).unwrap_or(""), text.get(at + word.len()..).unwrap_or(""));
        let unknown = match word {
            "in" | "out" => is_variance(head, tail),
            "type" => is_type_of_everything(head, tail),
            "accessor" => is_accessor(tail),
            _ => false,
        };
        if unknown && let Some(blanks) = bytes.get_mut(at..at + word.len()) {
            blanks.fill(b' ');
            changed = true;
        }
    }
    if changed { String::from_utf8(bytes).ok() } else { None }
}

/// A line that may be a call signature: `<T>(…`, `(…`.
fn begins_signature(code: &str) -> bool {
    let mut rest = code.chars();
    match rest.next() {
        Some('<') => rest.next().is_none_or(|c| c.is_alphabetic() || c.is_whitespace()),
        Some('(') => true,
        _ => false,
    }
}

/// A line at whose end a member of a type may end. A bracket on the next line is a call more often than not, unless
/// this line ends a signature.
fn ends_member(code: &str, bracket: bool) -> bool {
    let ends =
        code.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '>' | ')' | ']' | '}' | '_' | '"'));
    ends && !code.ends_with("=>") && (!bracket || code.contains("):"))
}

/// The words among those that may be unknown, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '#');
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..)?;
        let begin = from + rest.find(is_part)?;
        let word = text.get(begin..)?;
        let end = begin + word.find(|c| !is_part(c)).unwrap_or(word.len());
        from = end;
        Some((begin, text.get(begin..end)?))
    })
    .filter(|(_, word)| matches!(*word, "in" | "out" | "type" | "accessor"))
}

/// `<in T>`, `<A, out B>`, `<in out T>`
fn is_variance(head: &str, tail: &str) -> bool {
    let head = head.trim_end();
    let head = head.strip_suffix(" in").or_else(|| head.strip_suffix("<in").map(|_| "<")).unwrap_or(head);
    head.trim_end().ends_with(['<', ',']) && tail.starts_with(char::is_whitespace) && begins_name(tail)
}

/// `export type * from "…"`
fn is_type_of_everything(head: &str, tail: &str) -> bool {
    head.trim_end().ends_with("export") && tail.trim_start().starts_with('*')
}

/// `accessor name = …` in a class
fn is_accessor(tail: &str) -> bool {
    let name = tail.trim_start();
    let end = name.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).unwrap_or(name.len());
    let word = name.get(..end).unwrap_or("");
    begins_name(tail) && tail.starts_with([' ', '\t']) && !OPERATORS.contains(&word)
}

fn begins_name(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '#' | '['))
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn what_grammars_do_not_know_is_written_otherwise() {
        for (text, want) in [
            (
                "interface A {\n  <T>(a: T): B<T>\n  <U>(b: U): C\n}",
                Some("interface A {\n  <T>(a: T): B<T>\n ;<U>(b: U): C\n}"),
            ),
            (
                "type A = {\n\t(a: T): B\n\t// why\n\t(b: U): C\n}",
                Some("type A = {\n\t(a: T): B\n\t// why\n;(b: U): C\n}"),
            ),
            ("class A<in T, out U, in out V> {}", Some("class A<   T,     U,        V> {}")),
            ("export type * from 'a';", Some("export      * from 'a';")),
            ("class A { static accessor b = 1 }", Some("class A { static          b = 1 }")),
            ("type A = `a \\`b\\` c`;", Some("type A = `a   b   c`;")),
            ("const a = '\\\\`'", None),
            ("const a = b\n  (c)\n", None),
            ("const a = (b): C =>\n  <D>b\n", None),
            ("for (const a in b) {}\nif (accessor in b) {}\ntype A = B", None),
            ("x.in < y.out", None),
            ("é\n  <T>(a)", Some("é\n ;<T>(a)")),
            ("", None),
        ] {
            assert_eq!(mended(text).as_deref(), want, "{text}");
        }
    }
}
