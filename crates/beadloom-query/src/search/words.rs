//! The words of a task or a query, and how much of them a text holds.

use beadloom_model::Result;
use beadloom_store::Store;
use beadloom_words::Terms;
use rustc_hash::FxHashMap;

use super::query::CodeQuery;

/// Terms whose rarity is looked up; the others of a long text count alike.
const MAX_LOOKED_UP_TERMS: usize = 32;

/// What a term is worth whose rarity was not looked up.
const DEFAULT_RARITY: f32 = 2.0;

/// Words of the task that are named as found.
const MAX_NAMED_WORDS: usize = 5;

/// Bytes of a line that are looked at: to compare pieces of code, and to find the line that is shown.
const MAX_LINE_BYTES: usize = 1_000;
const MAX_SHOWN_LINE_BYTES: usize = 16_384;

/// The terms of a task with what each is worth.
pub(crate) struct Words {
    /// Weight times rarity, in the order of the task.
    worth: Vec<f32>,
    /// How many of them stand in its first line.
    title: usize,
    /// Places of the terms in that order.
    places: FxHashMap<String, u16>,
    /// Words as they are written, each with its terms.
    asked: Vec<(String, Vec<u16>)>,
    maker: Terms,
    /// Words of names that were met, as they are written, each with its term: names are made of few.
    words: FxHashMap<Box<str>, Option<u16>>,
    /// Names that were met, with the terms that they hold: texts have most of their names in common.
    names: FxHashMap<Box<str>, Box<[u16]>>,
    /// Which terms the text at hand holds.
    held: Vec<bool>,
}

/// How lines hold a task.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Profile {
    /// Share of the task that they hold together.
    pub held: f32,
    /// The greatest share that one of them holds.
    pub best: f32,
    /// How many hold a word of it.
    pub matched: usize,
    /// Share of its first line that they hold together.
    pub title: f32,
}

impl Words {
    #[expect(clippy::cast_precision_loss, reason = "counts of chunks, for a logarithm")]
    pub fn new(store: &Store, task: &str, query: &CodeQuery) -> Result<Self> {
        let lexicon = store.lexicon()?;
        let all = lexicon.marks().measured() as f32;
        let mut worth = Vec::with_capacity(query.terms.len());
        let mut places = FxHashMap::default();
        for (place, (term, weight)) in (0u16..).zip(&query.terms) {
            let rarity = if usize::from(place) < MAX_LOOKED_UP_TERMS {
                (1.0 + all / (1.0 + lexicon.count(term)? as f32)).ln()
            } else {
                DEFAULT_RARITY
            };
            worth.push(weight * rarity);
            places.insert(term.clone(), place);
        }
        let mut maker = Terms::default();
        let asked = beadloom_words::query_words(task)
            .into_iter()
            .map(|word| {
                let mut terms = Vec::new();
                maker.of_text(&word, &mut |term| terms.extend(places.get(term)));
                (word, terms)
            })
            .collect();
        let held = vec![false; worth.len()];
        let title = query.title_terms;
        let (words, names) = (FxHashMap::default(), FxHashMap::default());
        Ok(Self { worth, title, places, asked, maker, words, names, held })
    }

    /// What part of the task's words, by their worth, a text holds; 0 to 1.
    pub fn share(&mut self, text: &str) -> f32 {
        self.look_at(text);
        self.share_held()
    }

    fn share_held(&self) -> f32 {
        let all: f32 = self.worth.iter().sum();
        if all > 0.0 { self.worth_of_held() / all } else { 0.0 }
    }

    /// The same of lines together.
    pub fn share_of_lines(&mut self, lines: &[&str]) -> f32 {
        self.held.fill(false);
        for line in lines {
            self.look_further(&line[..line.floor_char_boundary(MAX_LINE_BYTES)]);
        }
        self.share_held()
    }

    /// How much of the task lines hold, together and at most in one, and how many of them hold any. `terms`: those of the lines, as
    /// [`Words::terms_of`] gives them, line after line; `ends`: where those of each end.
    pub fn profile(&mut self, terms: &[u16], ends: &[usize]) -> Profile {
        let all: f32 = self.worth.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        let mut together = vec![false; self.held.len()];
        let mut profile = Profile::default();
        let mut from = 0;
        for end in ends {
            let own = terms.get(from..*end).unwrap_or(&[]);
            from = *end;
            if own.is_empty() {
                continue;
            }
            self.held.fill(false);
            self.hold(own);
            let worth = self.worth_of_held();
            if worth > 0.0 {
                profile.matched += 1;
                profile.best = profile.best.max(worth / all);
                together.iter_mut().zip(&self.held).for_each(|(any, held)| *any |= held);
            }
        }
        self.held = together;
        profile.held = self.worth_of_held() / all;
        profile.title = self.title_share_held();
        profile
    }

    /// The terms of the task that a name holds, by their places.
    pub fn terms_of(&mut self, name: &str) -> Box<[u16]> {
        let Self { places, maker, words, .. } = self;
        let mut found: Vec<u16> = Vec::new();
        beadloom_words::words_of_name(name, &mut |word| match words.get(word) {
            Some(place) => found.extend(place),
            None => {
                let place = maker.of_word(word).and_then(|term| places.get(term)).copied();
                words.insert(word.into(), place);
                found.extend(place);
            }
        });
        found.into()
    }

    fn hold(&mut self, terms: &[u16]) {
        for term in terms {
            if let Some(held) = self.held.get_mut(usize::from(*term)) {
                *held = true;
            }
        }
    }

    /// What part of the words of the task's first line, by their worth, a text holds; 0 to 1.
    pub fn title_share(&mut self, text: &str) -> f32 {
        self.look_at(text);
        self.title_share_held()
    }

    fn title_share_held(&self) -> f32 {
        let all: f32 = self.worth.iter().take(self.title).sum();
        let held: f32 = self
            .worth
            .iter()
            .zip(&self.held)
            .take(self.title)
            .filter(|(_, held)| **held)
            .map(|(worth, _)| worth)
            .sum();
        if all > 0.0 { held / all } else { 0.0 }
    }

    /// Which share of the words of a name the task has, 0 to 1.
    pub fn covered(&mut self, name: &str) -> f32 {
        let (mut known, mut count) = (0.0, 0.0f32);
        beadloom_words::words_of_name(name, &mut |word| {
            count += 1.0;
            self.look_at(word);
            if self.held.iter().any(|held| *held) {
                known += 1.0;
            }
        });
        known / count.max(1.0)
    }

    /// What the words in each of the lines are worth.
    pub fn scores(&mut self, lines: &[&str]) -> Vec<f32> {
        lines.iter().map(|line| self.worth(&line[..line.floor_char_boundary(MAX_SHOWN_LINE_BYTES)])).collect()
    }

    /// What the words in a text are worth.
    pub fn worth(&mut self, text: &str) -> f32 {
        self.look_at(text);
        self.worth_of_held()
    }

    /// Words of the task, as written there, that a text holds: in the order of the task, a few.
    pub fn named_in(&mut self, text: &str) -> Vec<String> {
        self.look_at(text);
        let is_held = |term: &u16| self.held.get(usize::from(*term)) == Some(&true);
        self.asked
            .iter()
            .filter(|(_, terms)| terms.iter().any(is_held))
            .take(MAX_NAMED_WORDS)
            .map(|(word, _)| word.clone())
            .collect()
    }

    /// In the order of the task: a sum of floats depends on its order.
    fn worth_of_held(&self) -> f32 {
        self.worth.iter().zip(&self.held).filter(|(_, held)| **held).map(|(worth, _)| worth).sum()
    }

    /// Notes which terms a text holds.
    fn look_at(&mut self, text: &str) {
        self.held.fill(false);
        self.look_further(text);
    }

    /// The same, besides those that were noted.
    fn look_further(&mut self, text: &str) {
        beadloom_words::each_name(text, &mut |name| {
            let terms = match self.names.get(name) {
                Some(terms) => terms,
                None => {
                    let found = self.terms_of(name);
                    self.names.entry(name.into()).or_insert(found)
                }
            };
            for term in terms {
                if let Some(held) = self.held.get_mut(usize::from(*term)) {
                    *held = true;
                }
            }
        });
    }
}
