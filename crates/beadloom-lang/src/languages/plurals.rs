//! Plurals of English nouns, as frameworks make them that name resources by them.

/// `post` of `posts`, as parameters of resources are named.
pub(crate) fn singular(plural: &str) -> String {
    const IRREGULAR: &[(&str, &str)] = &[
        ("people", "person"),
        ("children", "child"),
        ("men", "man"),
        ("women", "woman"),
        ("mice", "mouse"),
        ("movies", "movie"),
        ("cookies", "cookie"),
        ("shoes", "shoe"),
        ("series", "series"),
        ("species", "species"),
        ("news", "news"),
        ("indices", "index"),
        ("vertices", "vertex"),
        ("matrices", "matrix"),
        ("data", "datum"),
        ("media", "medium"),
    ];
    const GREEK: &[&str] = &["analy", "cri", "diagno", "hypothe", "parenthe", "progno", "synop", "the"];
    let (head, word) = match plural.rfind('_') {
        Some(at) => plural.split_at(at + 1),
        None => ("", plural),
    };
    let one = if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == word) {
        (*one).to_owned()
    } else if word.ends_with("ss") {
        word.to_owned()
    } else if let Some(stem) = word.strip_suffix("ies").filter(|stem| !stem.is_empty()) {
        format!("{stem}y")
    } else if let Some(stem) = word.strip_suffix("es").filter(|stem| hisses(stem)) {
        stem.to_owned()
    } else if let Some(stem) = word.strip_suffix("ses").filter(|stem| GREEK.contains(stem)) {
        format!("{stem}sis")
    } else {
        word.strip_suffix('s').unwrap_or(word).to_owned()
    };
    format!("{head}{one}")
}

/// Whether a word takes `es`: `address`, `box`, `status`; not `house`, `clause`.
fn hisses(stem: &str) -> bool {
    ["ss", "sh", "ch", "x", "zz"].into_iter().any(|ending| stem.ends_with(ending))
        || (stem.ends_with("us") && !stem.ends_with("aus") && !stem.ends_with("ous"))
}

/// `posts` of `post`, as controllers of single resources are named.
pub(crate) fn plural(singular: &str) -> String {
    const IRREGULAR: &[(&str, &str)] =
        &[("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"), ("mouse", "mice")];
    let (head, word) = match singular.rfind('_') {
        Some(at) => singular.split_at(at + 1),
        None => ("", singular),
    };
    let many = if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == word) {
        (*many).to_owned()
    } else if ["s", "x", "z", "ch", "sh"].into_iter().any(|ending| word.ends_with(ending)) {
        // A plural stays what it is: `resource :settings`.
        if word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") {
            word.to_owned()
        } else {
            format!("{word}es")
        }
    } else if let Some(stem) = word
        .strip_suffix('y')
        .filter(|stem| stem.ends_with(|c: char| c.is_alphabetic() && !"aeiou".contains(c)))
    {
        format!("{stem}ies")
    } else {
        format!("{word}s")
    };
    format!("{head}{many}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        for (one, many) in [
            ("post", "posts"),
            ("category", "categories"),
            ("address", "addresses"),
            ("status", "statuses"),
            ("box", "boxes"),
            ("branch", "branches"),
            ("house", "houses"),
            ("exercise", "exercises"),
            ("database", "databases"),
            ("day", "days"),
            ("blog_person", "blog_people"),
            ("child", "children"),
        ] {
            assert_eq!(singular(many), one);
            assert_eq!(plural(one), many);
        }
        assert_eq!(plural("settings"), "settings");
        assert_eq!(singular("analyses"), "analysis");
        assert_eq!(singular("s"), "");
    }
}
