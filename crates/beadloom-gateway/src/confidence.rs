//! How sure a search is that the first five hold the right tool.
//!
//! What the scores say of that differs from catalogue to catalogue, so it is calibrated on the catalogue's own use: whenever a
//! call succeeds, the search is made once more as it was before anything was learned of it, and whether the first five held
//! the tool is kept with its signals. Until enough is known the answer is on the side of doubt, where all tools are shown.

/// What a search knows of itself.
pub type Signals = [f64; SIGNALS];

/// How many signals there are.
pub const SIGNALS: usize = 5;

/// What the weights are before anything is known: the last one stands alone.
const PRIOR: [f64; SIGNALS + 1] = [0.5, 0.2, 0.8, 0.5, 0.0, -1.2];

/// How much the prior counts, in outcomes.
const PRIOR_STRENGTH: f64 = 10.0;

/// How far below what is likely the answer is while nothing is known, on the scale of log odds.
const DOUBT: f64 = 1.95;

/// Outcomes at which the doubt is by a factor of the root of two less.
const LESS_DOUBT: f64 = 25.0;

/// The tools that are meant by the first ones.
pub const FIRST: usize = 5;

/// Weights of signals, from outcomes.
#[derive(Debug, Clone)]
pub struct Calibration {
    weights: [f64; SIGNALS + 1],
    outcomes: usize,
}

impl Calibration {
    /// From signals with whether the first five held the right tool.
    pub fn new(outcomes: &[(Signals, bool)]) -> Self {
        let mut weights = PRIOR;
        // Few numbers and a convex function: as many small steps as it takes everywhere.
        for _ in 0..200 {
            let mut gradient = [0.0; SIGNALS + 1];
            for ((slope, weight), prior) in gradient.iter_mut().zip(weights).zip(PRIOR) {
                *slope = PRIOR_STRENGTH * (weight - prior);
            }
            for (signals, hit) in outcomes {
                let error = sigmoid(sum(&weights, signals)) - f64::from(u8::from(*hit));
                for (slope, signal) in gradient.iter_mut().zip(signals.iter().chain(&[1.0])) {
                    *slope += error * signal;
                }
            }
            let step = 1.0 / (PRIOR_STRENGTH + outcomes.len() as f64);
            for (weight, slope) in weights.iter_mut().zip(gradient) {
                *weight -= step * slope;
            }
        }
        Self { weights, outcomes: outcomes.len() }
    }

    /// 0 to 1.
    pub fn confidence(&self, signals: &Signals) -> f64 {
        let doubt = DOUBT / (1.0 + self.outcomes as f64 / LESS_DOUBT).sqrt();
        sigmoid(sum(&self.weights, signals) - doubt)
    }
}

fn sum(weights: &[f64; SIGNALS + 1], signals: &Signals) -> f64 {
    weights.iter().zip(signals.iter().chain(&[1.0])).map(|(weight, signal)| weight * signal).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Signals of scores, best first. `known`: the share of the query's words that are known; `near`: how near the nearest past query of a
/// tool among the first ones is, 0 to 1.
pub(crate) fn signals(scores: &[f32], known: f64, near: f64) -> Signals {
    let score = |at: usize| scores.get(at).or(scores.last()).map_or(0.0, |score| f64::from(*score));
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().map(|score| f64::from(*score)).sum::<f64>() / count;
    let variance = scores.iter().map(|score| (f64::from(*score) - mean).powi(2)).sum::<f64>() / count;
    let deviation = if variance > 1e-9 { variance.sqrt() } else { 1.0 };
    [
        ((score(0) - score(FIRST)) / deviation).min(6.0),
        ((score(0) - mean) / deviation).min(8.0),
        known,
        near,
        ((score(0) - score(1)) / deviation).min(6.0),
    ]
}
