//! What is kept of commits, and what they say.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use beadloom_history::{Commit, MAX_COMMITS, MAX_FILES, Packed, Past, cleaned, subject};
use proptest::prelude::*;

const DAY: i64 = 86_400;

fn commit(number: u32, days: i64, message: &str, files: &[&str]) -> Commit {
    let files = files.iter().map(|file| (*file).to_owned()).collect();
    Commit::new(&format!("{number:040x}"), days * DAY, message, files).unwrap()
}

#[test]
fn nothing_personal_is_kept() {
    for (message, kept) in [
        ("Round the tax\n\nSigned-off-by: Jo Doe <jo@example.org>\nReviewed-By: X", "Round the tax"),
        ("Round\nCo-authored-by: Jo Doe <jo@example.org>\nChange-Id: I12\nCc: all", "Round"),
        ("Fixed #12 -- Rounded the tax. Thanks Jo Doe for the report.", "Fixed #12 -- Rounded the tax."),
        ("Round (reported by Jo Doe) the tax", "Round () the tax"),
        ("Thank you J. Doe. It rounds now", ". It rounds now"),
        (
            "Ask jo@example.org or <mailto:jo@example.org> or @jo-doe, not `@cached`",
            "Ask or or not `@cached`",
        ),
        ("Use @app/core and email@ as they are", "Use @app/core and email@ as they are"),
        ("Author: Jo Doe\nfeat: add the fee", "feat: add the fee"),
        ("feat(tax)!: keep thanksgiving", "feat(tax)!: keep thanksgiving"),
    ] {
        assert_eq!(cleaned(message), kept, "{message}");
    }
}

#[test]
fn what_would_act_on_a_terminal_is_gone() {
    let message = "a\u{1b}[31mb\u{7}\u{202e}c\u{9b}d\r\ne\0f";
    assert!(cleaned(message).chars().all(|c| c == '\n' || !c.is_control()), "{:?}", cleaned(message));
    assert!(!cleaned(message).contains('\u{202e}'));
    let long = "wort ".repeat(2 << 20);
    assert!(cleaned(&long).len() <= 16 << 10);
    assert!(subject(&cleaned(&long)).chars().count() <= 161);
}

#[test]
fn too_many_files_or_none_say_nothing_but_the_commit_is_known() {
    let many: Vec<String> = (0..=MAX_FILES).map(|n| format!("{n}.py")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for files in [&many[..], &[]] {
        let past = Past::of(vec![commit(1, 1, "move everything", files)]);
        assert_eq!((past.len(), past.commits()[0].files.len(), past.commits()[0].terms.len()), (1, 0, 0));
    }
    assert!(Commit::new("no id", 0, "", Vec::new()).is_none());
}

fn shop() -> Past {
    Past::of(vec![
        commit(1, 10, "Round the tax of an order", &["tax/round.py", "order.py", "tests/test_tax.py"]),
        commit(2, 400, "Round taxes half up", &["tax/round.py"]),
        commit(3, 401, "Send the mail of an order", &["mail.py", "order.py"]),
        commit(4, 402, "Describe the project", &["README.md"]),
        commit(5, 403, "Mail the order once more", &["mail.py", "order.py", "queue.py"]),
    ])
}

#[test]
fn commits_that_are_like_a_text_vote_for_their_files() {
    let past = shop();
    let votes = past.votes(&[("round", 1.0), ("tax", 1.0)], &|path| !path.starts_with("tests/"));
    let mut ranked: Vec<(&str, f64)> = votes.iter().map(|(path, votes)| (*path, votes.sum)).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    assert_eq!(ranked.iter().map(|(path, _)| *path).collect::<Vec<_>>(), ["tax/round.py", "order.py"]);
    assert_eq!(votes["tax/round.py"].commits, 2);
    assert!(votes["order.py"].best < votes["tax/round.py"].best);
    assert_eq!(past.votes(&[("nothing", 1.0)], &|_| true).len(), 0);
    let alike = past.alike(&[("round", 1.0), ("tax", 1.0)], 9);
    assert_eq!((alike.len(), alike[0].subject), (2, "Round the tax of an order"), "it has fewer other terms");
    assert!(alike[0].likeness > 0.9 && alike[1].likeness > 0.5, "{alike:?}");
    let some = past.alike(&[("round", 1.0), ("tax", 1.0), ("kitchen", 1.0), ("sink", 1.0)], 1);
    assert!(some[0].likeness < 0.5, "what no message says counts as much as what is rare: {some:?}");
    assert_eq!(past.alike(&[], 9).len(), 0);
}

#[test]
fn files_change_together_lately_and_often() {
    let past = shop();
    let found = past.together(&|path| path == "order.py", &|path| !path.starts_with("tests/"));
    let said: Vec<(&str, u32, u32)> = found.iter().map(|one| (one.path, one.commits, one.of)).collect();
    assert_eq!(said, [("mail.py", 2, 2), ("queue.py", 1, 1), ("tax/round.py", 1, 2)]);
    assert!((found[0].lift - 5.0 / 3.0).abs() < 1e-9, "in two of three, where two of five would be chance");
    assert_eq!(past.together(&|path| path.starts_with("tax/"), &|_| true).len(), 2);
    assert!(past.together(&|_| false, &|_| true).is_empty());
    let touched = past.touched("order.py");
    assert_eq!((touched.commits, touched.last), (3, 403 * DAY));
    assert!(touched.weight > 2.7 && touched.weight < 3.0, "{touched:?}");
    assert_eq!(past.touched("gone.py").commits, 0);
}

#[test]
fn files_go_with_those_that_are_likely_changed() {
    let past = shop();
    let found = past.beside(&[("mail.py", 0.8), ("tax/round.py", 0.5), ("gone.py", 1.0)]);
    let said: Vec<(&str, &str, u32, u32)> =
        found.iter().map(|one| (one.path, one.with, one.commits, one.of)).collect();
    assert_eq!(
        said,
        [
            ("order.py", "mail.py", 2, 2),
            ("queue.py", "mail.py", 1, 2),
            ("tests/test_tax.py", "tax/round.py", 1, 2)
        ]
    );
    // Two of the two commits of one, and one of the two of the other, each with two more in doubt.
    let chance = 1.0 - (1.0 - 0.8 * 0.5) * (1.0 - 0.5 * 0.25);
    assert!((found[0].chance - chance).abs() < 1e-9, "{found:?}");
    assert!(past.beside(&[]).is_empty());
}

#[test]
fn the_newest_stay() {
    let count = u32::try_from(MAX_COMMITS).unwrap() + 5;
    let past = Past::of((0..count).map(|n| commit(n, i64::from(n), "x", &["a.py"])).collect());
    assert_eq!((past.len(), past.commits()[0].time), (MAX_COMMITS, i64::from(count - 1) * DAY));
}

#[test]
fn bytes_that_were_not_packed_are_none() {
    let packed = shop().pack();
    assert!(Packed::default().unpack().is_none());
    for cut in 0..packed.commits.len() {
        let commits = packed.commits[..cut].to_vec();
        assert!(Packed { commits, ..packed.clone() }.unpack().is_none(), "{cut}");
    }
    for at in 0..packed.commits.len() {
        let mut commits = packed.commits.clone();
        commits[at] ^= 0x55;
        // Whatever it says, it says something that can be asked.
        if let Some(past) = (Packed { commits, ..packed.clone() }).unpack() {
            past.votes(&[("tax", 1.0)], &|_| true);
            past.together(&|_| true, &|_| true);
        }
    }
    assert!(Packed { terms: packed.terms[1..].to_vec(), ..packed.clone() }.unpack().is_none());
    assert!(Packed { paths: Vec::new(), ..packed }.unpack().is_none());
}

fn commits() -> impl Strategy<Value = Vec<Commit>> {
    let one =
        (0u32..40, -5i64..900, "[a-z @:.é\u{1b}\n]{0,40}", prop::collection::vec("[ab]/[a-d]{1,3}", 0..5));
    let commits = prop::collection::vec(one, 0..30);
    commits.prop_map(|all| {
        let mut seen = std::collections::BTreeSet::new();
        let new = all.into_iter().filter(|(number, ..)| seen.insert(*number));
        new.filter_map(|(number, days, message, files)| {
            Commit::new(&format!("{number:040x}"), days * DAY, &message, files)
        })
        .collect()
    })
}

proptest! {
    #[test]
    fn packed_is_unpacked(commits in commits()) {
        let past = Past::of(commits);
        prop_assert_eq!(past.pack().unpack().unwrap(), past);
    }

    #[test]
    fn step_by_step_is_at_once(commits in commits(), cut in 0usize..30) {
        let fresh = Past::of(commits.clone());
        let cut = cut.min(commits.len());
        let first = Past::of(commits[..cut].to_vec()).pack().unpack().unwrap();
        let mut all = first.commits();
        all.extend(commits[cut..].iter().rev().cloned());
        prop_assert_eq!(Past::of(all).pack(), fresh.pack());
    }
}
