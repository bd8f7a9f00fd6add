//! Names that belong to the languages' own types: a call of one of them on a value of unknown type may mean anything,
//! even where the project has a single definition of that name.

use std::collections::HashSet;
use std::sync::LazyLock;

use beadloom_model::LanguageId;

use super::rules::{LanguageFamily, Rules};

/// Words that names of many libraries are made of, besides the members of the languages' own types.
const EVERYDAY_WORDS: &str = "abs active after array async attr attribute auth authenticate authorize backend backup \
    base before body bool boolean cache change changed check child children class clean client code column commit \
    config configure connect connection content context current cursor data decimal defer deserialize detail details \
    dict dictionary dir disable disconnect display do document download dump edit element email enable enabled \
    ensure entry environment event events export extra factory field fields file files force form full generate \
    global group handle handler header headers help hidden host html http image import init initialize input \
    instance int integer internal invalid label language level limit link list local locale login logout long \
    message messages meta method mode model module node note notify number numbers object objects offset old \
    operation option options order output override own owner package page param parameter parameters params parent \
    password patch path payload permission permissions plain position post prefix process profile progress property \
    protocol query queryset raw record refresh register registry relation reload report request require response \
    restore result results retry role root route row rule save schema scope script second section self serialize \
    serializer server service session setting settings setup sign signal simple single snapshot state stats status \
    string style subject suffix sync tag tags target task template temp term tick timeout token tool total tree type \
    uid unit unregister upload user username uuid valid validate validator variable verify version view visible \
    visit warning window word work xml year yaml";

/// Whether the name is that of a function or method that the language's own library has, mostly on many types.
pub fn is_builtin_member(family: LanguageFamily, name: &str) -> bool {
    static SETS: LazyLock<HashSet<(LanguageFamily, &str)>> = LazyLock::new(|| {
        let mut families = HashSet::new();
        let firsts = LanguageId::ALL.iter().filter(|language| families.insert(language.family()));
        let names = |language: &LanguageId| language.facts().names.builtin_members.split_ascii_whitespace();
        firsts.flat_map(|language| names(language).map(|name| (language.family(), name))).collect()
    });
    // Python's own hooks are on every type.
    let python = family == LanguageFamily::Of(LanguageId::Python);
    let hook = python && name.starts_with("__") && name.ends_with("__");
    hook || SETS.contains(&(family, name))
}

/// Whether a name may be that of a member of almost anything: nothing but words that names everywhere are made of,
/// or, where no compiler looks at types, a single word of whatever sort.
///
/// Of the calls on values of unknown type in a shop of 4,500 Python files that a single definition in reach explains,
/// four in ten are of one method, `create`, which they mean in one case of twenty.
pub fn is_everyday(rules: &Rules, name: &str) -> bool {
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let facts = LanguageId::ALL.iter().map(|language| language.facts().names.builtin_members);
        let lists = facts.chain([EVERYDAY_WORDS, LanguageId::Python.facts().names.builtin_types]);
        lists.flat_map(str::split_ascii_whitespace).flat_map(words).collect()
    });
    if is_builtin_member(rules.family, name) {
        return true;
    }
    // What is marked as its type's own is called on few others.
    let own = name.starts_with(['_', '#']);
    let words = words(name);
    words.iter().all(|word| WORDS.contains(word)) || words.len() == 1 && !rules.typed && !own
}

/// The words that a name is made of, in lower case; numbers are none.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_alphabetic() {
            match words.last_mut() {
                Some(word) if before.is_alphabetic() && (before.is_uppercase() || !c.is_uppercase()) => {
                    // The last capital of a run begins the next word.
                    if c.is_lowercase() && before.is_uppercase() && word.chars().nth(1).is_some() {
                        let first = word.pop();
                        words.push(first.into_iter().chain(c.to_lowercase()).collect());
                    } else {
                        word.extend(c.to_lowercase());
                    }
                }
                _ => words.push(c.to_lowercase().collect()),
            }
        }
        before = c;
    }
    words
}

/// Whether the name is that of a type of the language that is written like a value.
pub fn is_builtin_type(rules: &Rules, name: &str) -> bool {
    rules.builtin_types.split_ascii_whitespace().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::rules::rules;

    #[test]
    fn names_belong_to_their_family() {
        assert!(is_builtin_member(LanguageFamily::Of(LanguageId::Python), "append"));
        assert!(is_builtin_member(LanguageFamily::Of(LanguageId::Rust), "unwrap_or_default"));
        assert!(is_builtin_member(LanguageFamily::Of(LanguageId::Python), "__init__"));
        assert!(!is_builtin_member(LanguageFamily::Of(LanguageId::Python), "unwrap"));
        assert!(is_builtin_type(rules(LanguageId::Rust), "str"));
        assert!(!is_builtin_type(rules(LanguageId::Go), "str"));
        assert!(!is_builtin_member(LanguageFamily::Other, "append"));
    }

    #[test]
    fn names_come_apart_into_words() {
        for (name, want) in [
            ("get_copy", "get copy"),
            ("__init__", "init"),
            ("getURLPath2", "get url path"),
            ("HTTPServer", "http server"),
            ("empty?", "empty"),
            ("x", "x"),
            ("größteZahl", "größte zahl"),
            ("_2", ""),
        ] {
            assert_eq!(words(name).join(" "), want, "{name}");
        }
    }

    #[test]
    fn everyday_names_are_made_of_everyday_words() {
        for (language, name, want) in [
            (LanguageId::Python, "create", true),
            (LanguageId::Python, "get", true),
            (LanguageId::Python, "to_dict", true),
            (LanguageId::Python, "get_full_name", true),
            (LanguageId::Python, "ferment", true),
            (LanguageId::Python, "_ferment", false),
            (LanguageId::Python, "get_price", false),
            (LanguageId::Python, "store_value_in_metadata", false),
            (LanguageId::TypeScript, "refund", true),
            (LanguageId::TypeScript, "refundCharge", false),
            (LanguageId::Go, "Rollback", true),
            (LanguageId::Go, "Ferment", false),
            (LanguageId::CSharp, "SaveChanges", true),
            (LanguageId::Ruby, "empty?", true),
        ] {
            assert_eq!(is_everyday(rules(language), name), want, "{language} {name}");
        }
    }
}
