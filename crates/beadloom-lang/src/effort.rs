//! Ends a parse that explores ever more readings of the same errors, and lets one that makes progress go on.
//!
//! A text in which nearly every statement is an error leaves the grammar library with two readings of each. At
//! the end of the text it looks at their combinations, all of them, without ever asking whether it may: a file of
//! 30 KB then takes minutes and gigabytes. Such a text must not come to its end. What gives it away is how many
//! steps the library takes for each token: real code of all languages here takes two to five, in the worst
//! stretches ten for a hundred tokens; such texts take ten and more from one end to the other.

/// Steps between two looks at the parse, by the library's own count.
const STEPS_PER_LOOK: u64 = 100;
/// Steps that each token may take.
const STEPS_PER_TOKEN: u64 = 8;
/// Steps beyond those that a stretch of text may take. The worst of 30,000 real files took 2,400.
const STEPS_BEYOND: u64 = 6_000;

/// What the parse of a text has cost so far. Told at every look where the parse is.
pub(crate) struct Effort<'t> {
    text: &'t [u8],
    /// Where the parse was at the last look.
    at: usize,
    /// Where it was at the farthest.
    farthest: usize,
    /// Looks at which it was at the same place as before.
    waiting: u64,
    /// Steps beyond those allowed, less those that later tokens did not need.
    beyond: u64,
    /// Where it last was within what is allowed.
    calm: usize,
}

impl<'t> Effort<'t> {
    /// Before the first step.
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text: text.as_bytes(), at: 0, farthest: 0, waiting: 0, beyond: 0, calm: 0 }
    }

    /// A look at the parse when it is at this byte. Returns whether it may go on.
    pub(crate) fn may_go_on(&mut self, at: usize) -> bool {
        self.waiting += 1;
        // What it does at one place is counted once it moves: balancing the finished tree is no trouble.
        if at == self.at {
            return true;
        }
        self.at = at;
        let passed = self.text.get(self.farthest..at).map_or(0, tokens);
        self.farthest = self.farthest.max(at);
        let steps = std::mem::take(&mut self.waiting) * STEPS_PER_LOOK;
        self.beyond = (self.beyond + steps).saturating_sub(passed * STEPS_PER_TOKEN);
        if self.beyond == 0 {
            self.calm = self.farthest;
        }
        self.beyond <= STEPS_BEYOND
    }

    /// The text before the trouble began, in whole lines where it has any.
    pub(crate) fn before_trouble(&self) -> usize {
        let calm = self.text.get(..self.calm).unwrap_or(&[]);
        calm.iter().rposition(|byte| *byte == b'\n').map_or(0, |line_end| line_end + 1)
    }
}

/// Words and signs, roughly: what a grammar makes one token of, it makes of no fewer.
fn tokens(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut in_word = false;
    for byte in bytes {
        let is_word = byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
        count += u64::from((is_word && !in_word) || (!is_word && !byte.is_ascii_whitespace()));
        in_word = is_word;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs_are_tokens() {
        for (text, count) in [("", 0), (" \n\t", 0), ("a", 1), ("ab_1 é2", 2), ("f(x) + 10", 6), ("->", 2)] {
            assert_eq!(tokens(text.as_bytes()), count, "{text:?}");
        }
    }

    /// Looks at every `bytes_per_look` bytes until the effort says stop; where that was, and what was calm.
    fn run(text: &str, bytes_per_look: impl Fn(usize) -> usize) -> (Option<usize>, usize) {
        let mut effort = Effort::new(text);
        let mut at = 0;
        while at < text.len() {
            if !effort.may_go_on(at) {
                return (Some(at), effort.before_trouble());
            }
            at += bytes_per_look(at).max(1);
        }
        (None, effort.before_trouble())
    }

    #[test]
    fn headway_is_measured_in_tokens() {
        let text = "let x = 1;\n".repeat(2000);
        // 25 tokens in a look, as real code has it.
        assert_eq!(run(&text, |_| 55).0, None);
        // 5 tokens: 20 steps for each.
        let (stopped, calm) = run(&text, |_| 11);
        assert!(stopped.is_some_and(|at| at < 2000), "{stopped:?}");
        assert_eq!(calm, 0);
        // Trouble in the middle: what was before it is known, in whole lines.
        let (stopped, calm) = run(&text, |at| if at < 11_000 { 55 } else { 11 });
        assert!(stopped.is_some_and(|at| at < 13_000), "{stopped:?}");
        assert!((10_800..=11_100).contains(&calm) && calm % 11 == 0, "{calm}");
        // A bad stretch that ends is forgotten.
        assert_eq!(run(&text, |at| if at % 5000 < 800 { 11 } else { 55 }).0, None);
    }

    #[test]
    fn work_at_one_place_is_no_trouble() {
        let mut effort = Effort::new("fn f() {}\n");
        assert!(effort.may_go_on(9));
        assert!((0..1000).all(|_| effort.may_go_on(9)));
    }

    #[test]
    fn readings_that_lag_behind_do_not_pass_tokens_twice() {
        let text = "a ".repeat(10_000);
        let mut effort = Effort::new(&text);
        // Two readings: one at the front, one that goes on and on over the same hundred bytes.
        let stopped =
            (0..1000).find(|look| !effort.may_go_on(if look % 2 == 0 { 400 } else { 300 + look % 100 }));
        assert!(stopped.is_some());
    }
}
