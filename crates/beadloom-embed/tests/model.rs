//! Tables: written, read, refused; and the vectors that they give.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use beadloom_embed::{StaticModel, TableError, TableTerm, Text, Unwritable, write_table};
use proptest::prelude::*;

fn term(term: &str, vector: &[f32]) -> TableTerm {
    let mut numbers = vector.to_vec();
    numbers.resize(64, 0.0);
    TableTerm { term: term.to_owned(), query_weight: 1.0, code_weight: 0.5, vector: numbers }
}

fn small() -> Vec<u8> {
    let terms = vec![term("pool", &[1.0, 0.0]), term("connect", &[0.0, 2.0]), term("dead", &[0.0; 2])];
    write_table(64, terms).unwrap()
}

#[test]
fn a_vector_is_the_weighted_sum_of_its_terms() {
    let model = StaticModel::parse(small()).unwrap();
    assert_eq!((model.len(), model.dimensions()), (3, 64));
    let near = |vector: Option<Vec<f32>>, expected: [f32; 2]| {
        let vector = vector.unwrap();
        assert_eq!(vector.len(), 64);
        let norm = expected.iter().map(|x| x * x).sum::<f32>().sqrt();
        assert!(vector.iter().zip(expected).all(|(x, y)| (x - y / norm).abs() < 1e-5), "{vector:?}");
        assert!(vector.iter().skip(2).all(|x| *x == 0.0));
    };
    near(model.embed_query(["pool"]), [1.0, 0.0]);
    near(model.embed_query(["pool", "unknown", "connect"]), [1.0, 2.0]);
    near(model.embed_query(["connect", "pool", "pool"]), [1.0 + 2.0_f32.ln(), 2.0]);
    near(model.embed_code([("pool", 3.0), ("connect", 1.0)]), [1.0 + 3.0_f32.ln(), 2.0]);
    near(model.embed_code([("pool", 1.0), ("connect", 1.0), ("pool", 2.0)]), [1.0 + 3.0_f32.ln(), 2.0]);
    near(model.embed_code([("pool", 0.5), ("connect", f32::NAN)]), [1.0, 0.0]);
    for unknown in [&["unknown"][..], &[], &["dead"], &[""]] {
        assert_eq!(model.embed_query(unknown.iter().copied()), None, "{unknown:?}");
    }
}

#[test]
fn weights_are_those_of_the_side() {
    let mut heavy = term("heavy", &[1.0, 0.0]);
    heavy.query_weight = 0.0;
    let model =
        StaticModel::parse(write_table(64, vec![heavy, term("light", &[0.0, 1.0])]).unwrap()).unwrap();
    let query = model.embed(Text::Query, [("heavy", 1.0), ("light", 1.0)]).unwrap();
    let code = model.embed(Text::Code, [("heavy", 1.0), ("light", 1.0)]).unwrap();
    assert_eq!(query.first(), Some(&0.0));
    assert!((code.first().unwrap() - code.get(1).unwrap()).abs() < 1e-6);
}

#[test]
fn the_same_terms_give_the_same_file_and_another_term_another_fingerprint() {
    let one = vec![term("a1", &[1.0]), term("b1", &[2.0])];
    let turned: Vec<_> = one.iter().rev().cloned().collect();
    assert_eq!(write_table(64, one.clone()), write_table(64, turned));
    let fingerprint = |terms| StaticModel::parse(write_table(64, terms).unwrap()).unwrap().fingerprint();
    assert_ne!(fingerprint(one), fingerprint(vec![term("a1", &[1.0]), term("b2", &[2.0])]));
}

#[test]
fn what_is_no_table_is_refused() {
    let good = small();
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        *bytes.get_mut(at).unwrap() = byte;
        bytes
    };
    type Expected = fn(&TableError) -> bool;
    let cases: Vec<(&str, Vec<u8>, Expected)> = vec![
        ("nothing", vec![], |error| matches!(error, TableError::NotATable)),
        ("text", b"a text of more than thirty-two bytes, which is no table".to_vec(), |error| {
            matches!(error, TableError::NotATable)
        }),
        ("another version", with(7, b'9'), |error| matches!(error, TableError::NotATable)),
        ("no terms", with(8, 0), |error| matches!(error, TableError::ImpossibleSizes { terms: 0, .. })),
        ("65 dimensions", with(12, 65), |error| {
            matches!(error, TableError::ImpossibleSizes { dimensions: 65, .. })
        }),
        ("7 slots", with(16, 7), |error| matches!(error, TableError::ImpossibleSizes { slots: 7, .. })),
        ("more text", with(23, 255), |error| matches!(error, TableError::WrongLength { .. })),
        ("cut off", good.split_last().unwrap().1.to_vec(), |error| {
            matches!(error, TableError::WrongLength { .. })
        }),
        ("one byte more", [&good[..], &[0]].concat(), |error| {
            matches!(error, TableError::WrongLength { .. })
        }),
        ("a flipped bit", with(100, good.get(100).unwrap() ^ 1), |error| {
            matches!(error, TableError::Damaged)
        }),
    ];
    for (what, bytes, expected) in cases {
        let error = StaticModel::parse(bytes).unwrap_err();
        assert!(expected(&error), "{what}: {error}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn terms_that_do_not_fit_are_not_written() {
    let nan = TableTerm { query_weight: f32::NAN, ..term("nan", &[1.0]) };
    let endless = TableTerm { vector: vec![f32::INFINITY; 64], ..term("endless", &[]) };
    let short = TableTerm { vector: vec![0.0; 63], ..term("short", &[]) };
    let negative = TableTerm { code_weight: -1.0, ..term("negative", &[1.0]) };
    for bad in [nan, endless, short, negative] {
        let name = bad.term.clone();
        assert_eq!(write_table(64, vec![bad, term("good", &[1.0])]), Err(Unwritable::Term(name)));
    }
    assert_eq!(write_table(64, vec![]), Err(Unwritable::Terms(0)));
    assert_eq!(write_table(96, vec![term("a1", &[])]), Err(Unwritable::Dimensions(96)));
    assert_eq!(
        write_table(64, vec![term("twice", &[1.0]), term("twice", &[2.0])]),
        Err(Unwritable::Term("twice".to_owned()))
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = StaticModel::parse(bytes);
    }

    #[test]
    fn any_damage_is_noticed(at in 0_usize..400, change in 1_u8..) {
        let mut bytes = small();
        let at = at % bytes.len();
        bytes[at] ^= change;
        prop_assert!(StaticModel::parse(bytes).is_err());
    }

    #[test]
    fn every_written_term_is_found(words in prop::collection::btree_set("[a-zäß0-9]{1,12}", 1..300)) {
        let terms = words.iter().map(|word| term(word, &[1.0])).collect();
        let model = StaticModel::parse(write_table(64, terms).unwrap()).unwrap();
        for word in &words {
            prop_assert!(model.id(word).is_some());
            let other = format!("{word}!");
            prop_assert!(model.id(&other).is_none());
        }
    }

    #[test]
    fn the_order_of_terms_does_not_matter(mut terms in prop::collection::vec(("[a-c]{1,2}", 0.1_f32..9.0), 1..40)) {
        let all = ["a", "b", "c", "aa", "ab", "ac", "ba", "bb"];
        let table = all.iter().zip(0_u8..).map(|(word, n)| term(word, &[f32::from(n), 1.0, -3.0])).collect();
        let model = StaticModel::parse(write_table(64, table).unwrap()).unwrap();
        let embed = |terms: &[(String, f32)]| model.embed_code(terms.iter().map(|(term, count)| (term.as_str(), *count)));
        let before = embed(&terms);
        terms.reverse();
        prop_assert_eq!(before, embed(&terms));
    }
}
