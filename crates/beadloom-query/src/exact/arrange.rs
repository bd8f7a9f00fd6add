//! Lines that were found, in the order in which somebody wants to see them.

use beadloom_model::answers::{
    ANSWER_VERSION, ExactAnswer, FoundFile, FoundLine, FoundTests, Next, NotSearched,
};
use beadloom_model::{CompactSort as _, Result, SymbolKind, is_in_tests};
use beadloom_store::{DefinitionPlace, Store};
use rustc_hash::{FxHashMap, FxHashSet};

use super::found::{FoundIn, rank};
use super::request::{Content, ExactRequest};
use super::scan::{Hit, shown};
use crate::answer::packer::{Entry, Queue};
use crate::completeness::of_exact;
use crate::lists::each_once;
use crate::places::is_test;

/// Lines of a definition in which its name stands: decorators come before it.
const MAX_HEAD_LINES: u32 = 20;

/// Names that are looked up for definitions.
const MAX_NAMES: usize = 2_000;

/// Files with tests that are named.
const MAX_TESTS: usize = 3;

/// A file whose lines are shown.
struct Group<'f> {
    path: &'f str,
    file_id: Option<i64>,
    rank: u8,
    hits: Vec<Hit>,
    /// Lines that match, with those that were only counted.
    lines: u64,
}

/// The answer, with as many lines as are wanted.
pub(super) fn answer(
    store: &Store,
    request: &ExactRequest<'_>,
    kind: Option<SymbolKind>,
    mut found: Vec<FoundIn<'_>>,
    left: NotSearched,
) -> Result<ExactAnswer> {
    if let Some(kind) = kind {
        keep_kind(store, kind, &mut found)?;
    }
    let (lines, files) = (found.iter().map(|one| one.found.lines).sum(), found.len() as u64);
    let (found, tests) = without_tests(store, found)?;
    let (mut definitions, mut uses) = parted(store, found)?;
    for groups in [&mut definitions, &mut uses] {
        groups.compact_sort_by(|a, b| (a.rank, a.path).cmp(&(b.rank, b.path)));
    }
    let room = request.limit;
    let (definitions, shown_lines) = listed(store, request, definitions, room)?;
    let (uses, more_lines) = listed(store, request, uses, room.saturating_sub(shown_lines))?;
    let named = shown_lines as u64 + more_lines as u64;
    let folded = tests.as_ref().map_or(0, |tests| tests.lines);
    let in_files: Vec<&str> = each_once(definitions.iter().chain(&uses).map(|file| file.path.as_str()));
    let test_files = tests.as_ref().map_or(0, |tests| tests.files);
    let nothing_left =
        left.binary == 0 && left.large.is_empty() && left.secret.is_empty() && left.unreadable.is_empty();
    let omitted = u64::saturating_sub(lines, named + folded);
    let mut answer = ExactAnswer {
        version: ANSWER_VERSION,
        pattern: request.pattern.shown().to_owned(),
        omitted_files: if omitted == 0 {
            0
        } else {
            files.saturating_sub(in_files.len() as u64 + test_files)
        },
        definitions,
        uses,
        tests,
        lines,
        files,
        omitted,
        not_searched: (!nothing_left).then_some(left),
        next: Next::default(),
        warning: request.stale.warning.clone(),
        stale_paths: request.stale.shown_paths(),
    };
    answer.next = of_exact(&answer, request.hints);
    Ok(answer)
}

/// Leaves the lines that stand in a definition of a kind, the innermost one around them.
fn keep_kind(store: &Store, kind: SymbolKind, found: &mut Vec<FoundIn<'_>>) -> Result<()> {
    let around = Around::of(store, found.iter().filter_map(|one| Some(one.file?.id)))?;
    for one in found.iter_mut() {
        let id = one.file.map(|file| file.id);
        one.found.hits.retain(|hit| around.innermost(id, hit.line).is_some_and(|place| place.kind == kind));
        one.found.lines = one.found.hits.len() as u64;
    }
    found.retain(|one| one.found.lines > 0);
    Ok(())
}

/// Takes the lines of tests out, where there are others.
fn without_tests<'f>(
    store: &Store,
    found: Vec<FoundIn<'f>>,
) -> Result<(Vec<FoundIn<'f>>, Option<FoundTests>)> {
    let ids: Vec<i64> = found.iter().filter_map(|one| Some(one.file?.id)).collect();
    let inline = store.inline_tests_of(&ids)?;
    let in_tests = |one: &FoundIn<'_>, line: u32| {
        one.file.and_then(|file| inline.get(&file.id)).is_some_and(|tests| is_in_tests(tests, line))
    };
    let is_all_tests =
        found.iter().all(|one| is_test(one.path) || one.found.hits.iter().all(|hit| in_tests(one, hit.line)));
    if is_all_tests {
        return Ok((found, None));
    }
    let mut counts: Vec<(u64, &'f str)> = Vec::new();
    let mut others = Vec::new();
    for mut one in found {
        if is_test(one.path) {
            counts.push((one.found.lines, one.path));
            continue;
        }
        let before = one.found.hits.len();
        let hits = std::mem::take(&mut one.found.hits);
        let kept: Vec<Hit> = hits.into_iter().filter(|hit| !in_tests(&one, hit.line)).collect();
        let beside = (before - kept.len()) as u64;
        one.found.hits = kept;
        if beside > 0 {
            counts.push((beside, one.path));
            one.found.lines = one.found.lines.saturating_sub(beside);
        }
        if one.found.lines > 0 {
            others.push(one);
        }
    }
    if counts.is_empty() {
        return Ok((others, None));
    }
    counts.compact_sort_by(|a, b| (b.0, a.1).cmp(&(a.0, b.1)));
    let tests = FoundTests {
        lines: counts.iter().map(|(lines, _)| lines).sum(),
        files: counts.len() as u64,
        most: counts.iter().take(MAX_TESTS).map(|(_, path)| (*path).to_owned()).collect(),
    };
    Ok((others, Some(tests)))
}

/// Lines in which something of what was found is defined, and all others.
fn parted<'f>(store: &Store, found: Vec<FoundIn<'f>>) -> Result<(Vec<Group<'f>>, Vec<Group<'f>>)> {
    let mut names: Vec<String> =
        each_once(found.iter().flat_map(|one| &one.found.hits).flat_map(|hit| hit.names.iter().cloned()));
    names.truncate(MAX_NAMES);
    let mut by_file: FxHashMap<i64, Vec<DefinitionPlace>> = FxHashMap::default();
    for place in store.definitions_named(&names)? {
        by_file.entry(place.file_id).or_default().push(place);
    }
    let (mut definitions, mut uses) = (Vec::new(), Vec::new());
    for FoundIn { path, file, found } in found {
        let places = file.and_then(|file| by_file.get(&file.id)).map(Vec::as_slice).unwrap_or_default();
        let mut defining: FxHashSet<u32> = FxHashSet::default();
        for place in places {
            let last = place.line_end.min(place.line_start.saturating_add(MAX_HEAD_LINES));
            let first = found.hits.iter().find(|hit| {
                place.line_start <= hit.line && hit.line <= last && hit.names.contains(&place.name)
            });
            defining.extend(first.map(|hit| hit.line));
        }
        let (of_definitions, others): (Vec<Hit>, Vec<Hit>) =
            found.hits.into_iter().partition(|hit| defining.contains(&hit.line));
        let rest = found.lines.saturating_sub(of_definitions.len() as u64);
        let rank = rank(path, file);
        let file_id = file.map(|file| file.id);
        if !of_definitions.is_empty() {
            let lines = of_definitions.len() as u64;
            definitions.push(Group { path, file_id, rank, hits: of_definitions, lines });
        }
        if rest > 0 {
            uses.push(Group { path, file_id, rank, hits: others, lines: rest });
        }
    }
    Ok((definitions, uses))
}

/// The lines of files, as many of each as let all files show some; and how many there are.
fn listed(
    store: &Store,
    request: &ExactRequest<'_>,
    mut groups: Vec<Group<'_>>,
    room: usize,
) -> Result<(Vec<FoundFile>, usize)> {
    groups.truncate(room);
    let around = Around::of(store, groups.iter().filter_map(|group| group.file_id))?;
    let mut shown = 0;
    let mut files = Vec::new();
    for (group, most) in groups.iter().zip(in_turn(&groups, room)) {
        let mut lines: Vec<FoundLine> = Vec::new();
        let mut last: Option<String> = None;
        for hit in group.hits.iter().take(most) {
            let place = around.innermost(group.file_id, hit.line).map(|place| place.qualified_name.clone());
            let is_own = place.as_deref().is_some_and(|name| {
                hit.names.iter().any(|found| name.rsplit('.').next() == Some(found.as_str()))
                    && around.begins(group.file_id, hit.line)
            });
            let symbol = place.clone().filter(|_| !is_own && place != last);
            last = place;
            lines.push(FoundLine {
                line: hit.line,
                text: if request.context > 0 { hit.text.clone() } else { hit.text.trim_start().to_owned() },
                symbol,
                before: Vec::new(),
                after: Vec::new(),
            });
        }
        if request.context > 0 {
            add_context(request, group.path, &mut lines);
        }
        shown += lines.len();
        let more = group.lines.saturating_sub(lines.len() as u64);
        files.push(FoundFile { path: group.path.to_owned(), lines, more });
    }
    Ok((files, shown))
}

/// How many lines of each file there is room for: one of each, then a second one of each that has more, as long as all of
/// these fit.
fn in_turn(groups: &[Group<'_>], room: usize) -> Vec<usize> {
    let entries =
        |group: &Group<'_>| (0..group.hits.len()).map(|at| Entry { at, worth: at, cost: 1 }).collect();
    let queue = Queue::new(groups.iter().map(entries).collect());
    let most = match queue.items().get(room) {
        Some(next) if next.at > 0 => queue.items().partition_point(|item| item.at < next.at),
        _ => room,
    };
    queue.first(most).iter().map(Vec::len).collect()
}

/// Adds the lines around, each once, where the file still holds what was found.
fn add_context(request: &ExactRequest<'_>, path: &str, lines: &mut [FoundLine]) {
    let mut bytes = Vec::new();
    if request.files.read(path, None, &mut bytes) != Content::Text {
        return;
    }
    let all: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let at = |number: usize| all.get(number.wrapping_sub(1)).map(|line| shown(line, 0));
    let listed: FxHashSet<usize> = lines.iter().map(|line| line.line as usize).collect();
    let mut given = 0;
    for line in lines {
        let number = line.line as usize;
        let is_same = all.get(number.wrapping_sub(1)).is_some_and(|now| {
            line.text.starts_with('…')
                || String::from_utf8_lossy(now).starts_with(line.text.trim_end_matches('…'))
        });
        if !is_same {
            continue;
        }
        let first = number.saturating_sub(request.context).max(given + 1);
        line.before = (first..number).filter(|one| !listed.contains(one)).filter_map(at).collect();
        let mut last = number;
        let end = number.saturating_add(request.context).min(all.len());
        while last < end
            && !listed.contains(&(last + 1))
            && !(last + 1 == all.len() && all.last().is_some_and(|l| l.is_empty()))
        {
            last += 1;
        }
        line.after = (number + 1..=last).filter_map(at).collect();
        given = last;
    }
}

/// The definitions of some files.
struct Around(FxHashMap<i64, Vec<DefinitionPlace>>);

impl Around {
    fn of(store: &Store, files: impl Iterator<Item = i64>) -> Result<Self> {
        let ids: Vec<i64> = each_once(files);
        let mut by_file: FxHashMap<i64, Vec<DefinitionPlace>> = FxHashMap::default();
        if !ids.is_empty() {
            for place in store.definitions_in(&ids)? {
                by_file.entry(place.file_id).or_default().push(place);
            }
        }
        Ok(Self(by_file))
    }

    fn innermost(&self, file: Option<i64>, line: u32) -> Option<&DefinitionPlace> {
        let places = self.0.get(&file?)?;
        places
            .iter()
            .filter(|place| place.line_start <= line && line <= place.line_end)
            .min_by_key(|place| (place.line_end - place.line_start, std::cmp::Reverse(place.line_start)))
    }

    /// Whether a definition begins at about that line.
    fn begins(&self, file: Option<i64>, line: u32) -> bool {
        self.innermost(file, line)
            .is_some_and(|place| line <= place.line_start.saturating_add(MAX_HEAD_LINES))
    }
}
