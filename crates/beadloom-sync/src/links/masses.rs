//! How much a document, or a section of it, names of each part.

use std::collections::BTreeMap;

use super::mentions::Mention;
use super::parts::Parts;

/// What a part has of what a whole has, at least, to be what is meant.
const DOMINANT_SHARE: f64 = 0.6;

/// How much of what is said of a part may be of parts inside it.
pub(super) const SPREAD_SHARE: f64 = 0.5;

/// How much is named of each part, with all that is inside it.
pub(super) struct Masses<'a> {
    parts: &'a Parts<'a>,
    /// Of parts that have any.
    named: BTreeMap<u32, Mass>,
    total: f64,
}

/// What is named of a part.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mass {
    /// Of the names, together.
    pub weight: f64,
    pub names: usize,
    /// How many of the names are paths.
    pub paths: usize,
    /// Weight of the names that the first lines have.
    pub early: f64,
    /// Whether one of the names is what the part is called.
    pub called: bool,
}

impl<'a> Masses<'a> {
    /// `first_lines`: how many lines are early.
    pub fn of(parts: &'a Parts<'a>, mentions: &[&Mention], first_lines: u32) -> Self {
        let mut masses = Self { parts, named: BTreeMap::new(), total: 0.0 };
        for mention in mentions {
            let is_early = mention.lines.first().is_some_and(|line| *line <= first_lines);
            let is_path = mention.name.contains('/');
            let mut around: Vec<u32> = Vec::new();
            for part in &mention.parts {
                for at in parts.outwards(*part) {
                    let mass = masses.named.entry(at).or_default();
                    mass.weight += mention.weight;
                    if is_early {
                        mass.early += mention.weight;
                    }
                    if !around.contains(&at) {
                        around.push(at);
                        mass.names += 1;
                        mass.paths += usize::from(is_path);
                    }
                }
                masses.total += mention.weight;
                if parts.is_called(*part, &mention.name)
                    && let Some(mass) = masses.named.get_mut(part)
                {
                    mass.called = true;
                }
            }
        }
        masses
    }

    pub fn total(&self) -> f64 {
        self.total
    }

    /// The parts that something is named of.
    pub fn named(&self) -> impl Iterator<Item = u32> + '_ {
        self.named.keys().copied()
    }

    pub fn mass(&self, part: u32) -> Mass {
        self.named.get(&part).copied().unwrap_or_default()
    }

    pub fn weight(&self, part: u32) -> f64 {
        self.mass(part).weight
    }

    pub fn share(&self, part: u32) -> f64 {
        if self.total > 0.0 { self.weight(part) / self.total } else { 0.0 }
    }

    /// The weights of the parts right inside one, or in none.
    pub fn inside(&self, part: Option<u32>) -> impl Iterator<Item = f64> + '_ {
        let is_inside = move |at: &u32| self.parts.parent(*at) == part;
        self.named.iter().filter(move |(at, _)| is_inside(at)).map(|(_, mass)| mass.weight)
    }

    /// The innermost part that most names are of, so many at least, and that are not spread over what is inside it. None where it is the
    /// project.
    pub fn dominant(&self, min_names: usize) -> Option<u32> {
        let mut at: Option<u32> = None;
        for _ in 0..self.parts.len() {
            let around = at.map_or(self.total, |part| self.weight(part));
            let inside = self.named.iter().filter(|(part, _)| self.parts.parent(**part) == at);
            let most = inside.max_by(|a, b| a.1.weight.total_cmp(&b.1.weight).then(b.0.cmp(a.0)));
            match most {
                Some((part, mass)) if mass.weight >= around * DOMINANT_SHARE && mass.names >= min_names => {
                    at = Some(*part);
                }
                _ => break,
            }
        }
        let is_itself =
            |part: &u32| self.inside(Some(*part)).sum::<f64>() <= self.weight(*part) * SPREAD_SHARE;
        at.filter(|part| self.parts.parent(*part).is_some()).filter(is_itself)
    }
}
