//! Documents that a change makes untrue: what is read, and what is said of it.

use beadloom_history::Companion;
use beadloom_sync::drift::{
    Change, ChangedFile, DOCUMENT_FEATURES, DefinitionLines, Reading, Surroundings, judge_documents, missing,
    sections,
};
use proptest::prelude::*;

fn file<'a>(old: &'a str, new: &'a str) -> ChangedFile<'a> {
    let holder = vec![DefinitionLines { name: "read_page", first: 1, last: 9 }];
    ChangedFile { path: "src/page.py", old, new, old_definitions: holder.clone(), new_definitions: holder }
}

fn judged(change: &Change, texts: &[(&str, &str)]) -> Vec<f64> {
    let documents: Vec<(Surroundings<'_>, Reading)> = texts
        .iter()
        .map(|(path, text)| (Surroundings { path, past: Companion::default() }, Reading::of(change, text)))
        .collect();
    let (judged, _) = judge_documents(change, &documents, 100);
    assert!(judged.iter().all(|one| one.values.len() == DOCUMENT_FEATURES.len()));
    judged.into_iter().map(|one| one.probability).collect()
}

#[test]
fn what_a_document_names_of_a_change_makes_it_likely() {
    let change = Change::of(&[file("retry_limit = 3\nkept_name = 1\n", "max_retries = 3\nkept_name = 1\n")]);
    let texts = [
        ("docs/a.md", "# A\n\nNothing of it.\n"),
        ("docs/b.md", "# B\n\n`retry_limit` is how often a page is read.\n\n## C\n\nMore.\n"),
        ("docs/d.md", "# D\n\nPages and their limits.\n"),
    ];
    let chances = judged(&change, &texts);
    assert!(chances[1] > 3.0 * chances[0] && chances[1] > 3.0 * chances[2], "{chances:?}");
    let reading = Reading::of(&change, texts[1].1);
    let found = sections(&change, &reading, &vec![1; 100]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].lines, found[0].heading.as_str()), ((1, 4), "B"));
    let names: Vec<&str> = found[0].terms.iter().map(|(term, _)| change.text(*term)).collect();
    assert_eq!(names, ["retry_limit"]);
}

#[test]
fn a_token_is_known_by_what_the_change_does_with_it() {
    let change = Change::of(&[file(
        "gone_name = 1\nchanged_name = 1\nnear_name = 1\n",
        "changed_name = 2\nnear_name = 1\nnew_name = 1\n",
    )]);
    let reading =
        Reading::of(&change, "gone_name changed_name near_name new_name read_page src/page.py other");
    let uses: Vec<String> = reading
        .terms
        .iter()
        .filter_map(|(term, _)| Some((change.text(*term), change.term_use(*term)?)))
        .map(|(text, used)| {
            format!(
                "{text} {} {} {} {}",
                used.is_gone(),
                used.is_new(),
                used.is_changed(),
                used.is_holder || used.is_path
            )
        })
        .collect();
    for expected in [
        "gone_name true false true false",
        "changed_name false false true false",
        "new_name false true true false",
        "near_name false false false false",
        "read_page false false false true",
        "src/page.py false false false true",
    ] {
        assert!(uses.iter().any(|one| one == expected), "{expected} is not in {uses:?}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_odd(old in any::<String>(), new in any::<String>(), document in any::<String>()) {
        let change = Change::of(&[file(&old, &new)]);
        let reading = Reading::of(&change, &document);
        let lines = u32::try_from(document.lines().count().max(1)).unwrap_or(u32::MAX);
        for section in sections(&change, &reading, &[]) {
            prop_assert!(section.lines.0 >= 1 && section.lines.0 <= section.lines.1 && section.lines.1 <= lines);
        }
        let chances = judged(&change, &[("README.md", &document), ("docs/a.md", &old)]);
        prop_assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
    }
}

#[test]
fn a_document_that_lists_the_others_lacks_what_came_to_the_list() {
    let variants = "pub enum Colour {\n    /// Red.\n    Crimson,\n    Azure,\n    Emerald,\nNEW}\n";
    let options = "parser.add(\"--quiet\")\nparser.add(\"--level\")\nNEWparser.add(\"--format\")\n";
    let routes = "get '/orders/open', to: 'orders#open'\n\nget '/orders/late', to: 'orders#late'\nget '/orders/paid', to: 'orders#paid'\nNEW";
    let table = "LIMITS = {\n    'small_box': 3,\n    'large_box': 9,\n    'crate_box': 12,\nNEW}\n";
    let calls = "open_door(key)\nclose_door(key)\nlock_door(key)\nNEW";
    let section = |names: &str| format!("# A\n\nText.\n\n## List\n\n{names}\n\n## Other\n\nCrimson.\n");
    type Case<'a> = (&'a str, &'a str, &'a str, String, Option<(&'a str, u32)>);
    let cases: [Case<'_>; 9] = [
        ("a variant", variants, "    Ochre,\n", section("Crimson, Azure,\nEmerald"), Some(("Ochre", 8))),
        ("a variant that it has", variants, "    Ochre,\n", section("Crimson, Azure, Emerald, Ochre"), None),
        ("few of them", variants, "    Ochre,\n", section("Crimson and Azure"), None),
        (
            "an option",
            options,
            "parser.add(\"--colour\")\n",
            section("`--quiet`, `--level`, `--format`"),
            Some(("--colour", 7)),
        ),
        (
            "a route",
            routes,
            "get '/orders/lost', to: 'orders#lost'\n",
            section("- GET /orders/open\n- GET /orders/late\n- GET /orders/paid"),
            Some(("orders/lost", 9)),
        ),
        (
            "a key",
            table,
            "    'giant_box': 99,\n",
            section("| small_box | 3 |\n| large_box | 9 |\n| crate_box | 12 |"),
            Some(("giant_box", 9)),
        ),
        ("a call", calls, "paint_door(key)\n", section("open_door, then close_door"), None),
        (
            "in other sections",
            variants,
            "    Ochre,\n",
            "# A\n\nCrimson\n\n# B\n\nAzure\n\n# C\n\nEmerald\n".to_owned(),
            None,
        ),
        ("another kind of line", variants, "    Ochre(u8),\n", section("Crimson, Azure, Emerald"), None),
    ];
    for (what, code, new, document, expected) in cases {
        let (before, after) = (code.replace("NEW", ""), code.replace("NEW", new));
        let change = Change::of(&[file(&before, &after)]);
        let found = missing(&change, &Reading::of(&change, &document));
        let found: Vec<(&str, u32)> = found.iter().map(|one| (one.name.as_str(), one.line)).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{what}");
    }
}

#[test]
fn an_option_that_is_passed_on_is_no_literal_of_the_project() {
    for (line, expected) in [("parser.add(\"--drop\")\n", true), ("    \"--drop\",\n", false)] {
        let change = Change::of(&[file(&format!("kept = 1\n{line}"), "kept = 1\n")]);
        let reading = Reading::of(&change, "mongoimport --drop\n");
        let mut options = reading.terms.iter().filter(|(term, _)| change.text(*term) == "--drop");
        let used = options.next().and_then(|(term, _)| change.term_use(*term));
        assert_eq!(used.map(|used| (used.is_gone(), used.is_literal)), Some((true, expected)), "{line}");
    }
}
