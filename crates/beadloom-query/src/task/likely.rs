//! The definitions that a question is about, of all its files together: each with how likely it is one of them.
//!
//! Two logistic models, one after the other: the first by what stands in the definition itself, the second also by whether likely ones use it. They
//! were fitted to the definitions that people named in their answers to 402 questions of nine projects, each project judged by the other
//! eight (`docs/internals/CONTEXT-EVAL.md`): what is said to be likely at a fifth is right a fifth of the time.

use beadloom_lexical::Chunk;
use beadloom_model::SymbolKind;
use beadloom_store::OutlineRow;
use rustc_hash::{FxHashMap, FxHashSet};

use super::given::of_span;
use super::maker::lines_of;
use crate::places::is_test;
use crate::search::code::RankedFile;
use crate::search::words::Words;
use crate::symbols::holds_definitions;

/// Files whose definitions are compared.
pub(super) const FILES: usize = 14;

/// Definitions that the second model sees: the likeliest by the first.
const SEEN_TWICE: usize = 60;

/// Lines of a definition in which others are looked for; of a longer type its first ones.
const MAX_LINES: u32 = 120;
const WHOLE_TYPE: u32 = 60;
const TYPE_HEAD: u32 = 4;

/// First lines of a definition that are compared with the question.
const MAX_HEAD_LINES: u32 = 8;

/// What has no more lines declares what another one of its name defines: a prototype in a header, the stub of an overload.
const MAX_DECLARATION_LINES: u32 = 2;

/// Bytes of a name that is looked for in other definitions.
const MIN_NAME: usize = 4;

/// A definition that uses so many others says less of each of them.
const MANY_USES: f64 = 5.0;

/// What the logarithm of a likelihood begins at.
const MIN_USE: f64 = 1e-3;
const MIN_CHANCE: f64 = 1e-4;

/// A definition with how likely the question is about it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Likely {
    /// Place of its file among the ranked ones.
    pub file: usize,
    /// Place in that file's outline.
    pub symbol: usize,
    /// 0 to 1.
    pub chance: f64,
}

/// What the first model knows of a definition; or what each of these is worth to a model.
struct Known {
    /// Score of its best chunk, over the best of all.
    chunk: f64,
    /// Logarithm of its file's place.
    place: f64,
    /// How near its nearest chunk is, and how much farther than the nearest of its file.
    near: f64,
    farther: f64,
    /// Share of the question that its name holds.
    name: f64,
    /// The question names it.
    named: f64,
    /// A test, where tests are not asked for.
    test: f64,
    /// Logarithm of how many definitions have its name.
    common: f64,
    constant: f64,
    /// Logarithm of its lines.
    lines: f64,
}

/// What each is worth in a model, and where its sum begins.
struct Model {
    worth: Known,
    bias: f64,
}

const ALONE: Model = Model {
    worth: Known {
        chunk: 2.589,
        place: -0.729,
        near: 0.178,
        farther: 0.36,
        name: 6.265,
        named: 2.164,
        test: -1.052,
        common: -0.96,
        constant: -2.21,
        lines: 0.072,
    },
    bias: -5.269,
};

const AMONG_OTHERS: Model = Model {
    worth: Known {
        chunk: 0.789,
        place: -0.231,
        near: 0.057,
        farther: 0.17,
        name: 2.234,
        named: 1.171,
        test: -0.401,
        common: -0.718,
        constant: -1.288,
        lines: 0.041,
    },
    bias: -0.829,
};

/// In the second model: the share of the question that its first lines hold, and the logarithms of what the likeliest definition that
/// uses it hands on, and of the first model's likelihood.
const IN_HEAD: f64 = 2.729;
const USED: f64 = 0.338;
const BEFORE: f64 = 0.518;

/// What a definition is at least as likely as that a likely one uses, over the likelihood of that one: of those that the models hold for
/// less likely and this lifts, one of eleven was named.
const HANDED_ON: f64 = 0.08;

impl Model {
    fn sum(&self, known: &Known) -> f64 {
        let Self { worth, bias } = self;
        bias + worth.chunk * known.chunk
            + worth.place * known.place
            + worth.near * known.near
            + worth.farther * known.farther
            + worth.name * known.name
            + worth.named * known.named
            + worth.test * known.test
            + worth.common * known.common
            + worth.constant * known.constant
            + worth.lines * known.lines
    }
}

fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// Definitions of the first files, the likeliest first; of equal ones those of the better file, by line. `lines`: of each of these files,
/// none where it cannot be read; `named`: first lines of definitions in it that the question names; `wants_tests`: whether it asks for tests.
pub(super) fn likely(
    ranked: &[RankedFile],
    lines: &[Option<Vec<&str>>],
    named: &dyn Fn(&RankedFile) -> Vec<u32>,
    words: &mut Words,
    wants_tests: bool,
) -> Vec<Likely> {
    let files: Vec<(usize, &RankedFile)> = ranked.iter().take(FILES).enumerate().collect();
    let mut common: FxHashMap<&str, u32> = FxHashMap::default();
    let mut longest: FxHashMap<&str, u32> = FxHashMap::default();
    for symbol in files.iter().flat_map(|(_, file)| file.outline.iter()) {
        *common.entry(&symbol.name).or_default() += 1;
        let lines = longest.entry(&symbol.qualified_name).or_default();
        *lines = (*lines).max(length_of(symbol));
    }
    let mut found: Vec<(Likely, Known)> = Vec::new();
    let mut best: f64 = 0.0;
    for &(place, file) in &files {
        if lines.get(place).is_none_or(Option::is_none) {
            continue;
        }
        let scores = scores_of_chunks(file);
        let nearest = file.near.iter().copied().fold(0.0, f32::max);
        let names = named(file);
        let is_other_test = !wants_tests && is_test(&file.file.path);
        for (number, symbol) in file.outline.iter().enumerate() {
            let is_declared_only = length_of(symbol) <= MAX_DECLARATION_LINES
                && longest
                    .get(symbol.qualified_name.as_str())
                    .is_some_and(|lines| *lines > MAX_DECLARATION_LINES);
            if is_declared_only {
                continue;
            }
            let (chunk, near) = most_of(file, &scores, lines_of(symbol));
            best = best.max(chunk);
            let known = Known {
                chunk,
                place: f64::from(u32::try_from(place).unwrap_or(u32::MAX)).ln_1p(),
                near: f64::from(near),
                farther: f64::from(near - nearest),
                name: f64::from(words.share(&symbol.name)),
                named: f64::from(u8::from(names.contains(&symbol.line_start))),
                test: f64::from(u8::from(is_other_test)),
                common: f64::from(common.get(symbol.name.as_str()).copied().unwrap_or(1)).ln(),
                constant: f64::from(u8::from(symbol.kind == SymbolKind::Constant)),
                lines: f64::from(length_of(symbol)).ln(),
            };
            found.push((Likely { file: place, symbol: number, chance: 0.0 }, known));
        }
    }
    for (one, known) in &mut found {
        known.chunk /= best.max(f64::MIN_POSITIVE);
        one.chance = logistic(ALONE.sum(known));
    }
    // Stable: by file and line where they are as likely.
    found.sort_by(|a, b| b.0.chance.total_cmp(&a.0.chance));
    found.truncate(SEEN_TWICE);
    let used = used_by(&found, ranked, lines);
    let head_of = |one: &Likely, words: &mut Words| {
        let symbol = ranked.get(one.file).and_then(|file| file.outline.get(one.symbol));
        let (Some(symbol), Some(Some(lines))) = (symbol, lines.get(one.file)) else { return 0.0 };
        let all = lines_of(symbol);
        let head =
            Chunk { first: all.first, last: all.last.min(all.first.saturating_add(MAX_HEAD_LINES - 1)) };
        f64::from(words.share_of_lines(of_span(lines, head)))
    };
    let mut likely: Vec<Likely> = found
        .into_iter()
        .zip(used)
        .map(|((one, known), used)| {
            let sum = AMONG_OTHERS.sum(&known)
                + IN_HEAD * head_of(&one, words)
                + USED * (MIN_USE + used).ln()
                + BEFORE * (MIN_CHANCE + one.chance).ln();
            Likely { chance: logistic(sum).max(HANDED_ON * used), ..one }
        })
        .collect();
    likely.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    likely
}

/// Lines of a definition.
fn length_of(symbol: &OutlineRow) -> u32 {
    symbol.line_end.saturating_sub(symbol.line_start) + 1
}

/// The score of every chunk of a file.
pub(super) fn scores_of_chunks(file: &RankedFile) -> Vec<f64> {
    let mut scores = vec![0.0; file.file.chunks.len()];
    for (number, score) in &file.chunks {
        if let Some(place) = scores.get_mut(*number) {
            *place = *score;
        }
    }
    scores
}

/// The best score, and the greatest nearness, of the chunks that lines have a part in. Chunks are sorted by line.
pub(super) fn most_of(file: &RankedFile, scores: &[f64], lines: Chunk) -> (f64, f32) {
    let chunks = &file.file.chunks;
    let from = chunks.partition_point(|chunk| chunk.last < lines.first);
    let (mut score, mut near) = (0.0f64, 0.0f32);
    for (number, chunk) in chunks.iter().enumerate().skip(from) {
        if chunk.first > lines.last {
            break;
        }
        score = score.max(scores.get(number).copied().unwrap_or(0.0));
        near = near.max(file.near.get(number).copied().unwrap_or(0.0));
    }
    (score, near)
}

/// For each definition what the likeliest one hands on that uses it by its name: its likelihood, less where it uses many.
fn used_by(found: &[(Likely, Known)], ranked: &[RankedFile], lines: &[Option<Vec<&str>>]) -> Vec<f64> {
    let symbol_of = |one: &Likely| ranked.get(one.file).and_then(|file| file.outline.get(one.symbol));
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, (one, _)) in found.iter().enumerate() {
        if let Some(symbol) = symbol_of(one).filter(|symbol| symbol.name.len() >= MIN_NAME) {
            by_name.entry(&symbol.name).or_default().push(at);
        }
    }
    let mut most = vec![0.0f64; found.len()];
    for (one, _) in found {
        let (Some(symbol), Some(Some(lines))) = (symbol_of(one), lines.get(one.file)) else { continue };
        let mut uses: FxHashSet<usize> = FxHashSet::default();
        for line in of_span(lines, body_of(symbol)) {
            beadloom_words::each_name(line, &mut |name| {
                if name != symbol.name {
                    uses.extend(by_name.get(name).into_iter().flatten());
                }
            });
        }
        let many = f64::from(u32::try_from(uses.len()).unwrap_or(u32::MAX)) / MANY_USES;
        let handed = one.chance / (1.0 + many).sqrt();
        for at in uses {
            if let Some(place) = most.get_mut(at) {
                *place = place.max(handed);
            }
        }
    }
    most
}

/// The lines of a definition in which others are looked for.
fn body_of(symbol: &OutlineRow) -> Chunk {
    let all = lines_of(symbol);
    let is_long_type = holds_definitions(symbol.kind) && all.last - all.first >= WHOLE_TYPE;
    let most = if is_long_type { TYPE_HEAD } else { MAX_LINES };
    Chunk { first: all.first, last: all.last.min(all.first.saturating_add(most)) }
}
