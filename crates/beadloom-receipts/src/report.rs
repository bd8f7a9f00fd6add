//! What receipts come to.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{
    ANSWER_VERSION, LinesByPath, Receipt, ReceiptGroup, ReceiptOpened, ReceiptParts, ReceiptSession,
    ReceiptTotals, ReceiptsAnswer,
};
use beadloom_model::{CompactSort as _, counted};

use super::line::{Line, Opened, Sent, is_path};
use super::sessions::sessions_of;
use super::since::iso;

/// Sessions that are listed.
const MAX_SESSIONS: usize = 20;

/// How long an answer of which no session is known counts for what is opened later, in milliseconds.
const WINDOW_MS: u64 = 2 * 60 * 60 * 1_000;

/// Answers of a session that what is opened is held against, the last ones.
const MAX_PRIOR_ANSWERS: usize = 1_000;

/// Which receipts count.
pub(crate) struct ReportFilter {
    /// Milliseconds since 1970.
    pub since: i64,
    /// As it was given, and the id that it comes to.
    pub session: Option<(String, String)>,
    /// Answers that are listed.
    pub limit: usize,
}

/// Letters of an id by which a session may be named.
const MIN_ID_CHARS: usize = 4;

impl ReportFilter {
    fn is_of_session(&self, session: Option<&str>) -> bool {
        match (&self.session, session) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((given, id)), Some(session)) => {
                session == id || (given.len() >= MIN_ID_CHARS && session.starts_with(given.as_str()))
            }
        }
    }
}

/// An answer with what became of it.
struct Given<'a> {
    sent: &'a Sent,
    session: Option<&'a str>,
    /// Of the files that it named.
    opened: BTreeSet<&'a str>,
}

/// What is counted of what was opened.
#[derive(Default)]
struct Counts<'a> {
    observed: bool,
    /// By session and path.
    named: BTreeSet<(&'a str, &'a str)>,
    named_opened: BTreeSet<(&'a str, &'a str)>,
    files: BTreeSet<(&'a str, &'a str)>,
    unnamed: BTreeSet<(&'a str, &'a str)>,
    figures: [u64; 6],
}

/// Places in [`Counts::figures`].
const PLACES: usize = 0;
const HITS: usize = 1;
const NEAR: usize = 2;
const MISSES: usize = 3;
const CHARACTERS: usize = 4;
const SEARCHES: usize = 5;

impl Counts<'_> {
    fn add(&mut self, figure: usize, more: u64) {
        if let Some(count) = self.figures.get_mut(figure) {
            *count = count.saturating_add(more);
        }
    }

    fn answer(&self) -> ReceiptOpened {
        let [places, hits, near, misses, characters, searches] = self.figures;
        ReceiptOpened {
            observed: self.observed,
            named: self.named.len() as u64,
            named_opened: self.named_opened.len() as u64,
            files: self.files.len() as u64,
            unnamed: self.unnamed.len() as u64,
            places,
            hits,
            near,
            misses,
            characters,
            searches,
        }
    }
}

/// How a place that was opened stands to what was named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Miss,
    Near,
    Hit,
}

/// What the text of a journal comes to.
pub(crate) fn report(text: &str, filter: &ReportFilter) -> ReceiptsAnswer {
    let mut unreadable = 0;
    let all: Vec<Line> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .filter_map(|line| match serde_json::from_str(line) {
            Ok(line) => Some(line),
            Err(_) => {
                unreadable += 1;
                None
            }
        })
        .collect();
    let sessions = sessions_of(&all);
    let lines: Vec<(&Line, Option<&str>)> = all
        .iter()
        .zip(sessions.iter().map(Option::as_deref))
        .filter(|(line, session)| line.at() >= filter.since && filter.is_of_session(*session))
        .collect();
    let (given, counts) = followed(&lines);
    let listed = listed_sessions(&lines, &given, &counts);
    let times = || given.iter().map(|one| one.sent.at);
    let opened = total_of(&counts);
    ReceiptsAnswer {
        version: ANSWER_VERSION,
        kept: false,
        forgotten: None,
        since: None,
        first: times().min().map(iso),
        last: times().max().map(iso),
        totals: totals(given.iter().map(|one| one.sent)),
        parts: parts(&given),
        by: groups(&given),
        unknown: unknown(&given, &opened),
        opened,
        session_count: listed.len() as u64,
        sessions: listed.into_iter().take(MAX_SESSIONS).collect(),
        answers: given.iter().rev().take(filter.limit).map(receipt).collect(),
        unreadable,
        warning: None,
    }
}

/// The answers, each with what was opened after it, and the counts of every session. What came after what follows from the order
/// of the lines: a clock may go back.
fn followed<'a>(lines: &[(&'a Line, Option<&'a str>)]) -> (Vec<Given<'a>>, BTreeMap<&'a str, Counts<'a>>) {
    let mut given: Vec<Given<'a>> = Vec::new();
    let mut counts: BTreeMap<&'a str, Counts<'a>> = BTreeMap::new();
    // Places in `given`, by session.
    let mut places: BTreeMap<Option<&'a str>, Vec<usize>> = BTreeMap::new();
    for (line, session) in lines {
        match line {
            Line::Answer(sent) => {
                let key = session.unwrap_or_default();
                let count = counts.entry(key).or_default();
                count.named.extend(sent.named.keys().map(|path| (key, path.as_str())));
                places.entry(*session).or_default().push(given.len());
                given.push(Given { sent, session: *session, opened: BTreeSet::new() });
            }
            Line::Opened(opened) => {
                let key = session.unwrap_or_default();
                let own = places.get(&Some(key)).into_iter().flatten().rev().take(MAX_PRIOR_ANSWERS);
                let near =
                    places.get(&None).into_iter().flatten().rev().take(MAX_PRIOR_ANSWERS).filter(|at| {
                        given.get(**at).is_some_and(|one| one.sent.at.abs_diff(opened.at) <= WINDOW_MS)
                    });
                let before: Vec<usize> = own.chain(near).copied().collect();
                follow(opened, key, &before, &mut given, &mut counts);
            }
            Line::Asked { .. } | Line::Listed { .. } => {}
        }
    }
    (given, counts)
}

/// Counts what was opened, against the answers before it.
fn follow<'a>(
    opened: &'a Opened,
    key: &'a str,
    before: &[usize],
    given: &mut [Given<'a>],
    counts: &mut BTreeMap<&'a str, Counts<'a>>,
) {
    for (path, lines) in opened.files.iter().filter(|(path, _)| is_path(path)) {
        let mut best = Match::Miss;
        let mut owners: BTreeSet<&'a str> = BTreeSet::new();
        for at in before {
            let Some(one) = given.get_mut(*at) else { continue };
            if let Some(named) = one.sent.named.get(path) {
                best = best.max(matched(named, lines));
                one.opened.insert(path);
                owners.insert(one.session.unwrap_or_default());
            }
        }
        for owner in owners {
            counts.entry(owner).or_default().named_opened.insert((owner, path));
        }
        let count = counts.entry(key).or_default();
        count.files.insert((key, path));
        count.add(PLACES, 1);
        count.add(
            match best {
                Match::Hit => HITS,
                Match::Near => NEAR,
                Match::Miss => MISSES,
            },
            1,
        );
        if best == Match::Miss {
            count.unnamed.insert((key, path));
        }
    }
    let count = counts.entry(key).or_default();
    count.observed = true;
    count.add(CHARACTERS, opened.characters);
    count.add(SEARCHES, u64::from(opened.tool == "search"));
}

fn matched(named: &[[u32; 2]], opened: &[[u32; 2]]) -> Match {
    let overlap = |[a, b]: &[u32; 2], [c, d]: &[u32; 2]| a <= d && c <= b;
    let meets = named.iter().any(|one| opened.iter().any(|other| overlap(one, other)));
    if named.is_empty() || opened.is_empty() || meets { Match::Hit } else { Match::Near }
}

fn total_of(counts: &BTreeMap<&str, Counts<'_>>) -> ReceiptOpened {
    let mut all = Counts::default();
    for count in counts.values() {
        all.observed |= count.observed;
        all.named.extend(&count.named);
        all.named_opened.extend(&count.named_opened);
        all.files.extend(&count.files);
        all.unnamed.extend(&count.unnamed);
        for (figure, more) in count.figures.iter().enumerate() {
            all.add(figure, *more);
        }
    }
    all.answer()
}

fn totals<'a>(answers: impl Iterator<Item = &'a Sent>) -> ReceiptTotals {
    let mut total = ReceiptTotals {
        answers: 0,
        bytes: 0,
        tokens: 0,
        uncounted: 0,
        cached: 0,
        incomplete: 0,
        median_ms: 0,
    };
    let mut times = Vec::new();
    for sent in answers {
        total.answers += 1;
        total.bytes = total.bytes.saturating_add(sent.bytes);
        total.tokens = total.tokens.saturating_add(sent.tokens.unwrap_or(0));
        total.uncounted += u64::from(sent.tokens.is_none());
        total.cached += u64::from(sent.cached);
        total.incomplete += u64::from(!sent.complete);
        times.push(sent.ms);
    }
    times.compact_sort();
    total.median_ms = times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or(0);
    total
}

fn parts(given: &[Given<'_>]) -> ReceiptParts {
    let sum = |part: fn(&ReceiptParts) -> u64| {
        given.iter().filter_map(|one| one.sent.parts.as_ref()).map(part).fold(0, u64::saturating_add)
    };
    ReceiptParts {
        graph: sum(|parts| parts.graph),
        documents: sum(|parts| parts.documents),
        code: sum(|parts| parts.code),
        history: sum(|parts| parts.history),
        frame: sum(|parts| parts.frame),
    }
}

fn groups(given: &[Given<'_>]) -> Vec<ReceiptGroup> {
    let mut by: BTreeMap<(&str, Option<&str>, &str), Vec<&Sent>> = BTreeMap::new();
    for Given { sent, .. } in given {
        by.entry((&sent.channel, sent.program.as_deref(), &sent.command)).or_default().push(sent);
    }
    let mut groups: Vec<ReceiptGroup> = by
        .into_iter()
        .map(|((channel, program, command), answers)| ReceiptGroup {
            channel: channel.to_owned(),
            program: program.map(str::to_owned),
            command: command.to_owned(),
            totals: totals(answers.into_iter()),
        })
        .collect();
    groups.compact_sort_by(|a, b| b.totals.tokens.cmp(&a.totals.tokens));
    groups
}

/// The newest first, by their last receipts.
fn listed_sessions(
    lines: &[(&Line, Option<&str>)],
    given: &[Given<'_>],
    counts: &BTreeMap<&str, Counts<'_>>,
) -> Vec<ReceiptSession> {
    let mut answers: BTreeMap<&str, Vec<&Sent>> = BTreeMap::new();
    for one in given {
        answers.entry(one.session.unwrap_or_default()).or_default().push(one.sent);
    }
    let mut by: BTreeMap<&str, (i64, i64, Option<&str>, u64)> = BTreeMap::new();
    for (line, session) in lines {
        let Some(session) = session else { continue };
        let at = line.at();
        let known = by.entry(session).or_insert((at, at, None, 0));
        (known.0, known.1) = (known.0.min(at), known.1.max(at));
        match line {
            // What a hook says of its program is the program's own name.
            Line::Opened(Opened { program, .. }) | Line::Asked { program, .. } => known.2 = Some(program),
            Line::Answer(sent) => known.2 = known.2.or(sent.program.as_deref()),
            // A client may ask again; it has them once.
            Line::Listed { tokens, .. } => known.3 = tokens.unwrap_or(known.3),
        }
    }
    let mut sessions: Vec<(i64, ReceiptSession)> = by
        .into_iter()
        .map(|(id, (first, last, program, tool_tokens))| {
            let totals = totals(answers.get(id).into_iter().flatten().copied());
            let session = ReceiptSession {
                id: id.to_owned(),
                program: program.map(str::to_owned),
                first: iso(first),
                last: iso(last),
                tool_tokens,
                resident_tokens: totals.tokens.saturating_add(tool_tokens),
                totals,
                opened: counts.get(id).map_or_else(|| Counts::default().answer(), Counts::answer),
            };
            (last, session)
        })
        .collect();
    sessions.compact_sort_by(|a, b| b.0.cmp(&a.0));
    sessions.into_iter().map(|(_, session)| session).collect()
}

fn receipt(given: &Given<'_>) -> Receipt {
    let Given { sent, session, opened } = given;
    let named: LinesByPath = sent.named.clone();
    Receipt {
        at: iso(sent.at),
        channel: sent.channel.clone(),
        program: sent.program.clone(),
        command: sent.command.clone(),
        asked: sent.asked.clone(),
        session: session.map(str::to_owned),
        bytes: sent.bytes,
        tokens: sent.tokens,
        parts: sent.parts.clone(),
        named,
        named_more: sent.more,
        ms: sent.ms,
        cached: sent.cached,
        complete: sent.complete,
        named_opened: opened.len() as u64,
    }
}

/// What the figures cannot say.
fn unknown(given: &[Given<'_>], opened: &ReceiptOpened) -> Vec<String> {
    let mut sentences = Vec::new();
    if !opened.observed {
        sentences.push(
            "what was opened afterwards is not known: no hook told of it; `beadloom setup-agents --hooks` adds \
             hooks"
                .to_owned(),
        );
    }
    let nobody = given.iter().filter(|one| one.session.is_none()).count();
    if nobody > 0 {
        sentences.push(format!(
            "the session is not known of {nobody} of {}; what was opened within two hours counts for them",
            counted(given.len() as u64, "answer", "answers")
        ));
    }
    if given.iter().any(|one| one.sent.tokens.is_none()) {
        sentences.push("tokens of some answers could not be counted".to_owned());
    }
    sentences.push("what would have been read without these answers is not known".to_owned());
    sentences
}
