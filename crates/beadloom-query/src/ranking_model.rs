//! The models that choose what an answer shows.

use std::sync::OnceLock;

use beadloom_ranking::RankingModel;

/// The model that orders files; None if it was trained with other features than these.
pub(crate) fn of_files<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'static RankingModel> {
    static MODEL: OnceLock<Option<RankingModel>> = OnceLock::new();
    let read =
        || RankingModel::parse(include_bytes!("../data/files.model")).filter(|model| model.is_of(names));
    MODEL.get_or_init(read).as_ref()
}

/// The model that says how likely definitions are needed; None likewise.
pub(crate) fn of_definitions<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'static RankingModel> {
    static MODEL: OnceLock<Option<RankingModel>> = OnceLock::new();
    let read = || {
        RankingModel::parse(include_bytes!("../data/definitions.model")).filter(|model| model.is_of(names))
    };
    MODEL.get_or_init(read).as_ref()
}
