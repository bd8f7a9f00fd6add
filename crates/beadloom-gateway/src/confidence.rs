//! How sure a search is that the first five hold the right tool.
//!
//! What the scores say of that differs from catalogue to catalogue, so it is calibrated on the catalogue's own use: whenever a
//! call succeeds, the search is made once more as it was before anything was learned of it, and whether the first five held
//! the tool is kept with its signals. Until enough is known the answer is on the side of doubt, where all tools are shown.

/// What a search knows of itself.
pub type Signals = [f64; SIGNALS];

/// How many signals there are.
pub const SIGNALS: usize = 5;

/// With the weight that stands alone.
const WIDTH: usize = SIGNALS + 1;

/// Steps of the fit.
const STEPS: usize = 40;

/// The most that the logistic function bends: steps by it never go too far.
const CURVATURE: f64 = 0.25;

/// What the weights are before anything is known: the last one stands alone. Fitted so that of contexts in odd words – slang, other
/// languages – the right tool is hardly ever hidden; that words and vectors find the same tools says most.
const PRIOR: [f64; WIDTH] = [0.5, 0.1, 1.0, 3.0, 3.0, -4.55];

/// How much the prior counts, in outcomes.
const PRIOR_STRENGTH: f64 = 10.0;

/// How far below what is likely the answer is while nothing is known, on the scale of log odds.
const DOUBT: f64 = 1.1;

/// Outcomes at which the doubt is by a factor of the root of two less.
const LESS_DOUBT: f64 = 25.0;

/// The tools that are meant by the first ones.
pub const FIRST: usize = 5;

/// Weights of signals, from outcomes.
#[derive(Debug, Clone)]
pub struct Calibration {
    weights: [f64; WIDTH],
    outcomes: usize,
}

impl Calibration {
    /// From signals with whether the first five held the right tool.
    pub fn new(outcomes: &[(Signals, bool)]) -> Self {
        let mut weights = PRIOR;
        // Steps by a bound of the second derivative: the function is convex, and each leads lower.
        for _ in 0..STEPS {
            let mut slope = [0.0; WIDTH];
            let mut curve = [[0.0; WIDTH]; WIDTH];
            for (at, row) in curve.iter_mut().enumerate() {
                if let (Some(slope), Some(own), Some(weight), Some(prior)) =
                    (slope.get_mut(at), row.get_mut(at), weights.get(at), PRIOR.get(at))
                {
                    *slope = PRIOR_STRENGTH * (weight - prior);
                    *own = PRIOR_STRENGTH;
                }
            }
            for (signals, hit) in outcomes {
                let mut with_one = [1.0; WIDTH];
                with_one.iter_mut().zip(signals).for_each(|(to, signal)| *to = *signal);
                let likely = sigmoid(sum(&weights, signals));
                let error = likely - f64::from(u8::from(*hit));
                for ((slope, row), signal) in slope.iter_mut().zip(&mut curve).zip(with_one) {
                    *slope += error * signal;
                    for (value, other) in row.iter_mut().zip(with_one) {
                        *value += CURVATURE * signal * other;
                    }
                }
            }
            for (weight, step) in weights.iter_mut().zip(solved(curve, slope)) {
                *weight -= step;
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

/// The solution of a system of equations whose matrix is symmetric and positive, by elimination.
fn solved(mut rows: [[f64; WIDTH]; WIDTH], mut right: [f64; WIDTH]) -> [f64; WIDTH] {
    for at in 0..WIDTH {
        let (Some(row), Some(value)) = (rows.get(at).copied(), right.get(at).copied()) else { break };
        let Some(pivot) = row.get(at).copied().filter(|pivot| pivot.abs() > 1e-12) else { continue };
        for other in (0..WIDTH).filter(|other| *other != at) {
            let (Some(below), Some(to)) = (rows.get_mut(other), right.get_mut(other)) else { continue };
            let factor = below.get(at).copied().unwrap_or(0.0) / pivot;
            below.iter_mut().zip(row).for_each(|(to, from)| *to -= factor * from);
            *to -= factor * value;
        }
    }
    for (at, value) in right.iter_mut().enumerate() {
        let pivot = rows.get(at).and_then(|row| row.get(at)).copied().unwrap_or(1.0);
        *value /= if pivot.abs() > 1e-12 { pivot } else { 1.0 };
    }
    right
}

fn sum(weights: &[f64; WIDTH], signals: &Signals) -> f64 {
    weights.iter().zip(signals.iter().chain(&[1.0])).map(|(weight, signal)| weight * signal).sum()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Signals of scores, best first. `covered`: of what the query's words are worth, the share that one of the first tools has in its text;
/// `near`: how near the nearest past query of a tool among the first ones is, 0 to 1; `agreement`: how far words and vectors find the
/// same tools. Scores alone say little of a query in odd words: of noise, too, something is far ahead.
pub(crate) fn signals(scores: &[f32], covered: f64, near: f64, agreement: f64) -> Signals {
    let score = |at: usize| scores.get(at).or(scores.last()).map_or(0.0, |score| f64::from(*score));
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().map(|score| f64::from(*score)).sum::<f64>() / count;
    let variance = scores.iter().map(|score| (f64::from(*score) - mean).powi(2)).sum::<f64>() / count;
    let deviation = if variance > 1e-9 { variance.sqrt() } else { 1.0 };
    [
        ((score(0) - score(FIRST)) / deviation).min(6.0),
        ((score(0) - mean) / deviation).min(8.0),
        covered,
        near,
        agreement,
    ]
}
