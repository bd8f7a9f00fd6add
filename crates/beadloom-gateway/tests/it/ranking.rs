use beadloom_gateway::{Calibration, Catalogue, Hasher, Learned, Pair, Parts, Reader, rank};
use proptest::prelude::*;

use crate::support::{TOOLS, catalogue};

fn found(catalogue: &Catalogue, learned: &Learned, reader: &mut Reader, query: &str) -> Vec<String> {
    let asked = reader.ask(query);
    let ranked = rank(catalogue, learned, &asked, None, Parts::ALL, &|_| true).found;
    ranked.iter().map(|one| catalogue.name(one.number).to_owned()).collect()
}

fn pair(catalogue: &Catalogue, reader: &mut Reader, (query, server, name): (&str, &str, &str)) -> Pair {
    let asked = reader.ask(query);
    Pair {
        tool: catalogue.number(server, name).unwrap(),
        terms: asked.terms().map(Into::into).collect(),
        vector: asked.vector().map(<[f32]>::to_vec),
        by_model: None,
        confidence: 1.0,
    }
}

#[test]
fn definitions_are_found_by_name_text_and_near_spelling() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let nothing = Learned::new(&tools, None, Parts::ALL);
    for (query, expected) in [
        ("read a file", "read_file"),
        ("who changed this line", "blame"),
        ("will it rain, what about the wind now", "current"),
        ("appointments", "add_event"),
        ("committ", "commit"),
        ("readfile", "read_file"),
    ] {
        assert_eq!(found(&tools, &nothing, &mut reader, query).first().unwrap(), expected, "{query}");
    }
    // Nothing fits, and all are there all the same, in a stated order.
    let all = found(&tools, &nothing, &mut reader, "qqqq zzzz");
    assert_eq!(all.len(), TOOLS.len());
    assert_eq!(all.first().unwrap(), "add_event");
}

#[test]
fn only_what_may_be_found_is() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let nothing = Learned::new(&tools, None, Parts::ALL);
    let asked = reader.ask("file");
    let ranked =
        rank(&tools, &nothing, &asked, None, Parts::ALL, &|number| tools.server(number) == "git").found;
    assert_eq!(ranked.len(), 3);
    assert_eq!(tools.name(ranked.first().unwrap().number), "blame");
}

#[test]
fn what_the_client_works_on_counts_less_than_what_it_asks_for() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let nothing = Learned::new(&tools, None, Parts::ALL);
    let first = |query: &str, context: &str, reader: &mut Reader| {
        let (asked, context) = (reader.ask(query), reader.ask(context));
        let ranked = rank(&tools, &nothing, &asked, Some(&context), Parts::ALL, &|_| true).found;
        tools.server(ranked.first().unwrap().number).to_owned()
    };
    assert_eq!(first("search", "messages from the boss", &mut reader), "mail");
    assert_eq!(first("read a file", "messages from the boss", &mut reader), "files");
    // Both are about a place.
    assert_eq!(first("at a place", "temperature", &mut reader), "weather");
}

#[test]
fn a_query_that_led_to_a_tool_finds_it_and_others_stay() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let mut learned = Learned::new(&tools, None, Parts::ALL);
    assert_ne!(found(&tools, &learned, &mut reader, "umbrella or sunglasses").first().unwrap(), "forecast");
    for query in ["do I need an umbrella", "sunglasses or umbrella tomorrow", "umbrella for the trip"] {
        let one = pair(&tools, &mut reader, (query, "weather", "forecast"));
        learned.add(&tools, &one);
    }
    assert_eq!(found(&tools, &learned, &mut reader, "umbrella or sunglasses").first().unwrap(), "forecast");
    // Tools that nothing was learned of keep a place by what they say of themselves.
    let first: Vec<String> =
        found(&tools, &learned, &mut reader, "who changed this line").into_iter().take(5).collect();
    assert!(first.contains(&"blame".to_owned()), "{first:?}");
}

#[test]
fn a_tool_that_is_called_all_the_time_is_not_first_for_everything() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let mut learned = Learned::new(&tools, None, Parts::ALL);
    for number in 0..300 {
        let query = format!("read the file number{number}");
        let one = pair(&tools, &mut reader, (&query, "files", "read_file"));
        learned.add(&tools, &one);
    }
    for (query, expected) in [("send a message", "send"), ("weather of the next days", "forecast")] {
        assert_eq!(found(&tools, &learned, &mut reader, query).first().unwrap(), expected, "{query}");
    }
}

#[test]
fn hashed_words_teach_as_words_do() {
    let mut reader = Reader::new(Vec::new());
    let tools = catalogue(&mut reader, TOOLS);
    let hash =
        |word: &str| format!("#{:x}", word.bytes().fold(7_u64, |sum, byte| sum * 31 + u64::from(byte)));
    let hasher: Hasher = Box::new(hash);
    let mut plain = Learned::new(&tools, None, Parts::ALL);
    let mut hashed = Learned::new(&tools, Some(hasher), Parts::ALL);
    for query in ["do I need an umbrella", "weather for a file of umbrellas"] {
        let mut one = pair(&tools, &mut reader, (query, "weather", "forecast"));
        plain.add(&tools, &one);
        one.terms = one.terms.iter().map(|term| hash(term).into()).collect();
        hashed.add(&tools, &one);
    }
    for query in ["umbrella", "file", "umbrella in the file", "nothing of it"] {
        let [one, other] = [&plain, &hashed].map(|learned| found(&tools, learned, &mut reader, query));
        assert_eq!(one, other, "{query}");
    }
}

#[test]
fn what_use_is_sure_of_stays_before_tools_that_nothing_is_known_of() {
    let mut reader = Reader::new(Vec::new());
    let names: Vec<String> = (0..40).map(|number| format!("tool{number}")).collect();
    let same: Vec<_> = names.iter().map(|name| ("work", name.as_str(), "Does the work.")).collect();
    let tools = catalogue(&mut reader, &same);
    let mut learned = Learned::new(&tools, None, Parts::ALL);
    for query in ["umbrella and drizzle", "drizzle in case 7", "an umbrella in the sunshine"] {
        learned.add(&tools, &pair(&tools, &mut reader, (query, "work", "tool33")));
    }
    // Of these words the definitions know none, and the first five of their own ranking are any five.
    assert_eq!(
        found(&tools, &learned, &mut reader, "umbrella and sunshine case 111").first().unwrap(),
        "tool33"
    );
}

proptest! {
    #[test]
    fn the_same_calls_give_the_same_ranking(
        calls in proptest::collection::vec((0_usize..12, "[a-f]{1,3}( [a-f]{1,3}){0,4}"), 0..40),
        query in "[a-f]{1,3}( [a-f]{1,3}){0,3}",
    ) {
        let mut reader = Reader::new(Vec::new());
        let tools = catalogue(&mut reader, TOOLS);
        let mut learned = [Learned::new(&tools, None, Parts::ALL), Learned::new(&tools, None, Parts::ALL)];
        for one in &mut learned {
            // Another maker of terms each time: what it remembers must not show.
            let mut reader = Reader::new(Vec::new());
            for (tool, text) in &calls {
                let asked = reader.ask(text);
                let terms = asked.terms().map(Into::into).collect();
                one.add(&tools, &Pair { tool: *tool as u32, terms, vector: None, by_model: None, confidence: 0.7 });
            }
        }
        let [one, other] = learned.map(|learned| found(&tools, &learned, &mut reader, &query));
        prop_assert_eq!(one.len(), TOOLS.len());
        prop_assert_eq!(one, other);
    }

    #[test]
    fn tools_that_nothing_was_learned_of_keep_the_places_that_their_texts_give_them(
        calls in proptest::collection::vec((0_usize..12, "(file|commit|weather|message|line|place|now)( (folder|text|days|branch|rain)){0,2}"), 1..40),
        query in "(file|commit|weather|message|line|place|now)( (folder|text|days|branch|rain)){0,2}",
    ) {
        let mut reader = Reader::new(Vec::new());
        let tools = catalogue(&mut reader, TOOLS);
        let mut learned = Learned::new(&tools, None, Parts::ALL);
        for (tool, text) in &calls {
            let terms = reader.ask(text).terms().map(Into::into).collect();
            learned.add(&tools, &Pair { tool: *tool as u32, terms, vector: None, by_model: None, confidence: 1.0 });
        }
        let ranking = rank(&tools, &learned, &reader.ask(&query), None, Parts::ALL, &|_| true);
        let mean = ranking.cold.iter().sum::<f32>() / TOOLS.len() as f32;
        let spread = ranking.cold.iter().map(|score| (score - mean).powi(2)).sum::<f32>() / TOOLS.len() as f32;
        let mut by_text: Vec<u32> = (0..TOOLS.len() as u32).collect();
        let of = |number: u32| ranking.cold.get(number as usize).copied().unwrap();
        by_text.sort_by(|a, b| of(*b).total_cmp(&of(*a)).then(a.cmp(b)));
        let first: Vec<u32> = ranking.found.iter().take(5).map(|one| one.number).collect();
        let last = ranking.found.get(4).unwrap().score;
        for number in by_text.iter().take(5).filter(|number| of(**number) > mean + 1.01 * spread.sqrt()) {
            let is_new = calls.iter().all(|(tool, _)| *tool as u32 != *number);
            let own = ranking.found.iter().find(|one| one.number == *number).unwrap().score;
            // Only what is far ahead of it stands before it.
            prop_assert!(!is_new || first.contains(number) || last - own > 6.9, "{number} is not among {first:?}");
        }
        let scores: Vec<f32> = ranking.found.iter().map(|one| one.score).collect();
        prop_assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }

    #[test]
    fn no_query_is_too_odd(query in any::<String>()) {
        let mut reader = Reader::new(Vec::new());
        let tools = catalogue(&mut reader, TOOLS);
        let mut learned = Learned::new(&tools, None, Parts::ALL);
        let one = pair(&tools, &mut reader, (&query, "git", "log"));
        learned.add(&tools, &one);
        prop_assert_eq!(found(&tools, &learned, &mut reader, &query).len(), TOOLS.len());
    }
}

#[test]
fn words_of_vectors_give_the_vector_of_the_query() {
    let mut reader = with_table();
    let known: std::collections::HashSet<String> = reader.vector_words().map(str::to_owned).collect();
    for query in ["show the commits of a branch", "weather tomorrow in qqqzzz", "rain rain"] {
        let asked = reader.ask(query);
        let words: Vec<&str> = asked.terms().filter(|term| known.contains(*term)).collect();
        assert_eq!(reader.vector_of(&words).as_deref(), asked.vector(), "{query}");
    }
}

fn with_table() -> Reader {
    let table = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-embed/data/tools.embedding"));
    Reader::new(vec![std::sync::Arc::new(beadloom_embed::StaticModel::parse(table.unwrap()).unwrap())])
}

/// What people say who use none of the words of the tools.
const ODD: &[&str] = &[
    "do I need a brolly before I nip out",
    "Brauche ich morgen einen Regenschirm",
    "quién tocó esto y cuándo",
    "lock in my handiwork so it sticks",
    "toss what I jotted down",
    "сколько рублей за доллар",
    "今天晚上吃什么",
    "what have I been fiddling with since breakfast",
    "give the old girl a bell",
    "nuke that thing",
    "what now, boss",
    "apunta esto para luego",
];

const ORDINARY: &[&str] = &[
    "what is the weather forecast for the next days",
    "send a message to an address",
    "add an appointment to the calendar",
    "read the content of a file",
    "show the commits of a branch",
];

#[test]
fn a_query_in_odd_words_is_not_sure_of_anything() {
    let mut reader = with_table();
    let catalogue = catalogue(&mut reader, TOOLS);
    let learned = Learned::new(&catalogue, None, Parts::ALL);
    let mut sure = |query: &&&str| {
        let asked = reader.ask(query);
        let ranking = rank(&catalogue, &learned, &asked, None, Parts::ALL, &|_| true);
        Calibration::new(&[]).confidence(&learned.signals(&catalogue, &asked, &ranking)) >= 0.3
    };
    assert_eq!(ODD.iter().filter(&mut sure).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(ORDINARY.iter().filter(&mut sure).count() + 1 >= ORDINARY.len());
}
