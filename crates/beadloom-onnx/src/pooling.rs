//! From a vector per token to one per text.

use std::path::Path;

use beadloom_model::Result;
use serde_json::Value;

use crate::json::{invalid_model, settings};

/// How the vectors of a text's tokens become its vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooling {
    /// That of the first token, which stands for the whole.
    First,
    /// Their mean.
    Mean,
}

impl Pooling {
    /// What `1_Pooling/config.json` says; `None` where there is none.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join("1_Pooling").join("config.json");
        let config = settings(&path)?;
        let mut chosen = Vec::new();
        for (key, value) in &config {
            if !key.starts_with("pooling_mode_") || *value != Value::Bool(true) {
                continue;
            }
            chosen.push(match key.as_str() {
                "pooling_mode_cls_token" => Self::First,
                "pooling_mode_mean_tokens" => Self::Mean,
                other => {
                    let other: String = other.chars().take(60).collect();
                    return Err(invalid_model(
                        &path,
                        format!("the model pools by `{other}`, which is not done here"),
                    ));
                }
            });
        }
        match chosen[..] {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            _ => Err(invalid_model(&path, "the model pools in two ways at once, which is not done here")),
        }
    }

    /// The vector of a text from those of its tokens: `tokens` holds `count` vectors of `dimension` numbers, of
    /// which the first `count` belong to the text.
    pub(crate) fn pool(self, tokens: &[f32], dimension: usize, count: usize) -> Vec<f32> {
        match self {
            Self::First => tokens.iter().take(dimension).copied().collect(),
            Self::Mean => {
                let mut sum = vec![0.0_f64; dimension];
                for token in tokens.chunks_exact(dimension).take(count) {
                    for (total, value) in sum.iter_mut().zip(token) {
                        *total += f64::from(*value);
                    }
                }
                #[expect(clippy::cast_precision_loss, reason = "there are 512 tokens at most")]
                let count = count.max(1) as f64;
                #[expect(clippy::cast_possible_truncation, reason = "the vector is in single precision")]
                sum.into_iter().map(|total| (total / count) as f32).collect()
            }
        }
    }
}

/// Scales to length 1; false where the vector has no length, or numbers that are none.
pub(crate) fn normalise(vector: &mut [f32]) -> bool {
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if !length.is_finite() || length < f64::from(f32::MIN_POSITIVE) {
        return false;
    }
    for value in vector {
        #[expect(clippy::cast_possible_truncation, reason = "the vector is in single precision")]
        {
            *value = (f64::from(*value) / length) as f32;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_has_no_part_in_the_mean() {
        let tokens = [1.0, 2.0, 3.0, 6.0, 100.0, 100.0];
        assert_eq!(Pooling::Mean.pool(&tokens, 2, 2), [2.0, 4.0]);
        assert_eq!(Pooling::First.pool(&tokens, 2, 2), [1.0, 2.0]);
    }

    #[test]
    fn a_vector_has_length_one_or_is_none() {
        let mut vector = [3.0, 4.0];
        assert!(normalise(&mut vector));
        assert_eq!(vector, [0.6, 0.8]);
        for wrong in [[0.0, 0.0], [f32::NAN, 1.0], [f32::INFINITY, 1.0]] {
            assert!(!normalise(&mut wrong.clone()), "{wrong:?}");
        }
        let mut large = [f32::MAX, f32::MAX];
        assert!(normalise(&mut large));
        assert!((large[0] - 0.5_f32.sqrt()).abs() < 1e-6);
    }
}
