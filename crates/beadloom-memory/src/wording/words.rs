//! Words that say nothing, that mean the same, and that are opposites.

/// Articles, copulas, and those who write: without them a text says the same.
const SILENT: &[&str] = &["a", "an", "the", "is", "are", "be", "we", "our"];

/// Forms of `be`: what follows is said of what stands before.
const COPULAS: &[&str] = &["is", "are", "be", "am", "was", "were", "been", "being", "stays", "remains"];

/// Words by which a text is known to be English.
const ENGLISH: &[&str] = &[
    "the", "is", "are", "of", "to", "and", "on", "we", "not", "must", "for", "with", "by", "after", "before",
    "when", "if", "never", "always", "at", "from", "it", "its", "this", "that", "all", "only", "every",
    "each", "be", "should", "has", "have", "our", "into",
];

/// Words of other languages that are none of English.
const FOREIGN: &[&str] = &[
    "der", "das", "und", "ist", "nicht", "ein", "eine", "einen", "wird", "werden", "auf", "für", "mit", "el",
    "los", "las", "que", "para", "por", "não", "les", "une", "des", "est", "dans", "pas", "sont", "et",
    "dem", "den", "im", "zu", "von", "sich", "son", "se", "en", "con", "del", "una", "um", "uma", "os",
    "são", "em", "het", "een", "och", "är", "på", "og", "det", "jest", "nie", "il", "della", "sono", "le",
    "la", "du", "au", "aux", "da", "di", "van", "op", "de",
];

/// Words that mean the same, in one form each: `keeps` is `stores`, and no `stored`.
const SYNONYMS: &[&[&str]] = &[
    &["store", "keep", "save"],
    &["stores", "keeps", "saves"],
    &["stored", "kept", "saved"],
    &["storing", "keeping", "saving"],
    &["delete", "remove"],
    &["deletes", "removes"],
    &["deleted", "removed"],
    &["deleting", "removing"],
    &["use", "utilize", "utilise"],
    &["uses", "utilizes", "utilises"],
    &["used", "utilized", "utilised"],
    &["start", "begin"],
    &["starts", "begins"],
    &["run", "execute"],
    &["runs", "executes"],
    &["running", "executing"],
    &["fix", "repair"],
    &["fixes", "repairs"],
    &["fixed", "repaired"],
    &["repository", "repo"],
    &["repositories", "repos"],
    &["database", "db"],
    &["databases", "dbs"],
    &["configuration", "config"],
    &["configurations", "configs"],
    &["directory", "folder"],
    &["directories", "folders"],
    &["production", "prod"],
    &["environment", "env"],
    &["environments", "envs"],
    &["application", "app"],
    &["applications", "apps"],
    &["documentation", "docs"],
    &["every", "each"],
    &["big", "large"],
    &["bigger", "larger"],
    &["biggest", "largest"],
    &["through", "via"],
    &["until", "till"],
    &["inside", "in"],
    &["onto", "on"],
    &["require", "need"],
    &["requires", "needs"],
    &["required", "needed"],
    &["everyone", "everybody"],
    &["nobody", "no-one"],
    &["maximum", "max"],
    &["minimum", "min"],
    &["seconds", "secs"],
    &["minutes", "mins"],
    &["specification", "spec"],
    &["parameters", "params"],
    &["parameter", "param"],
    &["arguments", "args"],
    &["administrator", "admin"],
    &["administrators", "admins"],
];

/// Opposites: behind `is` only one of two can hold.
const OPPOSITES: &[(&str, &str)] = &[
    ("enabled", "disabled"),
    ("on", "off"),
    ("allowed", "forbidden"),
    ("allowed", "denied"),
    ("permitted", "forbidden"),
    ("true", "false"),
    ("required", "optional"),
    ("mandatory", "optional"),
    ("mutable", "immutable"),
    ("synchronous", "asynchronous"),
    ("public", "private"),
    ("supported", "unsupported"),
    ("safe", "unsafe"),
    ("open", "closed"),
    ("locked", "unlocked"),
    ("encrypted", "unencrypted"),
    ("deprecated", "supported"),
    ("stable", "unstable"),
];

/// Words that negate a sentence by standing in it.
const NEGATIONS: &[&str] =
    &["not", "never", "nicht", "nie", "niemals", "não", "nunca", "jamais", "не", "никогда"];

/// What counts or measures: `30 seconds`, `three replicas`.
const UNITS: &[&str] = &[
    "ms", "s", "sec", "secs", "second", "seconds", "minute", "minutes", "min", "mins", "hour", "hours", "h",
    "day", "days", "week", "weeks", "month", "months", "year", "years", "times", "attempts", "retries",
    "tries", "percent", "%", "b", "bytes", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "characters", "rows",
    "requests", "workers", "threads", "replicas", "shards", "nodes", "instances", "connections",
];

/// What may lead a sentence or end it, and says the same in both places.
const LEADING: &[&str] = &[
    "in", "on", "at", "if", "when", "during", "before", "after", "until", "while", "whenever", "unless",
    "once",
];

/// Likewise, but behind a negation it may belong to what is negated.
const LEADING_UNNEGATED: &[&str] = &["because", "for", "with", "under", "since"];

/// What joins two sentences: what is said of one is not said of the other.
const JOINING: &[&str] = &[
    "and", "or", "but", "that", "which", "who", "whose", "if", "when", "unless", "because", "while", "where",
    "except", "whether",
];

/// Before a quantity, what tells by it which things are meant: `older than 30 days`.
const COMPARING: &[&str] = &[
    "than", "over", "under", "above", "below", "last", "first", "past", "beyond", "exceeding", "least",
    "most", "every",
];

/// What stands between a subject and its verb.
const MODALS: &[&str] = &["must", "should", "can", "may", "will", "not", "never", "always", "only"];

const NUMBERS: &[(&str, &str)] = &[
    ("zero", "0"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("sixty", "60"),
];

/// Words whose letters in capitals are a name: `US`, `IT`, `OR`.
pub(super) fn is_function_word(word: &str) -> bool {
    [
        "us", "it", "or", "as", "if", "in", "on", "do", "go", "am", "pm", "no", "me", "so", "at", "be", "to",
        "and", "not", "all", "any", "he",
    ]
    .contains(&word)
}

pub(super) fn is_silent(word: &str) -> bool {
    SILENT.contains(&word)
}

pub(super) fn is_copula(word: &str) -> bool {
    COPULAS.contains(&word)
}

pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

pub(super) fn is_joining(word: &str) -> bool {
    JOINING.contains(&word)
}

pub(super) fn is_comparing(word: &str) -> bool {
    COMPARING.contains(&word)
}

pub(super) fn is_modal(word: &str) -> bool {
    MODALS.contains(&word)
}

pub(super) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

pub(super) fn may_lead(word: &str, is_negated: bool) -> bool {
    LEADING.contains(&word) || !is_negated && LEADING_UNNEGATED.contains(&word)
}

pub(super) fn are_opposites(one: &str, two: &str) -> bool {
    OPPOSITES.iter().any(|(a, b)| (*a, *b) == (one, two) || (*a, *b) == (two, one))
}

/// Which of the groups of synonyms a word is in.
pub(super) fn meaning(word: &str) -> Option<usize> {
    SYNONYMS.iter().position(|group| group.contains(&word))
}

/// A number that is written as a word, in digits.
pub(super) fn number(word: &str) -> Option<&'static str> {
    NUMBERS.iter().find(|(one, _)| *one == word).map(|(_, digits)| *digits)
}

/// Whether words are those of an English text: some are, and none is another language's.
pub(super) fn is_english<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    let mut is = false;
    for word in words {
        let is_foreign = FOREIGN.contains(&word) || word.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
        if is_foreign {
            return false;
        }
        is |= ENGLISH.contains(&word);
    }
    is
}
