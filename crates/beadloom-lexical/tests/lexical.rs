//! From text to scores, against plain ways to do the same.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use beadloom_lexical::{
    Block, Chunk, ChunkNorms, FileTerms, MAX_CHUNK_CHARS, Of, Postings, Scorer, TermCounter, cut,
    each_posting, entries, find, mark, merge, pack_chunks, unpack_chunks,
};
use beadloom_model::{Annotations, SymbolFacts, SymbolKind};
use proptest::prelude::*;

fn symbol(qualified: &str, first: u32, last: u32) -> SymbolFacts {
    SymbolFacts {
        symbol_name: qualified.rsplit('.').next().unwrap_or(qualified).to_owned(),
        qualified_name: qualified.to_owned(),
        kind: SymbolKind::Function,
        form: "function".to_owned(),
        line_start: first,
        line_end: last,
        signature: String::new(),
        summary: None,
        exported: true,
        part: false,
        annotations: Annotations::new(),
        signature_hash: [0; 16],
        body_hash: [0; 16],
    }
}

/// Lines of 40 characters.
fn body(lines: usize) -> String {
    "    value = compute(value, other_value) # \n".repeat(lines)
}

fn lines_of(chunks: &[Chunk]) -> Vec<(u32, u32)> {
    chunks.iter().map(|chunk| (chunk.first, chunk.last)).collect()
}

#[test]
fn chunks_follow_definitions() {
    let text = format!("import os\n\n# Pays.\ndef pay():\n{}\n\ndef refund():\n{}", body(15), body(15));
    let symbols = [symbol("pay", 4, 19), symbol("refund", 22, 37)];
    // The comment belongs to what it stands above; the import is too little to stand alone.
    assert_eq!(lines_of(&cut(&text, &symbols)), [(1, 19), (22, 37)]);
}

#[test]
fn small_neighbours_share_a_chunk_and_large_definitions_are_cut() {
    let small = "def a():\n    pass\n\n".repeat(10);
    let symbols: Vec<SymbolFacts> = (0..10).map(|n| symbol("a", n * 3 + 1, n * 3 + 2)).collect();
    assert_eq!(lines_of(&cut(&small, &symbols)), [(1, 29)]);

    let large = format!("def a():\n{}", body(100));
    let chunks = cut(&large, &[symbol("a", 1, 101)]);
    assert!(chunks.len() >= 5, "{chunks:?}");

    // A class is cut along its methods.
    let class = format!("class A:\n    def a():\n{}    def b():\n{}", body(18), body(18));
    let symbols = [symbol("A", 1, 39), symbol("A.a", 2, 20), symbol("A.b", 21, 39)];
    assert_eq!(lines_of(&cut(&class, &symbols)), [(1, 20), (21, 39)]);
}

#[test]
fn odd_texts_have_chunks_too() {
    assert_eq!(cut("", &[]), []);
    assert_eq!(cut("\n \n\t\n", &[]), []);
    let line = "x ".repeat(100_000);
    assert_eq!(lines_of(&cut(&line, &[])), [(1, 1)]);
    // Any number of definitions on one long line: each is looked at once.
    let crowd: Vec<SymbolFacts> = (0..200_000).map(|_| symbol("a", 1, 1)).collect();
    assert_eq!(lines_of(&cut(&line, &crowd)), [(1, 1)]);
    // What a parser says of lines that are not there is no reason to fail.
    assert_eq!(
        lines_of(&cut("a\nb", &[symbol("a", 0, 0), symbol("b", 2, 900), symbol("c", 7, 3)])),
        [(1, 2)]
    );
}

#[test]
fn what_stands_in_names_counts_more() {
    let counted = TermCounter::default().count(
        "src/billing/ledger.py",
        "class Ledger:\n    def post_entry(self): pass\n",
        &[symbol("Ledger", 1, 2), symbol("Ledger.post_entry", 2, 2)],
    );
    let counts: BTreeMap<&str, (u32, u32)> =
        counted.terms().map(|(term, postings)| (term, (postings[0].count, postings[0].mentions))).collect();
    // Body 1, name 4, scope 1, the file's name 6; in the meaning 1, 1, 1 and 2.
    assert_eq!(counts["ledger"], (12, 5));
    assert_eq!(counts["postentri"], (5, 2));
    assert_eq!(counts["entri"], (5, 2));
    assert_eq!(counts["bill"], (2, 1));
    assert_eq!(counts["self"], (1, 1));
    assert_eq!(counts.get("a"), None);
}

#[test]
fn an_entry_file_is_named_like_its_folder() {
    let terms = |path: &str| {
        let counted = TermCounter::default().count(path, "x = yy", &[]);
        let count =
            counted.terms().find(|(term, _)| *term == "router").map(|(_, postings)| postings[0].count);
        count.unwrap_or(0)
    };
    assert_eq!((terms("src/router/index.ts"), terms("src/router/other.ts")), (8, 2));
}

fn blocks_of(postings: Postings) -> Vec<Block> {
    let mut blocks = Vec::new();
    let take = |block| {
        blocks.push(block);
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(()) = postings.each_block(take);
    blocks
}

#[test]
fn bm25_prefers_rare_words_and_short_chunks() {
    let marks = ChunkNorms::new(vec![
        mark(20, Of::Code, true),
        mark(200, Of::Code, true),
        mark(20, Of::Code, true),
        mark(20, Of::Code, true),
    ]);
    let mut postings = Postings::default();
    let mut counter = TermCounter::default();
    for (id, text) in ["common rare", "common", "common", "common common common"].iter().enumerate() {
        postings.add(u32::try_from(id).unwrap(), &counter.count("f", text, &[]));
    }
    let blocks = blocks_of(postings);
    let mut scorer = Scorer::new(&marks);
    for term in ["common", "rare", "missing"] {
        let data: Vec<Vec<u8>> = find(&blocks[0].data, term).into_iter().collect();
        scorer.add(&data, 1.0);
    }
    let scores = scorer.scores();
    assert!(scores[0] > scores[3] && scores[3] > scores[2] && scores[2] > scores[1], "{scores:?}");
}

/// Files with few words, so that many meet.
fn files() -> impl Strategy<Value = Vec<(String, bool)>> {
    let word = prop::sample::select(vec!["alpha", "beta", "gamma", "deltaEpsilon", "x9", "zeta_eta"]);
    let text = prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "));
    prop::collection::vec((text, any::<bool>()), 1..30)
}

/// Every posting, by term.
fn all(blocks: &[Block]) -> BTreeMap<String, BTreeSet<(u32, u32)>> {
    let mut found: BTreeMap<String, BTreeSet<(u32, u32)>> = BTreeMap::new();
    for block in blocks {
        entries(&block.data, &mut |term, postings| {
            let known = found.entry(term.to_owned()).or_default();
            each_posting(postings, &mut |chunk, count| {
                known.insert((chunk, count));
            });
            true
        });
    }
    found
}

proptest! {
    #[test]
    fn chunks_hold_every_line_once(
        text in "([ a-z{}()#]{0,60}\n){0,80}",
        spans in prop::collection::vec((0u32..90, 0u32..90), 0..20),
    ) {
        let mut spans = spans;
        spans.sort_by_key(|(first, last)| (*first, u32::MAX - *last));
        let symbols: Vec<SymbolFacts> = spans.iter().map(|(first, last)| symbol("s", *first, *last)).collect();
        let chunks = cut(&text, &symbols);
        let mut held = BTreeSet::new();
        let mut last = 0;
        for chunk in &chunks {
            prop_assert!(chunk.first > last && chunk.last >= chunk.first, "{chunks:?}");
            last = chunk.last;
            held.extend(chunk.first..=chunk.last);
            let lines: Vec<&str> =
                text.lines().skip(chunk.first as usize - 1).take((chunk.last - chunk.first) as usize + 1).collect();
            let size: usize = lines.iter().map(|line| line.trim().len() + 1).sum();
            prop_assert!(lines.len() == 1 || size <= MAX_CHUNK_CHARS * 5 / 4, "{size}");
        }
        for (line, number) in text.lines().zip(1..) {
            prop_assert!(line.trim().is_empty() || held.contains(&number), "{number}");
        }
        prop_assert_eq!(unpack_chunks(&pack_chunks(&chunks)), Some(chunks));
    }

    /// Postings of files in one go are those in several parts that are merged, without what is gone.
    #[test]
    fn merged_parts_are_one(files in files(), split in 0usize..30) {
        let mut counter = TermCounter::default();
        let counted: Vec<FileTerms> = files.iter().map(|(text, _)| counter.count("f.rs", text, &[])).collect();
        let (mut whole, mut parts) = (Postings::default(), [Postings::default(), Postings::default()]);
        let (mut next, mut live, mut ids) = (0, Vec::new(), Vec::new());
        for (at, (file, (_, stays))) in counted.iter().zip(&files).enumerate() {
            parts[usize::from(at >= split)].add(next, file);
            let kept = u32::try_from(ids.iter().flatten().count()).unwrap();
            if *stays {
                whole.add(kept, file);
            }
            for chunk in 0..u32::try_from(file.chunks.len()).unwrap() {
                ids.push(stays.then_some(kept + chunk));
                live.push(*stays);
            }
            next += u32::try_from(file.chunks.len()).unwrap();
        }
        let parts: Vec<Vec<Vec<u8>>> = parts
            .into_iter()
            .map(|part| blocks_of(part).into_iter().map(|block| block.data).collect())
            .collect();
        let merged = merge(&parts, &|id| ids[id as usize]);
        let whole = blocks_of(whole);
        prop_assert_eq!(all(&merged), all(&whole));
        for block in &whole {
            entries(&block.data, &mut |term, postings| {
                assert_eq!(find(&block.data, term).as_deref(), Some(postings));
                true
            });
        }
    }

    #[test]
    fn any_bytes_are_a_block(data in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut count = 0;
        entries(&data, &mut |_, postings| {
            each_posting(postings, &mut |_, _| {});
            count += 1;
            count < 1_000
        });
        let _ = find(&data, "term");
        let _ = unpack_chunks(&data);
        let marks = ChunkNorms::new(data);
        prop_assert!(marks.measured() as usize <= marks.len());
    }
}
