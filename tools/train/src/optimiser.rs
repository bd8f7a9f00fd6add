//! Adam, after Kingma and Ba (2015), with a rate that the caller lowers.

use rayon::prelude::*;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const CHUNK: usize = 1 << 16;

/// Numbers that are learned, with what Adam remembers of their gradients.
pub struct Learned {
    /// The numbers.
    pub values: Vec<f32>,
    /// What one batch says; the step takes it and leaves zeros.
    pub gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Learned {
    /// Begins with these values.
    pub fn new(values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { gradient: zeros.clone(), mean: zeros.clone(), square: zeros, values }
    }

    /// One step against the gradient; `number` of the step from 1.
    pub fn step(&mut self, number: i32, rate: f32) {
        let mean_share = 1.0 - MEAN_DECAY.powi(number);
        let square_share = 1.0 - SQUARE_DECAY.powi(number);
        self.values
            .par_chunks_mut(CHUNK)
            .zip(self.gradient.par_chunks_mut(CHUNK))
            .zip(self.mean.par_chunks_mut(CHUNK).zip(self.square.par_chunks_mut(CHUNK)))
            .for_each(|((values, gradients), (means, squares))| {
                let numbers = values.iter_mut().zip(gradients).zip(means.iter_mut().zip(squares));
                for ((value, gradient), (mean, square)) in numbers {
                    *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * *gradient;
                    *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * *gradient * *gradient;
                    *value -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
                    *gradient = 0.0;
                }
            });
    }
}
