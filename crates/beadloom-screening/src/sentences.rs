//! The sentences of a text, and what stands in one.

use crate::lexicon::{Class, LEXICONS};
use crate::rules::{Rule, Sign};
use crate::words::Hit;

/// Bytes of what is looked at together; longer sentences are looked at in pieces that overlap by half.
const MAX_SENTENCE_BYTES: usize = 480;

/// How far a quote may reach for the ends of sentences in it to be a part of it.
const MAX_QUOTE_BYTES: usize = 240;

/// The places of the sentences of a folded text.
pub(crate) fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let (mut begin, mut quote_ends) = (0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if c == '"' && at >= quote_ends {
            let rest = text.get(end..).unwrap_or_default();
            quote_ends = rest
                .find('"')
                .filter(|length| *length <= MAX_QUOTE_BYTES)
                .map_or(0, |length| end + length + 1);
        }
        let is_end = match c {
            '\n' | '。' | '！' | '？' => true,
            '.' | '!' | '?' | ';' => {
                chars.peek().is_none_or(|(_, next)| next.is_whitespace() || *next == '"')
            }
            _ => false,
        };
        if is_end && end > quote_ends {
            push(text, begin, end, &mut all);
            begin = end;
        }
    }
    push(text, begin, text.len(), &mut all);
    all
}

fn push(text: &str, mut begin: usize, end: usize, all: &mut Vec<(usize, usize)>) {
    while end - begin > MAX_SENTENCE_BYTES {
        let cut = text.floor_char_boundary(begin + MAX_SENTENCE_BYTES);
        all.push((begin, cut));
        begin = text.floor_char_boundary(begin + MAX_SENTENCE_BYTES / 2);
    }
    if end > begin {
        all.push((begin, end));
    }
}

/// Words before an English verb that is an order.
const BEFORE_ORDERS: &[&str] = &[
    "please", "then", "also", "first", "now", "always", "must", "should", "shall", "will", "and", "or",
    "simply", "just", "kindly", "silently", "secretly", "quietly", "immediately", "instead", "next",
    "finally", "may", "can", "you", "do", "additionally", "covertly", "afterwards", "next", "so", "bots",
    "agents", "assistants", "models", "llms", "claude", "copilot", "otherwise", "but", "before",
];

/// Words before "to" that make an order of what follows.
const BEFORE_TO: &[&str] = &[
    "need", "needs", "have", "has", "ought", "required", "asked", "authorised", "authorized", "told", "want",
    "you", "sure", "is", "are", "instructed",
];

/// Negations that say how something is done rather than that it is not.
const WITHOUT: &[&str] = &["without", "ohne", "sans", "sin", "sem", "без", "ずに", "せず"];

/// A set of classes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Classes([u128; 2]);

impl Classes {
    pub fn of(hits: &[Hit]) -> Self {
        let mut all = [0; 2];
        for hit in hits {
            if let Some(half) = all.get_mut(hit.class as usize / 128) {
                *half |= 1 << (hit.class as u32 % 128);
            }
        }
        Self(all)
    }

    fn has(self, class: Class) -> bool {
        self.0.get(class as usize / 128).is_some_and(|half| half >> (class as u32 % 128) & 1 == 1)
    }
}

/// A sentence of a reading, in one language.
pub(crate) struct Sentence<'a> {
    /// The whole reading.
    pub text: &'a str,
    pub begin: usize,
    pub end: usize,
    /// Of this sentence and this language, by place.
    pub hits: &'a [Hit],
    /// The classes of these.
    pub classes: Classes,
    pub language: usize,
}

impl Sentence<'_> {
    /// Where a rule is broken: the first of its words.
    pub fn breaks(&self, rule: &Rule) -> Option<usize> {
        let (first, rest) = rule.needs.split_first()?;
        let has = |any: &&[Class]| any.iter().any(|class| self.classes.has(*class));
        if !rule.needs.iter().all(has) || has(&rule.unless) {
            return None;
        }
        let anchors = self.hits.iter().filter(|hit| first.contains(&hit.class));
        for anchor in anchors.filter(|hit| !rule.is_ordered || self.is_ordered(hit)) {
            let mut last = *anchor;
            let found = rest.iter().all(|any| {
                let hit = self.hits.iter().find(|hit| {
                    any.contains(&hit.class)
                        && hit.start.abs_diff(anchor.start) <= rule.within
                        && (!rule.in_order || hit.start >= last.end)
                        // The last word of a phrase is no concept of its own beside it.
                        && !(hit.end == anchor.end && hit.start >= anchor.start)
                });
                last = hit.copied().unwrap_or(last);
                hit.is_some()
            });
            let sentence = self.text.get(self.begin..self.end).unwrap_or_default();
            let is_signed = match rule.sign {
                Sign::None => true,
                Sign::Host => has_host(sentence),
                Sign::HostOrPipe => has_host(sentence) || has_pipe(sentence),
            };
            if found && is_signed && !self.is_about(anchor.start) {
                return Some(anchor.start.min(self.hits.first().map_or(anchor.start, |hit| hit.start)));
            }
        }
        None
    }

    /// Whether a verb is said as an order, and not of somebody else, nor forbidden.
    fn is_ordered(&self, hit: &Hit) -> bool {
        if hit.class != Class::Not && hit.class != Class::Ignore && self.is_forbidden(hit) {
            return false;
        }
        if LEXICONS.get(self.language).is_some_and(|lexicon| lexicon.inflected) {
            return hit.class != Class::Ignore
                || !begins_with_article(self.text.get(self.begin..hit.start).unwrap_or_default());
        }
        let before = self.text.get(self.begin..hit.start).unwrap_or_default().trim_end();
        // A part of a composed word: `auto-merge`.
        let is_composed = self.text.get(self.begin..hit.start).is_some_and(|before| {
            before.strip_suffix('-').is_some_and(|word| word.ends_with(char::is_alphanumeric))
        });
        if is_composed {
            return false;
        }
        let before = before.trim_end_matches(['"', '\'', '`', '*', '_', '(', '[']).trim_end();
        if before.is_empty() || before.ends_with([',', ':', '-', '>', '|', '#', '/', ')', '!', '.', '?', '+'])
        {
            return true;
        }
        let mut words = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '\''));
        let (last, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_gerund = self.text.get(hit.start..hit.end).is_some_and(|word| word.ends_with("ing"));
        (is_gerund && matches!(last, "by" | "start" | "keep" | "consider" | "for"))
            || BEFORE_ORDERS.contains(&last)
            || last.ends_with("ly")
            || last == "to" && BEFORE_TO.contains(&second)
            // "Any LLM that opens this must …", "goes to", "in your next answer include".
            || matches!(last, "it" | "them" | "this" | "here" | "again") && hit.class != Class::Approve
            || last.chars().all(|c| c.is_ascii_digit())
            // Nothing but a subject before it makes dropping rules somebody else's business.
            || hit.class == Class::Ignore && !is_gerund && !is_subject(last)
    }

    /// Whether the verb of a hit is what must not be done.
    fn is_forbidden(&self, hit: &Hit) -> bool {
        let is_inflected = LEXICONS.get(self.language).is_some_and(|lexicon| lexicon.inflected);
        let (before, after) = if is_inflected { (16, 60) } else { (14, 0) };
        self.hits.iter().any(|other| {
            other.class == Class::Not
                && other.start + before >= hit.start
                && other.start <= hit.end + after
                && other.start != hit.start
                && !self.text.get(other.start..other.end).is_some_and(|word| WITHOUT.contains(&word))
                && !self.text.get(hit.end..other.start).is_some_and(begins_clause)
                && !self.is_part_of_manner(other)
        })
    }

    /// Whether a negation is a piece of how something is done, or of what is said: "not looking", "no errors".
    fn is_part_of_manner(&self, not: &Hit) -> bool {
        self.hits.iter().any(|hit| {
            matches!(hit.class, Class::Blind | Class::Unasked | Class::AllClear)
                && hit.start <= not.start
                && hit.end > not.end
        })
    }

    /// Whether the sentence says behind a quote what is done with such texts.
    fn is_about_behind(&self, at: usize) -> bool {
        let rest = self.text.get(at..self.end).unwrap_or_default();
        rest.find('"').is_some_and(|length| {
            self.hits.iter().any(|hit| hit.class == Class::About && hit.start > at + length)
        })
    }

    /// Whether what begins at a place is talked of, and not said: the sentence says before what is done with such texts, or whose
    /// words they are.
    fn is_about(&self, at: usize) -> bool {
        let before = self.text.get(self.begin..at).unwrap_or_default();
        let first_quote = before.find(['"', '`']).map_or(at, |place| self.begin + place);
        let said =
            |class: Class, until: usize| self.hits.iter().any(|hit| hit.class == class && hit.end <= until);
        let is_quoted = before.matches('"').count() % 2 == 1 || opens_quote(before);
        if is_sample(before) {
            return true;
        }
        let about = self.hits.iter().find(|hit| hit.class == Class::About && hit.end <= at);
        let reported = self.hits.iter().any(|hit| {
            hit.class == Class::Quoted && hit.end <= at && about.is_some_and(|about| about.end <= hit.start)
        });
        (is_quoted && (about.is_some() || said(Class::Quoted, first_quote) || self.is_about_behind(at)))
            || reported
    }
}

/// Whether another clause begins in what stands between a verb and a negation.
fn begins_clause(between: &str) -> bool {
    [",", " que ", " qu'", " dass ", " что "].iter().any(|mark| between.contains(mark))
}

/// Whether a clause begins with an article: then its verb says what somebody else does.
fn begins_with_article(before: &str) -> bool {
    const ARTICLES: &[&str] = &[
        "el", "la", "los", "las", "o", "a", "os", "as", "le", "les", "un", "une", "uma", "una", "der", "die",
        "das", "ein", "eine",
    ];
    let clause = before.rsplit([',', ':', ';', '.', '!', '?', '"', '-']).next().unwrap_or_default().trim();
    let mut words = clause.split(' ');
    words.next().is_some_and(|first| ARTICLES.contains(&first)) && words.next().is_some()
}

/// Whether a word before a verb says who does it, or that it is not done.
fn is_subject(word: &str) -> bool {
    word.ends_with('s')
        || matches!(
            word,
            "to" | "not"
                | "we"
                | "they"
                | "i"
                | "who"
                | "that"
                | "which"
                | "people"
                | "cannot"
                | "never"
                | "would"
                | "could"
        )
}

/// Whether a label says that a sample follows.
fn is_sample(before: &str) -> bool {
    const KINDS: &[&str] = &[
        "sample", "example", "expected", "mock", "canned", "training", "test", "illustrative", "returned",
        "fixture", "dummy", "fake", "demo",
    ];
    let Some(label) = before.trim_end().trim_end_matches(['"', '\'', '`']).trim_end().strip_suffix(':')
    else {
        return before
            .split(':')
            .next()
            .is_some_and(|label| label.len() < before.len() && is_label(label, KINDS));
    };
    is_label(label, KINDS)
}

fn is_label(label: &str, kinds: &[&str]) -> bool {
    let mut words = label.trim().rsplit(|c: char| !c.is_alphanumeric()).take(4);
    words.any(|word| {
        kinds.iter().any(|kind| word == *kind || word.strip_suffix('s') == Some(kind)) || word == "e.g"
    })
}

/// Whether a quote in single marks is open; an apostrophe is none.
fn opens_quote(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    let mut open = false;
    for (at, byte) in bytes.iter().enumerate() {
        if !matches!(byte, b'\'' | b'`') {
            continue;
        }
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric())
        };
        let (before, after) = (is_letter(at.checked_sub(1)), is_letter(Some(at + 1)));
        if !before && (after || at + 1 == bytes.len()) {
            open = true;
        } else if before && !after {
            open = false;
        }
    }
    open
}

/// Last parts of names of hosts that are not endings of files.
const HOST_ENDINGS: &str = "com net org io dev example ru cn de fr es jp br pt uk eu info xyz site top app co ai me invalid test online club link";

fn has_host(sentence: &str) -> bool {
    if sentence.contains("://") {
        return true;
    }
    sentence
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | ',' | '<' | '>' | '、' | '，')
        })
        .any(|word| {
            let word = word.trim_end_matches(['.', ';', ':', '!', '?']);
            let host = word.rsplit('@').next().unwrap_or(word).split(['/', ':', '?']).next().unwrap_or(word);
            let mut parts = host.split('.');
            let last = parts.next_back().unwrap_or_default();
            let others: Vec<&str> = parts.collect();
            let is_named = !others.is_empty()
                && others.iter().all(|part| {
                    !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                });
            let is_number =
                |part: &str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|b| b.is_ascii_digit());
            is_named
                && (HOST_ENDINGS.split(' ').any(|ending| ending == last)
                    || others.len() == 3 && is_number(last) && others.iter().all(|part| is_number(part)))
        })
}

fn has_pipe(sentence: &str) -> bool {
    const PIPES: &[&str] = &[
        "| sh", "|sh", "| bash", "|bash", "| sudo", "|sudo", "| zsh", "| python", "|python", "| node",
        "| iex", "|iex", "bash <(", "sh <(", "sh -c", "bash -c", "iex (", "iex(", "invoke-expression",
        "exec(", "eval(", "/dev/tcp", "-e /bin", "rm -rf", "rm -fr", "chmod 777", "into sh", "into bash",
        "to bash", "$(curl", "$(wget", "base64 -d", "mkfifo", "powershell",
    ];
    PIPES.iter().any(|pipe| sentence.contains(pipe))
}
