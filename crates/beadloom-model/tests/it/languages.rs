//! The table of languages.

use std::collections::BTreeSet;

use beadloom_model::LanguageId;
use beadloom_model::languages::LanguageFamily;

#[test]
fn languages_are_ordered_by_their_ids() {
    let ids: Vec<&str> = LanguageId::ALL.iter().map(|language| language.as_str()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    assert!(LanguageId::ALL.is_sorted());
    for language in LanguageId::ALL {
        assert_eq!(LanguageId::parse(language.as_str()), Some(*language));
        assert_ne!(language.family(), LanguageFamily::Other, "{language}");
    }
    assert_eq!(LanguageId::parse("markdown"), None);
}

#[test]
fn an_id_is_a_string_in_json() {
    let json = serde_json::to_string(LanguageId::ALL).unwrap();
    assert!(json.starts_with(r#"["bash","c","cpp","csharp","#), "{json}");
    assert_eq!(serde_json::from_str::<Vec<LanguageId>>(&json).unwrap(), LanguageId::ALL);
    assert!(serde_json::from_str::<LanguageId>(r#""cobol""#).is_err());
}

#[test]
fn endings_belong_to_one_language_each() {
    let mut seen = BTreeSet::new();
    for language in LanguageId::ALL {
        let facts = language.facts();
        for extension in facts.extensions {
            assert!(seen.insert(extension), "{extension} is of two languages");
            assert_eq!(LanguageId::of_path(&format!("a.b/c.{}", extension.to_uppercase())), Some(*language));
        }
        let (uncounted, scripts) = (facts.layout.uncounted.iter(), facts.layout.scripts.iter());
        for extension in uncounted.chain(scripts) {
            assert!(facts.extensions.contains(extension), "{extension} is no ending of {language}");
        }
    }
    assert_eq!(LanguageId::of_path("a.py/b"), None);
}

#[test]
fn families_share_names() {
    use LanguageId as L;
    for (a, b, same) in [
        (L::C, L::Cpp, true),
        (L::Java, L::Scala, true),
        (L::Vue, L::TypeScript, true),
        (L::C, L::CSharp, false),
        (L::Python, L::Ruby, false),
    ] {
        assert_eq!(a.family() == b.family(), same, "{a} {b}");
    }
}
