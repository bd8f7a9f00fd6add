//! What an arena holds, and that nothing is left of a parse that was given up.

use super::*;
use crate::language::Reading;
use crate::languages::TABLE;

/// What it keeps for the next file.
const MAX_KEPT_BYTES: usize = 8 << 20;

struct Patient;

impl ParseObserver for Patient {
    fn makes_headway(&mut self, _at: usize) -> bool {
        true
    }

    fn may_go_on(&mut self) -> bool {
        true
    }
}

fn grammar(id: &str) -> Watched {
    let language = TABLE.iter().find(|language| language.id.as_str() == id).unwrap();
    let Reading::Tree { grammar, .. } = language.dialects[0].reading else { panic!("{id} has no grammar") };
    Watched::new(grammar).unwrap()
}

/// The tree of a text as an expression, and what it cost.
fn read(arena: &mut Arena, id: &str, text: &str, most: Cost) -> (Result<String, NoTree>, Cost) {
    let session = arena.open(most);
    let tree = session.parse(grammar(id), None, text, Patient);
    let cost = session.cost();
    (tree.map(|tree| tree.root_node().to_sexp()), cost)
}

/// With scanners of all sorts: none, without memory, with stacks that grow.
const GOOD: &[(&str, &str)] = &[
    ("go", "package a\n\nfunc f(a int) int { return a + `raw` }\n"),
    ("javascript", "const a = `x${b}y`;\nfunction f() { return <p>text</p> }\n"),
    ("python", "def f(a):\n    if a:\n        return f\"{a!r:>{b}}\"\n    return \"\"\"c\"\"\"\n"),
    ("ruby", "a = <<~ONE + <<~TWO\n  x #{y}\nONE\n  z\nTWO\nb = %w(a b)\n"),
    ("haskell", "module A where\nf x = do\n  y <- g x\n  pure y\n"),
    ("php", "<?php\n$a = <<<X\n  {$b}\n  X;\nfunction f() {}\n"),
    ("svelte", "<script>let a = 1</script>\n<ul>{#each b as c}<li>{c}</li>{/each}</ul>\n"),
];

#[test]
fn a_parse_may_be_given_up_at_any_point() {
    let mut arena = Arena::new().unwrap();
    for (id, text) in GOOD {
        let (whole, cost) = read(&mut arena, id, text, Cost::UNBOUNDED);
        let whole = whole.unwrap();
        assert!(cost.work > 1000 && cost.bytes >= 64 << 10, "{id}: {cost:?}");
        for step in 0..200 {
            let work = cost.work * step / 200;
            let (tree, spent) = read(&mut arena, id, text, Cost { work, ..Cost::UNBOUNDED });
            assert_eq!(tree, Err(NoTree::TooCostly), "{id}: {work} of {}", cost.work);
            assert!(spent.work > work, "{id}");
            assert!(!arena.left().1, "{id}: the scanner is left");
        }
        // As much as it takes is enough, and the one before leaves nothing behind.
        assert_eq!(read(&mut arena, id, text, cost), (Ok(whole), cost), "{id}");
    }
}

#[test]
fn memory_is_bounded_and_given_back() {
    let mut arena = Arena::new().unwrap();
    assert_eq!(arena.left(), (0, false));
    let (text, costly) = (GOOD[2].1.repeat(6000), "a => ".repeat(8000));
    let (_, cost) = read(&mut arena, "python", &text, Cost::UNBOUNDED);
    assert!(cost.bytes > MAX_KEPT_BYTES, "{cost:?}");
    assert!(arena.left().0 <= MAX_KEPT_BYTES);
    for bytes in [0, 1 << 10, 100 << 10, 1 << 20, 6 << 20] {
        for (id, text) in [("python", &text), ("java", &costly)] {
            let (tree, spent) = read(&mut arena, id, text, Cost { bytes, ..Cost::UNBOUNDED });
            assert_eq!(tree, Err(NoTree::TooCostly), "{id}: {bytes}");
            assert!(spent.bytes <= bytes, "{id}: {spent:?}");
            assert!(arena.left().0 <= MAX_KEPT_BYTES && !arena.left().1, "{id}: {bytes}");
        }
    }
    let (tree, again) = read(&mut arena, "python", &text, cost);
    assert!(tree.is_ok());
    assert_eq!(again, cost);
}

#[test]
fn who_is_asked_may_say_no_at_any_time() {
    struct Impatient(u32);
    impl ParseObserver for Impatient {
        fn makes_headway(&mut self, _at: usize) -> bool {
            self.may_go_on()
        }

        fn may_go_on(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 > 0
        }
    }
    let mut arena = Arena::new().unwrap();
    for (id, text) in GOOD {
        let text = text.repeat(100);
        for patience in 0..10 {
            let session = arena.open(Cost::UNBOUNDED);
            let tree = session.parse(grammar(id), None, &text, Impatient(patience));
            assert_eq!(tree.err(), Some(NoTree::Stopped), "{id}: {patience}");
            drop(session);
            assert!(!arena.left().1, "{id}: the scanner is left");
        }
    }
}

#[test]
fn every_thread_counts_the_same() {
    let costs = |_| {
        let mut arena = Arena::new().unwrap();
        let most = Cost { bytes: 4 << 20, work: 10_000_000 };
        let texts = ["a => ", "%w(", "<a "].map(|unit| unit.repeat(20_000 / unit.len()));
        ["java", "rust", "csharp"].map(|id| texts.clone().map(|text| read(&mut arena, id, &text, most)))
    };
    let alone = costs(0);
    let threads: Vec<_> = (0..4).map(|thread| std::thread::spawn(move || costs(thread))).collect();
    for thread in threads {
        assert!(thread.join().unwrap() == alone);
    }
}
