//! Models that were learned from histories: how they are read and asked. What their features are, and the models themselves, belong to whoever
//! asks: `beadloom-query` for answers, `beadloom-sync` for documents.

mod model;

pub use model::RankingModel;
