//! What is known of a candidate file only when all candidates are compared: the features that the model of files sees besides
//! [`FILE_WEIGHTS`](crate::search::weights::FILE_WEIGHTS).

use crate::features::features;

features! {
    /// A feature of a file among the other candidates.
    RerankFeature:
    /// Its weighted sum, less that of the best.
    Behind = "behind",
    /// Logarithm of its place by that sum.
    Place = "place",
    /// BM25 of its best chunk, over the best of all, 0 to 1.
    BestChunk = "raw_best_chunk",
    /// Share of the query that it holds, 0 to 1.
    Covered = "raw_covered",
    /// Greatest share of the query that one of its chunks holds, 0 to 1.
    CoveredAtOnce = "raw_covered_at_once",
    /// How near its nearest chunk is, in deviations.
    Nearest = "raw_nearest",
    /// Votes of past commits, over the most of all, 0 to 1.
    Votes = "raw_votes",
    /// Past commits that vote for it.
    Voters = "voters",
    /// Logarithm of its place by votes; that of 1,000 where it has none.
    VotePlace = "vote_place",
    /// Logarithm of the commits that changed it.
    Commits = "commits",
    /// Days since it was last changed, as a logarithm, from the newest commit known; 10 where none is known.
    Age = "age",
    /// Weight of the best files that import it, 0 to 1 each.
    ImportedByBest = "imported_by_best",
    /// Weight of the best files that it imports.
    ImportsBest = "imports_best",
    /// Share of the best files' weight that lies in its folder.
    BestInFolder = "best_in_folder",
    /// The same of the folder around that.
    BestInArea = "best_in_area",
    /// The same of its language.
    BestInLanguage = "best_in_language",
    /// Greatest share of its name's parts that one of the three best others has.
    NamedLikeBest = "named_like_best",
    /// Logarithm of its lines.
    Lines = "lines",
    /// Logarithm of its definitions.
    Definitions = "definition_count",
    /// Markup or templates.
    Template = "template",
    /// Styles.
    Style = "style",
    /// Settings, manifests, data.
    Settings = "settings",
    /// Texts for people, by language.
    Translation = "translation",
    /// A step of a database's schema.
    Migration = "migration",
    /// Named as what takes requests: controller, handler, resource, view, route.
    Handler = "handler",
    /// Named as what does the work: service, manager, use case.
    Service = "service",
    /// Named as what carries data: model, entity, dto, request, response, type.
    Data = "data",
    /// Named as what reads and writes data: repository, dao, mapper, query.
    Storage = "storage",
    /// A test, whether or not tests are asked for.
    IsTest = "is_test",
    /// What the query quotes and it holds, and what the query names and it defines, in units of the weighted sum.
    Quoted = "quoted_worth",
    /// Share of the query's first line that it holds, 0 to 1.
    Title = "title",
    /// Greatest share of that line that one of its chunks holds, 0 to 1.
    TitleAtOnce = "title_at_once",
    /// Share of that line that its path holds, 0 to 1.
    TitleInPath = "title_in_path",
    /// Votes of past commits for its folder, over the most of all, 0 to 1.
    FolderVotes = "folder_votes",
    /// How much the word of its path that goes most with the query goes with it, by past messages, over the most of all.
    Vocabulary = "vocabulary",
    /// The same of all words of its path.
    VocabularyOfPath = "vocabulary_of_path",
    /// The query says what is to be changed.
    Changes = "changes",
    /// The query asks.
    Asks = "asks",
    /// Words of the query.
    QueryWords = "query_words",
    /// Candidates.
    Candidates = "candidates",
}

/// The values of a file, in the order of [`RerankFeature`].
pub type RerankValues = [f32; RerankFeature::COUNT];
