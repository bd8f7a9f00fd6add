//! BM25, for whatever holds words (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).

/// How rare a term is that `having` of `all` texts have.
pub fn idf(having: f32, all: f32) -> f32 {
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
}

/// What a term counts that stands `count` times in a text of `length`, where texts have `mean`: 0 to `k1` + 1.
///
/// `k1`: how soon more of a term adds little. `b`: how much a long text is discounted.
pub fn saturated(count: f32, length: f32, mean: f32, k1: f32, b: f32) -> f32 {
    count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean))
}
