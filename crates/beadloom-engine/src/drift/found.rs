//! Sections that are found in one document.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{DriftCertainty, DriftChange, DriftEvidence, DriftedSection};
use beadloom_sync::drift::{Change, Claim, Missing, Reading, Section, TermUse, missing, sections};

use super::code::ChangedCode;
use super::stated::{is_compound, is_stated};

/// From which probability on a document is said to be likely, or possible, to change (`docs/internals/DOCUMENTS-EVAL.md`).
const LIKELY: f64 = 0.12;
const POSSIBLE: f64 = 0.03;

/// The same for a document that names nothing of the change.
const LIKELY_UNNAMED: f64 = 0.15;

/// Documents that repeat a list, at most: what more of them name is no list of theirs.
const MAX_LISTING_DOCUMENTS: usize = 3;

/// Characters of a line that is shown.
const MAX_LINE_CHARS: usize = 200;

/// What is certain of a token: what became of it, and how it is called or where it lies now.
pub(super) type Known = BTreeMap<u32, (DriftChange, Option<String>)>;

/// How often people add to a list in a document what they added to it in code, at least.
const OF_LIST: f64 = 0.3;

/// What is shown of a section.
const MAX_EVIDENCE_ITEMS: usize = 5;

/// Sections of one document that are certain.
const MAX_CERTAIN_SECTIONS: usize = 10;

/// Parts of words by which a path, a heading or a line tells of versions that were.
const PAST: [&str; 8] =
    ["migrat", "upgrad", "deprecat", "obsolet", "former", "no longer", "removed", "renamed"];

fn tells_of_the_past(text: &str) -> bool {
    let text = text.to_lowercase();
    PAST.iter().any(|part| text.contains(part))
}

/// Whether a heading is that of earlier versions.
fn is_of_the_past(heading: &str) -> bool {
    is_release(heading) || tells_of_the_past(heading)
}

/// Whether a heading is that of a release, such as `0.9.0 'One for All'`.
fn is_release(heading: &str) -> bool {
    let first = heading.split([' ', '[', ']', '(']).find(|word| !word.is_empty()).unwrap_or_default();
    let version = first.trim_start_matches(['v', 'V']);
    version.contains('.') && version.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// What each document lacks of the lists that it repeats, in their order; nothing of lists that too many name.
pub(super) fn missing_of_lists(change: &Change, readings: &[&Reading]) -> Vec<Vec<Missing>> {
    let mut all: Vec<Vec<Missing>> = readings.iter().map(|reading| missing(change, reading)).collect();
    let mut listing: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for one in all.iter().flatten() {
        *listing.entry((one.file, one.code_line)).or_default() += 1;
    }
    for own in &mut all {
        own.retain(|one| {
            listing.get(&(one.file, one.code_line)).is_some_and(|all| *all <= MAX_LISTING_DOCUMENTS)
        });
    }
    all
}

/// What is certain in a section: its heading, and numbers of tokens, each with the first line that has it.
#[derive(Default)]
struct CertainTerms {
    heading: String,
    terms: Vec<(u32, u32)>,
    evidence: Vec<DriftEvidence>,
}

/// One document, and what it is judged by.
pub(super) struct Here<'a> {
    pub(super) path: &'a str,
    pub(super) text: &'a str,
    pub(super) reading: &'a Reading,
    pub(super) change: &'a Change,
    pub(super) code: &'a [ChangedCode],
    pub(super) known: &'a Known,
    /// What it says that is no longer so.
    pub(super) claims: &'a [Claim],
    pub(super) probability: f64,
    /// What it lacks of lists that it repeats.
    pub(super) missing: &'a [Missing],
    /// Whether commits changed it together with this code.
    pub(super) is_companion: bool,
    /// Whether the project defines a name.
    pub(super) is_own: &'a dyn Fn(&str) -> bool,
    /// Whether few places of the project have a word.
    pub(super) is_rare_word: &'a dyn Fn(&str) -> bool,
}

impl Here<'_> {
    /// Sections that name what is certain in one of the lines that stood there before the change, by line. What tells of earlier versions is left
    /// out: it may name what is gone.
    pub(super) fn certain(&self, before: &BTreeSet<&str>) -> Vec<DriftedSection> {
        if tells_of_the_past(self.path) {
            return Vec::new();
        }
        let lines: Vec<&str> = self.text.lines().collect();
        let stood = |line: u32| {
            let text = lines.get(line.saturating_sub(1) as usize).copied().unwrap_or_default();
            before.contains(text) && !tells_of_the_past(text)
        };
        let mut found: BTreeMap<(u32, u32), CertainTerms> = BTreeMap::new();
        for (term, lines) in self.reading.terms.iter().filter(|(term, _)| self.known.contains_key(term)) {
            for line in lines.iter().filter(|line| stood(**line)) {
                let (span, heading) = self.reading.headings.section_at(*line);
                if is_of_the_past(heading) {
                    continue;
                }
                let of_section = found.entry(span).or_default();
                heading.clone_into(&mut of_section.heading);
                // A name and what it is a part of say the same.
                let text = self.change.text(*term);
                let says_it = |(other, at): &(u32, u32)| {
                    let other = self.change.text(*other);
                    at == line && (other.contains(text) || text.contains(other))
                };
                if of_section.terms.iter().any(says_it) {
                    continue;
                }
                if !of_section.terms.iter().any(|(known, _)| known == term) {
                    of_section.terms.push((*term, *line));
                }
            }
        }
        for claim in self.claims.iter().filter(|claim| stood(claim.line)) {
            let (span, heading) = self.reading.headings.section_at(claim.line);
            if is_of_the_past(heading) {
                continue;
            }
            let of_section = found.entry(span).or_default();
            heading.clone_into(&mut of_section.heading);
            let Some(mut evidence) = self.of_claim(claim) else { continue };
            // A value that stands nowhere any more is itself what the document names.
            let is_value = |(term, line): &(u32, u32)| {
                let text = self.change.text(*term);
                *line == claim.line && claim.was.as_ref().is_some_and(|was| was.contains(text))
            };
            if let Some(at) = of_section.terms.iter().position(is_value) {
                of_section.terms.remove(at);
                evidence.name = claim.was.clone().unwrap_or(evidence.name);
                evidence.change = DriftChange::Renamed;
                evidence = with_words(None, evidence);
            }
            of_section.evidence.push(evidence);
        }
        found
            .into_iter()
            .take(MAX_CERTAIN_SECTIONS)
            .map(|(lines, of)| {
                let mut section = self.section(lines, of.heading, DriftCertainty::Certain, &of.terms);
                section.evidence.extend(of.evidence);
                section.evidence.truncate(MAX_EVIDENCE_ITEMS);
                section
            })
            .collect()
    }

    fn of_claim(&self, claim: &Claim) -> Option<DriftEvidence> {
        let file = self.code.get(claim.file)?;
        Some(with_words(
            claim.was.as_deref(),
            DriftEvidence {
                what: String::new(),
                name: claim.name.clone(),
                line: claim.line,
                text: shown_line(self.text, claim.line),
                change: if claim.was.is_some() { DriftChange::Value } else { DriftChange::Signature },
                now: Some(cut(&claim.now)),
                code_path: file.now.as_ref().unwrap_or(&file.path).clone(),
                code_line: Some(claim.code_line),
                code_text: Some(shown_line(&file.new, claim.code_line)),
            },
        ))
    }

    /// What is untrue, or may be, in a document that did not change. `having`: documents with each token of the change.
    pub(super) fn of_unchanged(&self, having: &[u32]) -> Vec<DriftedSection> {
        let mut own = self.certain(&self.text.lines().collect());
        if self.probability >= POSSIBLE {
            let all = sections(self.change, self.reading, having);
            own.extend(self.judged(&all, &own));
        }
        let lists = self.lists(self.missing, &own);
        let is_listed = |section: &DriftedSection| {
            lists
                .iter()
                .any(|list| (list.line_start, list.line_end) == (section.line_start, section.line_end))
        };
        own.retain(|section| section.certainty != DriftCertainty::Possible || !is_listed(section));
        own.extend(lists);
        own
    }

    /// Those that the model means; the document as a whole where none of them has a word of the change.
    fn judged(&self, all: &[Section], taken: &[DriftedSection]) -> Vec<DriftedSection> {
        if all.is_empty() && taken.is_empty() {
            let lines = (1, self.text.lines().count().try_into().unwrap_or(u32::MAX).max(1));
            return vec![self.section(lines, String::new(), DriftCertainty::Possible, &[])];
        }
        let has_only_releases = all.iter().all(|section| is_release(&section.heading));
        let with_reasons: Vec<(&Section, Vec<(u32, u32)>)> = all
            .iter()
            .filter(|section| !taken.iter().any(|one| (one.line_start, one.line_end) == section.lines))
            // What a release brought stays as it is, unless the document has nothing else.
            .filter(|section| has_only_releases || !is_release(&section.heading))
            .map(|section| {
                let terms = section.terms.iter().filter(|(term, _)| self.is_reason(*term));
                (section, terms.copied().collect())
            })
            .collect();
        let is_named = !taken.is_empty() || with_reasons.iter().any(|(_, reasons)| !reasons.is_empty());
        let mut found: Vec<DriftedSection> = Vec::new();
        if self.probability >= LIKELY_UNNAMED && !is_named && self.is_companion {
            found.push(self.together());
        }
        found.extend(with_reasons.into_iter().map(|(section, reasons)| {
            // What has no reason that can be shown is a guess.
            let is_likely = self.probability >= LIKELY && !reasons.is_empty();
            let certainty = if is_likely { DriftCertainty::Likely } else { DriftCertainty::Possible };
            self.section(section.lines, section.heading.clone(), certainty, &reasons)
        }));
        found
    }

    /// The document as a whole, which commits changed with this code.
    fn together(&self) -> DriftedSection {
        let lines = (1, self.text.lines().count().try_into().unwrap_or(u32::MAX).max(1));
        let mut section = self.section(lines, String::new(), DriftCertainty::Likely, &[]);
        section.evidence.extend(self.code.first().map(|file| {
            with_words(
                None,
                DriftEvidence {
                    what: String::new(),
                    name: file.path.clone(),
                    line: 1,
                    text: shown_line(self.text, 1),
                    change: DriftChange::Together,
                    now: None,
                    code_path: file.now.as_ref().unwrap_or(&file.path).clone(),
                    code_line: None,
                    code_text: None,
                },
            )
        }));
        section
    }

    /// Whether a name is the project's: one of a library stands at many changes that have nothing to do with it.
    fn is_reason(&self, term: u32) -> bool {
        self.change.term_use(term).is_some_and(|used| {
            if !used.is_name && !used.is_path {
                return (self.is_rare_word)(self.change.text(term));
            }
            let text = self.change.text(term);
            let is_of_file = used.is_path || used.is_file_name || used.is_stem || used.is_holder;
            let is_stated = used.is_in_literal && is_stated(text);
            // What is gone, the index has no more.
            is_of_file || is_stated || used.is_gone() && is_compound(text) || (self.is_own)(text)
        })
    }

    /// Sections that list what the change adds to, and lack the new one. `taken`: sections that are given anyway.
    fn lists(&self, all: &[Missing], taken: &[DriftedSection]) -> Vec<DriftedSection> {
        let mut found: BTreeMap<(u32, u32), DriftedSection> = BTreeMap::new();
        for one in all {
            let (span, heading) = self.reading.headings.section_at(one.line);
            let is_taken = taken.iter().any(|section| {
                (section.line_start, section.line_end) == span
                    && section.certainty != DriftCertainty::Possible
            });
            if is_taken || is_of_the_past(heading) || tells_of_the_past(self.path) {
                continue;
            }
            let section = found
                .entry(span)
                .or_insert_with(|| self.section(span, heading.to_owned(), DriftCertainty::Likely, &[]));
            section.probability = section.probability.max(OF_LIST);
            if section.evidence.len() < MAX_EVIDENCE_ITEMS {
                section.evidence.extend(self.of_missing(one));
            }
        }
        found.into_values().collect()
    }

    fn of_missing(&self, one: &Missing) -> Option<DriftEvidence> {
        let file = self.code.get(one.file)?;
        let code_path = file.now.as_ref().unwrap_or(&file.path).clone();
        let what =
            format!("{} came beside {} in {code_path}:{}", one.name, one.others.join(", "), one.code_line);
        Some(DriftEvidence {
            what,
            name: one.name.clone(),
            line: one.line,
            text: shown_line(self.text, one.line),
            change: DriftChange::Added,
            now: None,
            code_path,
            code_line: Some(one.code_line),
            code_text: Some(shown_line(&file.new, one.code_line)),
        })
    }

    fn section(
        &self,
        (line_start, line_end): (u32, u32),
        heading: String,
        certainty: DriftCertainty,
        terms: &[(u32, u32)],
    ) -> DriftedSection {
        DriftedSection {
            doc_path: self.path.to_owned(),
            line_start,
            line_end,
            heading,
            certainty,
            probability: (self.probability * 100.0).round() / 100.0,
            evidence: self.folded(terms).filter_map(|(term, line)| self.evidence(term, line)).collect(),
        }
    }

    /// Those that are no part of another one in the same line: `amazonaws` says nothing beside its address.
    fn folded(&self, terms: &[(u32, u32)]) -> impl Iterator<Item = (u32, u32)> {
        let is_part = |(term, line): &(u32, u32)| {
            let text = self.change.text(*term);
            terms
                .iter()
                .any(|(other, at)| other != term && at == line && self.change.text(*other).contains(text))
        };
        terms.iter().copied().filter(move |one| !is_part(one))
    }

    fn evidence(&self, term: u32, line: u32) -> Option<DriftEvidence> {
        let used = self.change.term_use(term)?;
        let name = self.change.text(term).to_owned();
        let (change, now) = self.known.get(&term).cloned().unwrap_or_else(|| (became(used), None));
        let (file, code_line, is_of_base) = match used.place {
            Some((at, line, went)) => (self.code.get(at)?, Some(line), went),
            None => (self.code.get(used.beside?)?, None, false),
        };
        let path = if is_of_base { &file.path } else { file.now.as_ref().unwrap_or(&file.path) };
        let of_file = if is_of_base { &file.old } else { &file.new };
        Some(with_words(
            None,
            DriftEvidence {
                what: String::new(),
                name,
                line,
                text: shown_line(self.text, line),
                change,
                now,
                code_path: path.clone(),
                code_line,
                code_text: code_line.map(|line| shown_line(of_file, line)),
            },
        ))
    }
}

/// What became of something, in words.
fn with_words(was: Option<&str>, evidence: DriftEvidence) -> DriftEvidence {
    let DriftEvidence { name, change, now, code_path, code_line, .. } = &evidence;
    let place = code_line.map_or_else(|| code_path.clone(), |line| format!("{code_path}:{line}"));
    let now = now.as_deref().unwrap_or_default();
    let what = match change {
        DriftChange::Removed => format!("{name} is gone ({place} of the base)"),
        DriftChange::Renamed => format!("{name} is {now} now ({place})"),
        DriftChange::Moved => format!("{name} is at {now} now"),
        DriftChange::Value => {
            format!("{name} is {now} now, not {} ({place})", was.unwrap_or_default())
        }
        DriftChange::Signature => format!("{name} takes something else now: {now} ({place})"),
        DriftChange::Dropped => format!("{name} is no longer in {code_path} ({place} of the base)"),
        DriftChange::Changed => format!("{name} is in a changed line ({place})"),
        DriftChange::Added => format!("{name} is in a new line ({place})"),
        DriftChange::Together => "earlier commits changed it together with this code".to_owned(),
        DriftChange::Near => format!("{name} stands beside a change in {place}"),
    };
    DriftEvidence { what, ..evidence }
}

/// A line of a text, 1-based, without what is around it.
fn shown_line(text: &str, line: u32) -> String {
    cut(text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default().trim())
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_LINE_CHARS).collect()
}

fn became(used: &TermUse) -> DriftChange {
    if used.is_gone() {
        DriftChange::Dropped
    } else if used.is_new() {
        DriftChange::Added
    } else if used.is_changed() {
        DriftChange::Changed
    } else {
        DriftChange::Near
    }
}
