use std::sync::Arc;

use beadloom_embed::{StaticModel, TableTerm, write_table};
use beadloom_gateway::{Learned, Parts, Reader, rank};

use crate::support::catalogue;

/// Tools, each with a word for a name and another one for a description.
const COUNT: usize = 16;

fn word(first: char, number: usize) -> String {
    let letter = char::from(b'a' + number as u8);
    format!("{first}{letter}{letter}")
}

/// A table in which descriptions are apart, a name is near the description of the tool `shift` behind its own, and the word `qqq` near
/// the description of the tool `asked`.
fn table(shift: usize, asked: usize) -> Arc<StaticModel> {
    let term = |term: String, near: usize| {
        let mut vector = vec![0.0; 64];
        *vector.get_mut(near % COUNT).unwrap() = 1.0;
        TableTerm { term, query_weight: 1.0, code_weight: 1.0, vector }
    };
    let mut terms = vec![term("qqq".to_owned(), asked)];
    for number in 0..COUNT {
        terms.push(term(word('n', number), number + shift));
        terms.push(term(word('d', number), number));
    }
    Arc::new(StaticModel::parse(write_table(64, terms).unwrap()).unwrap())
}

fn first(tables: Vec<Arc<StaticModel>>) -> String {
    let mut reader = Reader::new(tables);
    let words: Vec<(String, String)> =
        (0..COUNT).map(|number| (word('n', number), word('d', number))).collect();
    let tools: Vec<_> = words.iter().map(|(name, text)| ("server", name.as_str(), text.as_str())).collect();
    let tools = catalogue(&mut reader, &tools);
    let asked = reader.ask("qqq");
    let nothing = Learned::new(&tools, None, Parts::ALL);
    let found = rank(&tools, &nothing, &asked, None, Parts::ALL, &|_| true).found;
    tools.name(found.first().unwrap().number).to_owned()
}

#[test]
fn the_table_counts_more_that_finds_descriptions_by_names() {
    let (knowing, other) = (table(0, 2), table(5, 9));
    assert_eq!(first(vec![knowing.clone()]), word('n', 2));
    // By its name, which that table takes for what describes another tool.
    assert_eq!(first(vec![other.clone()]), word('n', 4));
    assert_eq!(first(vec![knowing.clone(), other.clone()]), word('n', 2));
    assert_eq!(first(vec![other, knowing]), word('n', 2));
}
