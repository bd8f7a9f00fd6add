//! Which words of paths go with the words of a text, by past commits: what people call a thing in their messages is often not what the
//! code calls it, or another language altogether.

use rustc_hash::FxHashMap;

use crate::message::term_hash;
use crate::past::Past;
use crate::path_words::{PathWords, each_word};

/// A term is common, and says nothing of any file, if it stands in this share of the messages and in so many.
const MIN_COMMON_SHARE: f64 = 0.15;
const MIN_COMMON_COMMITS: f64 = 10.0;

/// How far above chance a word goes with a term at most: e to the power of it.
const FULL_LIFT: f64 = 4.0;

/// Files that are named.
const MAX_PATHS: usize = 60;

/// Commits that are added to those of a term: what few say counts for less.
const DOUBT: f64 = 2.0;

/// The words of paths that go with a text, each with how much, 0 to 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vocabulary {
    words: FxHashMap<String, f64>,
    /// What [`Vocabulary::of`] says of every path that was changed, by its place.
    of_paths: Vec<(f64, f64)>,
    /// Files whose paths go most with the text, the best first, ties by path.
    paths: Vec<String>,
}

impl Vocabulary {
    /// How much the words of a path or of a name go with the text: that of the one that goes most, and the sum of all.
    pub fn of(&self, text: &str) -> (f64, f64) {
        let (mut most, mut sum) = (0.0f64, 0.0);
        if self.words.is_empty() {
            return (most, sum);
        }
        let mut seen: Vec<String> = Vec::new();
        each_word(text, &mut |word| {
            if let Some(worth) = self.words.get(word)
                && !seen.iter().any(|known| known == word)
            {
                most = most.max(*worth);
                sum += worth;
                seen.push(word.to_owned());
            }
        });
        (most, sum)
    }

    /// Files whose paths go most with the text, the best first.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }
}

impl Past {
    /// The words of paths that go with a text. `terms`: as for [`Past::votes`].
    #[expect(clippy::cast_precision_loss, reason = "counts of commits")]
    pub fn vocabulary(&self, terms: &[(&str, f32)]) -> Vocabulary {
        let asked: FxHashMap<u32, usize> =
            terms.iter().enumerate().map(|(at, (term, _))| (term_hash(term), at)).collect();
        let mut commits: Vec<Vec<usize>> = vec![Vec::new(); terms.len()];
        let mut count = 0usize;
        for commit in (0..self.len()).filter(|commit| !self.files_of(*commit).is_empty()) {
            count += 1;
            for term in self.terms_of(commit) {
                if let Some(holding) = asked.get(&(term & !3)).and_then(|at| commits.get_mut(*at)) {
                    holding.push(commit);
                }
            }
        }
        let all = count as f64;
        let says = |holding: &Vec<usize>| {
            !holding.is_empty() && (holding.len() as f64) < (all * MIN_COMMON_SHARE).max(MIN_COMMON_COMMITS)
        };
        if !commits.iter().any(says) {
            return Vocabulary::default();
        }
        let words = self.words.get_or_init(|| PathWords::of(&self.paths, &self.files, &self.file_ends));
        let mut seen = vec![0usize; words.names.len()];
        let mut worth = vec![0.0f64; words.names.len()];
        let mut whole = 0.0;
        let mut with = vec![0u32; words.names.len()];
        let mut met: Vec<u32> = Vec::new();
        for ((_, weight), holding) in terms.iter().zip(&commits).filter(|(_, holding)| says(holding)) {
            let term_count = holding.len() as f64;
            let own = f64::from(*weight) * (all / term_count).ln();
            whole += own;
            seen.fill(0);
            for commit in holding {
                words.each_of_files(self.files_of(*commit), *commit, &mut seen, &mut |word| {
                    if let Some(count) = with.get_mut(word as usize) {
                        if *count == 0 {
                            met.push(word);
                        }
                        *count += 1;
                    }
                });
            }
            for word in met.drain(..) {
                let count = f64::from(with.get_mut(word as usize).map_or(0, std::mem::take));
                let chance = term_count * f64::from(words.commits.get(word as usize).copied().unwrap_or(1))
                    / all.max(1.0);
                let lift = ((count + 0.5) / (chance + 0.5)).ln().min(FULL_LIFT) / FULL_LIFT;
                if lift > 0.0
                    && let Some(sum) = worth.get_mut(word as usize)
                {
                    *sum += own * lift * count / (term_count + DOUBT);
                }
            }
        }
        let whole = whole.max(f64::MIN_POSITIVE);
        worth.iter_mut().for_each(|worth| *worth /= whole);
        let of = |word: &u32| worth.get(*word as usize).copied().unwrap_or(0.0);
        let add = |(most, sum): (f64, f64), worth: f64| (most.max(worth), sum + worth);
        let of_paths: Vec<(f64, f64)> =
            words.of_paths.iter().map(|own| own.iter().map(of).fold((0.0, 0.0), add)).collect();
        let sums = of_paths.iter().map(|(_, sum)| *sum).zip(&self.paths);
        let mut best: Vec<(f64, &Box<str>)> = sums.filter(|(sum, _)| *sum > 0.0).collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        let paths = best.into_iter().take(MAX_PATHS).map(|(_, path)| path.to_string()).collect();
        let said = words.names.iter().zip(&worth).filter(|(_, worth)| **worth > 0.0);
        let words = said.map(|(word, worth)| (word.clone(), *worth)).collect();
        Vocabulary { words, of_paths, paths }
    }

    /// What a vocabulary of these commits says of a path, as [`Vocabulary::of`] does.
    pub fn vocabulary_of_path(&self, vocabulary: &Vocabulary, path: &str) -> (f64, f64) {
        let known = self.number(path).and_then(|number| vocabulary.of_paths.get(number as usize));
        known.copied().unwrap_or_else(|| vocabulary.of(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Commit;

    fn past(commits: &[(&str, &[&str])]) -> Past {
        let made = commits.iter().enumerate().filter_map(|(at, (message, files))| {
            let files = files.iter().map(|file| (*file).to_owned()).collect();
            Commit::new(&format!("{at:040x}"), i64::try_from(at).unwrap_or(0), message, files)
        });
        Past::of(made.collect())
    }

    #[test]
    fn words_of_another_language_lead_to_those_of_paths() {
        let mut commits: Vec<(&str, &[&str])> = vec![
            ("corregir turno duplicado", &["src/appointment/service.ts"]),
            ("nuevo turno para clientes", &["src/appointment/form.vue", "src/client/list.vue"]),
            ("turno cancelado", &["src/appointment/cancel.ts"]),
        ];
        commits.extend(std::iter::repeat_n(("other things", &["src/billing/invoice.ts"][..]), 40));
        let past = past(&commits);
        let vocabulary = past.vocabulary(&[("turno", 1.0)]);
        let of = |text: &str| vocabulary.of(text).0;
        assert!(of("createAppointment") > of("clientList") && of("clientList") > 0.0);
        assert!(of("billing") == 0.0 && of("src") < 0.1, "{} {}", of("billing"), of("src"));
        let named = vocabulary.paths();
        assert!(named.iter().take(3).all(|path| path.contains("appointment")), "{named:?}");
    }

    #[test]
    fn words_of_all_messages_and_no_commits_say_nothing() {
        let commits: Vec<(&str, &[&str])> = std::iter::repeat_n(("fix it", &["src/a.ts"][..]), 9).collect();
        assert_eq!(past(&commits).vocabulary(&[("fix", 1.0)]).of("src/a.ts"), (0.0, 0.0));
        assert_eq!(Past::default().vocabulary(&[("fix", 1.0)]), Vocabulary::default());
    }
}
