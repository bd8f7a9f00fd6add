//! How likely a change makes each document untrue, by a model that `npm run train -- documents` learns from histories.

use std::sync::OnceLock;

use beadloom_history::Companion;
use beadloom_ranking::RankingModel;
use rustc_hash::FxHashMap;

use super::change::{Change, TermUse, each_word};
use super::missing::missing;
use super::reading::Reading;
use super::sections::sections;

/// Documents that have a token, at most: by these bounds tokens are counted apart.
const RARE: [u32; 3] = [1, 3, 10];

/// Places in the order by what few documents name, and what stands for no place.
const LAST_RANK: usize = 20;
const NO_RANK: f32 = 30.0;

/// What a token counts in a line that did not change, beside one that did, and one that is no name.
const BESIDE_CHANGE: f32 = 0.4;
const WORD: f32 = 0.5;

/// What the model knows of a document. All but shares and flags are given as `ln(1 + value)`. Where four are called alike, they count tokens
/// that no other, at most three and at most ten documents have, and sum the inverse of how many have each.
pub const DOCUMENT_FEATURES: [&str; 74] = [
    "gone_1", "gone_3", "gone_10", "gone", "new_1", "new_3", "new_10", "new", "changed_1", "changed_3",
    "changed_10", "changed", "near_1", "near_3", "near_10", "near", "holders_1", "holders_3", "holders_10",
    "holders", "words_1", "words_3", "words_10", "words", "stems_1", "stems_3", "stems_10", "stems", "paths",
    "file_names", "folders", "share_of_words", "words_of_path", "rare", "rare_share", "rare_rank",
    "holds_code", "depth_around_code", "is_root_readme", "is_readme", "changed_with", "changed_with_count",
    "changed_with_folder", "change_rate", "commits_since", "changes", "size", "documents", "marked",
    "marked_changed", "section", "section_share", "section_rank", "is_contributing", "literals_1",
    "literals_3", "literals_10", "literals", "line", "line_share", "line_rank", "words_of_headings", "lists",
    "files", "changed_names", "share_of_gone", "share_of_new", "documents_rate", "mentions", "words_share",
    "words_rank", "changed_with_share", "changed_with_rank", "names",
];

/// What stands around a document.
pub struct Surroundings<'a> {
    /// Where it lies.
    pub path: &'a str,
    /// What past commits say of it beside the changed code.
    pub past: Companion,
}

/// A document as the model sees it.
#[derive(Debug, Clone)]
pub struct Judged {
    /// By feature.
    pub values: Vec<f32>,
    /// How likely it has to change, 0 to 1.
    pub probability: f64,
}

/// Judges documents, each with what is read of it, in their order; and says how many of them have each token, by its number.
/// `commits`: how many past commits are known.
pub fn judge_documents(
    change: &Change,
    documents: &[(Surroundings<'_>, Reading)],
    commits: u32,
) -> (Vec<Judged>, Vec<u32>) {
    let mut having = vec![0u32; change.uses.len()];
    let mut having_word = vec![0u32; change.words.len()];
    for (_, reading) in documents {
        for (term, _) in &reading.terms {
            having[*term as usize] += 1;
        }
        for word in &reading.words {
            having_word[*word as usize] += 1;
        }
    }
    let all = documents.len() as f32;
    let rarity: Vec<f32> =
        having_word.iter().map(|having| (1.0 + all / (*having).max(1) as f32).ln()).collect();
    let known: f32 =
        rarity.iter().zip(&having_word).filter(|(_, having)| **having > 0).map(|(one, _)| one).sum();
    let changes = documents.iter().map(|(of, _)| of.past.commits as f32).sum::<f32>();
    let common = of_change(change, changes / commits.max(1) as f32);
    let seen = Seen { change, having: &having, rarity: &rarity, known: known.max(1.0), common };
    let mut rows: Vec<Vec<f32>> =
        documents.iter().map(|(of, reading)| seen.row(of, reading, commits, all)).collect();
    add_ranks(&mut rows, "rare", "rare_share");
    add_ranks(&mut rows, "section", "section_share");
    add_ranks(&mut rows, "line", "line_share");
    add_ranks(&mut rows, "share_of_words", "words_share");
    add_ranks(&mut rows, "changed_with", "changed_with_share");
    let sums = model().map_or_else(|| vec![f64::MIN; rows.len()], |model| model.sums(&rows));
    let probability = |sum: f64| model().map_or(0.0, |model| model.probability(sum));
    let judged = rows
        .into_iter()
        .zip(sums)
        .map(|(values, sum)| Judged { values, probability: probability(sum) })
        .collect();
    (judged, having)
}

/// How large a change is and of which kind. `rate`: how many documents a commit changes.
fn of_change(change: &Change, rate: f32) -> [f32; 5] {
    let (mut names, mut gone, mut new) = (0.0f32, 0.0, 0.0);
    for one in change.uses.iter().filter(|one| one.is_name && one.is_changed()) {
        names += 1.0;
        gone += f32::from(u8::from(one.is_gone()));
        new += f32::from(u8::from(one.is_new()));
    }
    [log(change.paths.len() as f32), log(names), gone / names.max(1.0), new / names.max(1.0), log(rate)]
}

fn model() -> Option<&'static RankingModel> {
    static MODEL: OnceLock<Option<RankingModel>> = OnceLock::new();
    let read = || {
        let model = RankingModel::parse(include_bytes!("../../data/documents.model"));
        model.filter(|model| model.is_of(DOCUMENT_FEATURES.into_iter()))
    };
    MODEL.get_or_init(read).as_ref()
}

/// What all documents have in common.
struct Seen<'a> {
    change: &'a Change,
    having: &'a [u32],
    rarity: &'a [f32],
    /// Rarity of all words of the change that any document has.
    known: f32,
    /// What is so of the change, by feature.
    common: [f32; 5],
}

impl Seen<'_> {
    fn row(&self, of: &Surroundings<'_>, reading: &Reading, commits: u32, all: f32) -> Vec<f32> {
        let kinds: [fn(&TermUse) -> bool; 7] = [
            |one| one.is_name && one.is_gone(),
            |one| one.is_name && one.is_new(),
            |one| one.is_name && one.removed != one.added,
            |one| one.is_name && one.is_near,
            |one| one.is_name && one.is_holder,
            TermUse::is_changed,
            |one| one.is_stem,
        ];
        let mut row = Vec::with_capacity(DOCUMENT_FEATURES.len());
        for kind in kinds {
            row.extend(self.counted(reading, kind));
        }
        let kinds: [fn(&TermUse) -> bool; 3] =
            [|one| one.is_path, |one| one.is_file_name, |one| one.is_folder];
        row.extend(kinds.into_iter().map(|kind| self.counted(reading, kind)[3]));
        row.push(self.rarity_of(&reading.words) / self.known);
        row.push(self.words_of_path(of.path) / self.known);
        // The places of what is compared with other documents.
        row.extend([log(self.rare(reading)), 0.0, 0.0]);
        row.extend(self.place(of.path));
        let past = &of.past;
        let never = commits.saturating_add(1_000);
        row.extend([
            past.share,
            log(past.together as f32),
            past.folder_share,
            past.commits as f32 / commits.max(1) as f32,
            log(if past.commits == 0 { never } else { past.since } as f32),
            log(past.commits as f32),
            log(reading.size as f32),
            log(all),
            self.marked(reading, |one| one.is_name),
            self.marked(reading, |one| one.is_name && one.removed != one.added),
            log(sections(self.change, reading, self.having).first().map_or(0.0, |best| best.score as f32)),
            0.0,
            0.0,
            f32::from(u8::from(of.path.to_lowercase().contains("contribut"))),
        ]);
        row.extend(self.counted(reading, |one| one.is_in_literal));
        row.extend([log(self.best_line(reading)), 0.0, 0.0]);
        row.push(self.rarity_of(&reading.heading_words) / self.known);
        row.push(log(missing(self.change, reading).len() as f32));
        row.extend(self.common);
        let changed = reading.terms.iter().filter_map(|(term, lines)| {
            let (used, having) = (self.change.uses.get(*term as usize)?, *self.having.get(*term as usize)?);
            let is_changed = used.is_name && used.is_changed();
            is_changed.then(|| lines.len() as f32 / having.max(1) as f32)
        });
        let changed: Vec<f32> = changed.collect();
        row.push(log(changed.iter().sum()));
        row.extend([0.0; 4]);
        row.push(log(changed.len() as f32));
        row
    }

    fn counted(&self, reading: &Reading, kind: fn(&TermUse) -> bool) -> [f32; 4] {
        let mut found = [0.0; 4];
        for (term, _) in &reading.terms {
            let (Some(used), Some(having)) =
                (self.change.uses.get(*term as usize), self.having.get(*term as usize))
            else {
                continue;
            };
            if kind(used) {
                if let Some(place) = RARE.iter().position(|most| having <= most) {
                    found[place] += 1.0;
                }
                found[3] += 1.0 / (*having).max(1) as f32;
            }
        }
        found.map(log)
    }

    /// Tokens in code spans and blocks of code, each over how many documents have it.
    fn marked(&self, reading: &Reading, kind: fn(&TermUse) -> bool) -> f32 {
        let of = |term: &u32| {
            let (used, having) = (self.change.uses.get(*term as usize)?, *self.having.get(*term as usize)?);
            kind(used).then(|| 1.0 / having.max(1) as f32)
        };
        log(reading.marked.iter().filter_map(of).sum())
    }

    /// What few documents name of what changed, and of the files that did.
    fn rare(&self, reading: &Reading) -> f32 {
        let of = |(term, _): &(u32, Vec<u32>)| {
            let (used, having) = (self.change.uses.get(*term as usize)?, *self.having.get(*term as usize)?);
            let times = usize::from(used.is_changed() && used.is_name) + usize::from(used.is_stem);
            (having <= RARE[1]).then(|| times as f32 / having.max(1) as f32)
        };
        reading.terms.iter().filter_map(of).sum()
    }

    /// What the line names that names most of the change, each token over how many documents have it.
    fn best_line(&self, reading: &Reading) -> f32 {
        let mut found: FxHashMap<u32, f32> = FxHashMap::default();
        for (term, lines) in &reading.terms {
            let (Some(used), Some(having)) =
                (self.change.uses.get(*term as usize), self.having.get(*term as usize))
            else {
                continue;
            };
            let of_use = if used.is_changed() { 1.0 } else { BESIDE_CHANGE };
            let of_form = if used.is_name { 1.0 } else { WORD };
            for line in lines {
                *found.entry(*line).or_default() += of_use * of_form / (*having).max(1) as f32;
            }
        }
        found.into_values().fold(0.0, f32::max)
    }

    fn words_of_path(&self, path: &str) -> f32 {
        let mut found: Vec<u32> = Vec::new();
        each_word(&mut beadloom_words::Terms::default(), path, &mut |word| {
            found.extend(self.change.words.get(word).filter(|number| !found.contains(number)).copied());
        });
        self.rarity_of(&found)
    }

    /// How rare words of the change are among the documents, summed.
    fn rarity_of(&self, words: &[u32]) -> f32 {
        words.iter().filter_map(|word| self.rarity.get(*word as usize)).sum()
    }

    fn place(&self, path: &str) -> [f32; 4] {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let holds = |code: &&String| code.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let held = if folder.is_empty() { 0 } else { self.change.paths.iter().filter(holds).count() };
        let share = held as f32 / self.change.paths.len().max(1) as f32;
        let depth = folder.split('/').count() as f32;
        let is_readme = name.to_lowercase().starts_with("readme");
        let flag = |is: bool| f32::from(u8::from(is));
        [share, share * log(depth), flag(is_readme && folder.is_empty()), flag(is_readme)]
    }
}

/// What each document has of a value beside the others: from `place` on its share of the greatest one, and its place in their order.
fn add_ranks(rows: &mut [Vec<f32>], name: &str, place: &str) {
    let place_of = |name: &str| DOCUMENT_FEATURES.iter().position(|known| *known == name);
    let (Some(at), Some(to)) = (place_of(name), place_of(place)) else { return };
    let value = |row: &Vec<f32>| row.get(at).copied().unwrap_or(0.0);
    let values: Vec<f32> = rows.iter().map(value).collect();
    let best = values.iter().copied().fold(0.0, f32::max);
    let mut sorted = values.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    for (row, own) in rows.iter_mut().zip(values) {
        // Equal ones share a place.
        let rank = sorted.partition_point(|other| *other > own).min(LAST_RANK) as f32;
        if let Some([share, place]) = row.get_mut(to..to + 2) {
            *share = if best > 0.0 { own / best } else { 0.0 };
            *place = log(if own > 0.0 { rank } else { NO_RANK });
        }
    }
}

fn log(value: f32) -> f32 {
    value.max(0.0).ln_1p()
}
