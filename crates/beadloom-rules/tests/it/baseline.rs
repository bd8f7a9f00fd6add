//! Which findings a baseline knows, by their content.

use std::slice::from_ref;

use beadloom_model::Code;
use beadloom_model::answers::{Severity, Violation};
use beadloom_rules::Baseline;
use proptest::prelude::*;

/// A forbidden import.
fn import(file: &str, specifier: &str) -> Violation {
    Violation {
        rule: "apart".to_owned(),
        severity: Severity::Error,
        rule_type: "deny".to_owned(),
        file_path: Some(file.to_owned()),
        line_number: Some(3),
        from_ref_id: Some("a".to_owned()),
        to_ref_id: Some("b".to_owned()),
        specifier: Some(specifier.to_owned()),
        members: Vec::new(),
        message: "`a` must not import `b`".to_owned(),
        suggestion: String::new(),
    }
}

fn cycle(members: &[&str]) -> Violation {
    Violation {
        rule_type: "forbid_cycles".to_owned(),
        from_ref_id: members.first().map(|first| (*first).to_owned()),
        to_ref_id: None,
        specifier: None,
        members: members.iter().map(|member| (*member).to_owned()).collect(),
        ..import("graph.yml", "")
    }
}

/// Whether each is known, and how many known ones are fixed.
fn compared(before: &[Violation], after: &[Violation], gone: &str) -> (Vec<bool>, u64) {
    let compared = Baseline::of(before).compare(after, |path| path != gone);
    (compared.known, compared.fixed.count())
}

#[test]
fn equal_findings_are_counted() {
    let one = || import("src/a.py", "b");
    assert_eq!(compared(&[one()], &[one(), one()], ""), (vec![true, false], 0));
    assert_eq!(compared(&[one(), one()], &[one()], ""), (vec![true], 1));
    assert_eq!(compared(&[one()], &[import("src/a.py", "b.c")], ""), (vec![false], 1));
}

#[test]
fn a_file_that_moved_takes_its_findings_along() {
    let (old, new) = (import("src/a.py", "../b"), import("src/deep/a.py", "../../b"));
    assert_eq!(compared(from_ref(&old), from_ref(&new), "src/a.py"), (vec![true], 0));
    assert_eq!(compared(from_ref(&old), &[new.clone(), new.clone()], "src/a.py"), (vec![true, false], 0));
    assert_eq!(compared(&[old], &[new], ""), (vec![false], 1), "the first file is still there");
}

#[test]
fn a_cycle_is_known_until_something_joins_it() {
    let was = cycle(&["a", "b", "c"]);
    for (now, known) in
        [(cycle(&["c", "b", "a"]), true), (cycle(&["a", "b"]), true), (cycle(&["a", "b", "c", "d"]), false)]
    {
        assert_eq!(compared(from_ref(&was), &[now], ""), (vec![known], u64::from(!known)));
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let entry = "{\"rule\":\"r\",\"type\":\"deny\"}";
    for (text, line, says) in [
        ("", 1, "empty"),
        ("{\"version\":2}\n", 1, "version 2"),
        (entry, 1, "first line"),
        ("{\"version\":1}\n<<<<<<< HEAD\n", 2, "merge conflict"),
        ("<<<<<<< HEAD\n{\"version\":1}\n", 1, "merge conflict"),
        ("{\"version\":1}\n\n{\"rule\":\"r\"}\n", 3, "missing field `type`"),
        ("{\"version\":1}\n{\"rule\":\"r\",\"type\":\"deny\",\"line\":3}\n", 2, "unknown field `line`"),
        ("{\"version\":1}\n{\"rule\":\"r\",\"type\":\"deny\",\"count\":0}\n", 2, "`count` is 0"),
    ] {
        let finding = Baseline::read(text).expect_err(text);
        assert_eq!((finding.code, finding.line), (Code::BadBaseline, Some(line)), "{text}");
        assert!(finding.message.contains(says), "{}", finding.message);
    }
    let twice = format!("\u{feff}{{\"version\":1}}\r\n{entry}\r\n{entry}\r\n");
    assert_eq!(Baseline::read(&twice).map(|read| read.count()), Ok(1), "a merge may keep both sides");
}

proptest! {
    #[test]
    fn what_is_written_is_known_whatever_its_lines_and_order(
        found in prop::collection::vec((0..4_u8, 0..4_u8, any::<bool>()), 0..20),
        line in 1..1_000_u32,
    ) {
        let mut found: Vec<Violation> = found
            .iter()
            .map(|(file, to, is_cycle)| match is_cycle {
                true => cycle(&[&format!("n{file}"), &format!("n{to}\"\u{2028}\\")]),
                false => import(&format!("src/{file}.py"), &format!("b{to}")),
            })
            .collect();
        let text = Baseline::of(&found).render();
        let read = Baseline::read(&text).expect("it reads what it writes");
        prop_assert_eq!(read.render(), text);
        found.reverse();
        for one in &mut found {
            one.line_number = Some(line);
            one.message.push_str(" in other words");
        }
        let compared = read.compare(&found, |_| true);
        prop_assert!(compared.known.iter().all(|known| *known));
        prop_assert_eq!(compared.fixed.count(), 0);
    }
}
