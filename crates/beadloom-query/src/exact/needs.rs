//! Which trigrams a line must hold for a regular expression to match it.

use beadloom_lexical::GramQuery;
use regex_syntax::hir::{Class, Hir, HirKind};

/// Texts that are followed at once; more say little each.
const MAX_TEXTS: usize = 24;

/// Characters of a class that are told apart.
const MAX_CHARS: u32 = 12;

/// What is known of all texts that a part of an expression matches.
struct Known {
    /// These texts and no others, where they are few.
    texts: Option<Vec<Vec<u8>>>,
    /// What else each of them holds.
    needs: GramQuery,
}

impl Known {
    fn nothing() -> Self {
        Self { texts: None, needs: GramQuery::Any }
    }

    fn text(bytes: &[u8]) -> Self {
        Self { texts: Some(vec![bytes.to_vec()]), needs: GramQuery::Any }
    }

    /// What all that it matches holds.
    fn into_needs(self) -> GramQuery {
        match self.texts {
            Some(texts) => GramQuery::all(vec![needs_of(&texts), self.needs]),
            None => self.needs,
        }
    }
}

fn needs_of(texts: &[Vec<u8>]) -> GramQuery {
    GramQuery::one(texts.iter().map(|text| GramQuery::of(text)).collect())
}

/// What a line holds that an expression matches.
pub(super) fn needs(hir: &Hir) -> GramQuery {
    known(hir).into_needs()
}

fn known(hir: &Hir) -> Known {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Known::text(b""),
        HirKind::Literal(literal) => Known::text(&literal.0),
        HirKind::Class(class) => chars(class),
        HirKind::Capture(capture) => known(&capture.sub),
        HirKind::Repetition(repetition) => {
            let sub = known(&repetition.sub);
            match (repetition.min, repetition.max) {
                (1, Some(1)) => sub,
                (0, Some(1)) => match sub.texts {
                    Some(mut texts) if texts.len() < MAX_TEXTS => {
                        texts.push(Vec::new());
                        Known { texts: Some(texts), needs: GramQuery::Any }
                    }
                    _ => Known::nothing(),
                },
                (0, _) => Known::nothing(),
                _ => Known { texts: None, needs: sub.into_needs() },
            }
        }
        HirKind::Concat(parts) => concat(parts),
        HirKind::Alternation(parts) => {
            let all: Vec<Known> = parts.iter().map(known).collect();
            let count: usize = all.iter().map(|one| one.texts.as_ref().map_or(MAX_TEXTS, Vec::len)).sum();
            if count <= MAX_TEXTS && all.iter().all(|one| one.texts.is_some() && one.needs == GramQuery::Any)
            {
                let texts = all.into_iter().filter_map(|one| one.texts).flatten().collect();
                return Known { texts: Some(texts), needs: GramQuery::Any };
            }
            let needs = GramQuery::one(all.into_iter().map(Known::into_needs).collect());
            Known { texts: None, needs }
        }
    }
}

/// Parts one after the other: what is known whole is put together, so that trigrams across parts count.
fn concat(parts: &[Hir]) -> Known {
    let mut run: Vec<Vec<u8>> = vec![Vec::new()];
    let mut needed: Vec<GramQuery> = Vec::new();
    let mut is_whole = true;
    for part in parts {
        let Known { texts, needs } = known(part);
        needed.push(needs);
        match texts {
            Some(texts) if run.len() * texts.len() <= MAX_TEXTS => {
                run = run
                    .iter()
                    .flat_map(|before| texts.iter().map(move |text| [before.as_slice(), text].concat()))
                    .collect();
            }
            other => {
                needed.push(needs_of(&run));
                run = other.unwrap_or_else(|| vec![Vec::new()]);
                is_whole = false;
            }
        }
    }
    if is_whole {
        return Known { texts: Some(run), needs: GramQuery::all(needed) };
    }
    needed.push(needs_of(&run));
    Known { texts: None, needs: GramQuery::all(needed) }
}

/// The few characters of a class, without regard to case: that is how trigrams are kept.
fn chars(class: &Class) -> Known {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => {
            class.ranges().iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect()
        }
        Class::Bytes(class) => {
            if class.ranges().iter().any(|range| !range.end().is_ascii()) {
                return Known::nothing();
            }
            class.ranges().iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect()
        }
    };
    let count = ranges.iter().fold(0u32, |sum, (from, to)| sum.saturating_add(to - from + 1));
    if count > MAX_CHARS {
        return Known::nothing();
    }
    for c in ranges.iter().flat_map(|(from, to)| *from..=*to).filter_map(char::from_u32) {
        let folded = match c {
            '\u{17f}' => 's',
            '\u{212a}' => 'k',
            other => other.to_ascii_lowercase(),
        };
        let text = folded.to_string().into_bytes();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.is_empty() { Known::nothing() } else { Known { texts: Some(texts), needs: GramQuery::Any } }
}

#[cfg(test)]
mod tests {
    use beadloom_lexical::GramCounter;

    use super::super::Pattern;

    #[test]
    fn a_text_without_what_is_needed_is_not_looked_at() {
        for (pattern, ignore_case, fits, not) in [
            (
                "create_order",
                false,
                vec!["x create_order(", "CREATE_ORDER"],
                vec!["create_ordr", "delete_order"],
            ),
            ("foo.*bar", false, vec!["foo x bar", "bar foo"], vec!["foo", "bar"]),
            ("(alpha|beta)_id", false, vec!["alpha_id", "beta_id"], vec!["gamma_id", "alphaid"]),
            ("status", true, vec!["STATUS", "\u{17f}tatus"], vec!["statu"]),
            ("get[A-C]ount", false, vec!["getCount", "getAount"], vec!["getDount"]),
            ("colou?r_map", false, vec!["color_map", "colour_map"], vec!["colouur_map"]),
            ("(abc)+d", false, vec!["abcabcd"], vec!["abdc"]),
            ("ab", false, vec!["xyz", "ab"], vec![]),
            ("a*", false, vec![""], vec![]),
            (r"\bword\b$", false, vec!["a word"], vec!["wor"]),
            ("\u{e9}t\u{e9}s", true, vec!["\u{c9}T\u{c9}S", "\u{e9}t\u{e9}s"], vec!["etes"]),
            (r"x\.y\(z", false, vec!["x.y(z"], vec!["x.y z"]),
        ] {
            let pattern = Pattern::regex(pattern, ignore_case).unwrap();
            let filter = |text: &str| GramCounter::default().filter(text.as_bytes());
            for text in fits {
                assert!(pattern.needs().may_fit(&filter(text)), "{pattern:?} {text}");
            }
            for text in not {
                assert!(!pattern.needs().may_fit(&filter(text)), "{pattern:?} {text}");
            }
        }
    }
}
