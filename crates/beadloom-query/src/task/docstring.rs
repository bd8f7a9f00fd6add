//! Long documentation inside of definitions: of a docstring its beginning says what the definition is, and the rest takes the room of code.

use std::ops::Range;

use beadloom_model::LanguageId;

/// Lines of a docstring that stay, and how many more it has at least for the rest to be left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shortened {
    kept: usize,
    min_left_out: usize,
}

/// Inside of a definition.
pub(super) const IN_BODY: Shortened = Shortened { kept: 3, min_left_out: 6 };

/// In the head of a type whose members are named below.
pub(super) const IN_HEAD: Shortened = Shortened { kept: 1, min_left_out: 2 };

/// The lines of long docstrings behind their beginning, by their places among `lines`; what closes them stays.
pub(super) fn long_docstrings(
    language: Option<LanguageId>,
    lines: &[&str],
    Shortened { kept, min_left_out }: Shortened,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let forms = language.map(quoted_forms).unwrap_or_default();
    if forms.is_empty() {
        return found;
    }
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let Some(quotes) = opened(&forms, line).filter(|_| follows_head(lines, at)) else {
            at += 1;
            continue;
        };
        let behind = lines.get(at + 1..).unwrap_or_default();
        let Some(length) = behind.iter().position(|line| line.contains(quotes)) else { break };
        let close = at + 1 + length;
        let from = at + kept;
        if close >= from + min_left_out {
            found.push(from..close);
        }
        at = close + 1;
    }
    found
}

/// How documentation begins and ends that is a string: it stands inside of what it is about.
fn quoted_forms(language: LanguageId) -> Vec<(&'static str, &'static str)> {
    let forms = language.facts().syntax.documentation.iter().copied();
    forms.filter(|(open, close)| open.trim_start_matches(char::is_alphabetic) == *close).collect()
}

/// The quotes of a docstring that this line opens and does not close.
fn opened(forms: &[(&str, &'static str)], line: &str) -> Option<&'static str> {
    let text = line.trim_start();
    forms.iter().find_map(|(open, close)| {
        text.strip_prefix(open).filter(|rest| !rest.contains(close)).map(|_| *close)
    })
}

/// Whether what stands before is the head of a definition.
fn follows_head(lines: &[&str], at: usize) -> bool {
    let before = lines.get(..at).unwrap_or_default().iter().rev().map(|line| line.trim());
    before.filter(|line| !line.is_empty()).map(|line| line.ends_with(':')).next().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use beadloom_model::LanguageId;

    use super::{IN_BODY, IN_HEAD, long_docstrings};

    fn of(text: &str) -> Vec<(usize, usize)> {
        let lines: Vec<&str> = text.lines().collect();
        long_docstrings(Some(LanguageId::Python), &lines, IN_BODY)
            .into_iter()
            .map(|range| (range.start, range.end))
            .collect()
    }

    #[test]
    fn what_follows_the_beginning_of_a_docstring_is_left_out() {
        let long = "p\n".repeat(20);
        assert_eq!(
            of(&format!("def f(\n    x,\n):\n    r\"\"\"What f is.\n\n{long}    \"\"\"\n    return x")),
            [(6, 25)]
        );
        assert_eq!(
            of(&format!("class A:\n    '''A.\n{long}    '''\n    def f(self):\n        \"\"\"F.\"\"\"\n")),
            [(4, 22)]
        );
        for text in [
            "def f():\n    \"\"\"Short.\n\n    a\n    b\n    \"\"\"\n".to_owned(),
            format!("x = 1\ny = \"\"\"\n{long}\"\"\"\n"),
            format!("def f():\n    \"\"\"Never closed.\n{long}"),
            format!("def f():\n    \"\"\"One line.\"\"\"\n{long}"),
        ] {
            assert_eq!(of(&text), [], "{text}");
        }
        let lines = ["x:", "\"\"\"a"].into_iter().chain(["b"; 20]).chain(["\"\"\""]).collect::<Vec<_>>();
        assert_eq!(long_docstrings(Some(LanguageId::Python), &lines, IN_BODY).len(), 1);
        assert!(long_docstrings(Some(LanguageId::Rust), &lines, IN_BODY).is_empty());
        assert!(long_docstrings(None, &lines, IN_BODY).is_empty());
        let head: Vec<&str> = "class A:\n    \"\"\"A.\n\n    More.\n    \"\"\"\n".lines().collect();
        assert_eq!(long_docstrings(Some(LanguageId::Python), &head, IN_HEAD), vec![2..4]);
    }
}
