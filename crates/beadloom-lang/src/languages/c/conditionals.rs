//! Which branches of `#if` a grammar gets to see.
//!
//! A grammar reads one text, not one per set of macros. Branches that are whole – each closes the brackets that it
//! opens, and ends where a statement ends – stand side by side, so that what any of them defines is found. Of
//! others (two heads of one function) only the first counts. The directives themselves are always left out.

use std::ops::Range;

use super::scan::{Kind, Token};

/// What a condition is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Yes,
    No,
    Open,
}

/// Brackets of a stretch of code: what is open after it, and how far it closed what it did not open.
#[derive(Debug, Clone, Copy, Default)]
struct Balance {
    net: i32,
    low: i32,
}

impl Balance {
    fn add(&mut self, token: &Token) {
        match token.kind {
            Kind::Sign(b'{' | b'(' | b'[') => self.net = self.net.saturating_add(1),
            Kind::Sign(b'}' | b')' | b']') => {
                self.net = self.net.saturating_sub(1);
                self.low = self.low.min(self.net);
            }
            _ => {}
        }
    }

    fn then(self, next: Self) -> Self {
        let low = self.low.min(self.net.saturating_add(next.low));
        Self { net: self.net.saturating_add(next.net), low }
    }
}

struct Branch {
    truth: Truth,
    /// Tokens, by index.
    tokens: Range<usize>,
    balance: Balance,
    /// The last token of code that counts.
    last: Option<Token>,
}

impl Branch {
    fn is_whole(&self) -> bool {
        let ends = self.last.is_none_or(|last| matches!(last.kind, Kind::Sign(b';' | b'}' | b',' | b':')));
        ends && self.balance.net == 0 && self.balance.low == 0
    }
}

/// The open `#if`s, with the branches that each has so far.
struct Group {
    branches: Vec<Branch>,
    /// One of them surely counts.
    sure: bool,
    /// None of them does.
    none: bool,
}

/// The tokens that a grammar is not to see, by index: directives of conditions and branches that do not count.
/// Sorted, without overlaps. `cpp`: the text is C++.
pub(super) fn left_out(text: &str, tokens: &[Token], cpp: bool) -> Vec<Range<usize>> {
    let mut left_out: Vec<Range<usize>> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Directive {
            if let Some(branch) = groups.last_mut().and_then(|group| group.branches.last_mut()) {
                branch.balance.add(token);
                branch.last = Some(*token);
            }
            continue;
        }
        let line = token.text(text);
        let (name, condition) = split(line);
        match name {
            "if" | "ifdef" | "ifndef" => {
                let mut group = Group { branches: Vec::new(), sure: false, none: true };
                group.begin_branch(truth(name, condition, cpp), at + 1);
                groups.push(group);
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                if let Some(group) = groups.last_mut() {
                    let truth = if name == "else" { group.otherwise() } else { Truth::Open };
                    group.end_branch(at);
                    group.begin_branch(truth, at + 1);
                }
            }
            "endif" => {
                if let Some(mut group) = groups.pop() {
                    group.end_branch(at);
                    let (balance, last) = group.settle(&mut left_out);
                    if let Some(around) = groups.last_mut().and_then(|group| group.branches.last_mut()) {
                        around.balance = around.balance.then(balance);
                        around.last = last.or(around.last);
                    }
                }
            }
            "" if line.starts_with('#') => {}
            // Of the others these say something to a reader; the rest of a condition's line after a comment
            // does not begin with `#`.
            "include" | "include_next" | "import" | "define" | "embed" => continue,
            _ if !line.starts_with('#') && !follows_condition(text, tokens, at) => continue,
            _ => {}
        }
        left_out.push(at..at + 1);
    }
    merge(left_out)
}

/// Whether the part of a directive at `at` goes on from a line that is left out.
fn follows_condition(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or(&[]);
    // A line with more comments than this in its middle is nobody's.
    let head = before.iter().rev().take(16).find(|token| token.text(text).starts_with('#'));
    head.is_some_and(|head| {
        !matches!(split(head.text(text)).0, "include" | "include_next" | "import" | "define" | "embed")
    })
}

fn merge(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

impl Branch {
    fn new(truth: Truth, from: usize) -> Self {
        Self { truth, tokens: from..from, balance: Balance::default(), last: None }
    }
}

impl Group {
    fn begin_branch(&mut self, truth: Truth, from: usize) {
        self.sure |= truth == Truth::Yes;
        self.none &= truth == Truth::No;
        self.branches.push(Branch::new(truth, from));
    }

    fn end_branch(&mut self, at: usize) {
        if let Some(branch) = self.branches.last_mut() {
            branch.tokens.end = at;
        }
    }

    /// What is known of an `#else`.
    fn otherwise(&self) -> Truth {
        match (self.sure, self.none) {
            (true, _) => Truth::No,
            (false, true) => Truth::Yes,
            (false, false) => Truth::Open,
        }
    }

    /// Leaves out the branches that do not count; what the others leave open and end with.
    fn settle(self, left_out: &mut Vec<Range<usize>>) -> (Balance, Option<Token>) {
        let surely = self.branches.iter().position(|branch| branch.truth == Truth::Yes);
        let could = |branch: &Branch| branch.truth != Truth::No;
        let side_by_side = self.branches.iter().filter(|branch| could(branch)).count() < 2
            || self.branches.iter().filter(|branch| could(branch)).all(Branch::is_whole);
        let first = self.branches.iter().position(could);
        let mut balance = Balance::default();
        let mut last = None;
        for (number, branch) in self.branches.into_iter().enumerate() {
            let counts = match surely {
                Some(sure) => number == sure,
                None => could(&branch) && (side_by_side || Some(number) == first),
            };
            if counts {
                balance = balance.then(branch.balance);
                last = branch.last.or(last);
            } else if !branch.tokens.is_empty() {
                left_out.push(branch.tokens);
            }
        }
        (balance, last)
    }
}

/// A directive's name and what follows it.
fn split(line: &str) -> (&str, &str) {
    let rest = line.strip_prefix('#').unwrap_or("").trim_start_matches([' ', '\t']);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    (name, rest.trim())
}

/// `__cplusplus` is known, and so are plain numbers.
fn truth(name: &str, condition: &str, cpp: bool) -> Truth {
    let known = |yes: bool| if yes { Truth::Yes } else { Truth::No };
    match (name, condition) {
        ("ifdef", "__cplusplus") => known(cpp),
        ("ifndef", "__cplusplus") => known(!cpp),
        ("if", "0" | "false") => Truth::No,
        ("if", "1" | "true") => Truth::Yes,
        ("if", _) => {
            let plain: String = condition.chars().filter(|c| !c.is_whitespace()).take(32).collect();
            match plain.as_str() {
                "defined(__cplusplus)" | "defined__cplusplus" | "__cplusplus" => known(cpp),
                "!defined(__cplusplus)" | "!defined__cplusplus" | "!__cplusplus" => known(!cpp),
                _ => Truth::Open,
            }
        }
        _ => Truth::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::tokens;
    use super::*;

    /// What is seen, on one line.
    fn seen(text: &str, cpp: bool) -> String {
        let tokens = tokens(text);
        let left_out = left_out(text, &tokens, cpp);
        let seen =
            tokens.iter().enumerate().filter(|(at, _)| !left_out.iter().any(|range| range.contains(at)));
        seen.map(|(_, token)| token.text(text)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn whole_branches_stand_side_by_side() {
        for (text, c, cpp) in [
            ("#ifdef A\nint a;\n#else\nint b;\n#endif\nint c;", "int a ; int b ; int c ;", ""),
            ("#if A\nf(a\n#else\nf(b\n#endif\n);", "f ( a ) ;", ""),
            ("#if A\nint f(int a)\n#elif B\nint f(long a)\n#endif\n{ }", "int f ( int a ) { }", ""),
            ("x =\n#if A\n1\n#else\n2\n#endif\n;", "x = 1 ;", ""),
            ("#ifdef A\nif (a) {\n#endif\nb;\n#ifdef A\n}\n#endif", "if ( a ) { b ; }", ""),
            ("#if 0\n}\n#endif\na;", "a ;", ""),
            ("#if 1\na;\n#else\nb;\n#endif", "a ;", ""),
            (
                "#ifdef __cplusplus\nextern \"C\" {\n#endif\na;\n#if defined( __cplusplus )\n}\n#endif",
                "a ;",
                "extern \"C\" { a ; }",
            ),
            ("#ifndef __cplusplus\na;\n#else\nb;\n#endif", "a ;", "b ;"),
            ("#if A /* x */ && B\na;\n#endif\n#define X /* y */ 1\n#pragma once", "a ; #define X 1", ""),
            ("#if A\n#if B\n{\n#else\n{\n#endif\nb;\n#else\n{\n#endif\n}", "{ b ; }", ""),
            ("#if A\na;", "a ;", ""),
            ("#else\na;\n#endif\n#endif", "a ;", ""),
            ("#elif X\n#", "", ""),
        ] {
            assert_eq!(seen(text, false), c, "{text}");
            if !cpp.is_empty() {
                assert_eq!(seen(text, true), cpp, "{text}");
            }
        }
    }
}
