//! Names what this build extracts, so that an index made by another is parsed anew.

use std::fmt::Write as _;

use beadloom_grammars::unopened;

use crate::languages::TABLE;

/// The sources of what all languages share, and of what is read from documents.
macro_rules! shared {
    ($($file:literal),* $(,)?) => {
        const SHARED: u64 = revision(&[$(include_bytes!($file)),*]);
        #[cfg(test)]
        const SHARED_FILES: &[&str] = &[$($file),*];
    };
}

shared!(
    "annotations.rs",
    "arena/arena.c",
    "arena/mod.rs",
    "assemble.rs",
    "bounded.rs",
    "comments.rs",
    "cost.rs",
    "declared/braces.rs",
    "declared/elixir.rs",
    "declared/mod.rs",
    "declared/words.rs",
    "documentation.rs",
    "effort.rs",
    "names.rs",
    "outline.rs",
    "parser.rs",
    "plain.rs",
    "prose.rs",
    "reference_facts.rs",
    "references.rs",
    "routing.rs",
    "stopwatch.rs",
    "tokens.rs",
    "trees.rs",
    "vocabulary.rs",
    "walk.rs",
    "markdown/blocks.rs",
    "markdown/doc_kind.rs",
    "markdown/front_matter.rs",
    "markdown/mod.rs",
    "markdown/ornaments.rs",
    "markdown/section.rs",
    "markdown/split.rs",
);

/// A number for the content of source files (FNV-1a, taken when the crate is compiled). Nobody has to think of
/// raising it when what is extracted changes.
pub(crate) const fn revision(sources: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut file = 0;
    while file < sources.len() {
        let mut at = 0;
        while at < sources[file].len() {
            hash = (hash ^ sources[file][at] as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        file += 1;
    }
    hash
}

/// Changes whenever a grammar or what is extracted changes: an index with another fingerprint is parsed anew.
pub fn fingerprint() -> String {
    let mut text = format!("{SHARED:016x}");
    for language in TABLE {
        for dialect in language.dialects {
            // Every command asks for this, and unpacking all grammars takes longer than most answers.
            let grammar = tree_sitter::Language::new(unopened(dialect.grammar));
            let (abi, states, kinds) =
                (grammar.abi_version(), grammar.parse_state_count(), grammar.node_kind_count());
            let version = grammar
                .metadata()
                .map_or((0, 0, 0), |of| (of.major_version, of.minor_version, of.patch_version));
            let (major, minor, patch) = version;
            // Writing to a string does not fail.
            let _ = write!(
                text,
                " {}:{:016x}:{major}.{minor}.{patch}:{abi}:{states}:{kinds}",
                language.id, dialect.revision
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_counts() {
        // These declare and register; what they register has a revision of its own.
        // What is read for an import is in no index.
        let apart = [
            "arena/tests.rs",
            "fingerprint.rs",
            "language.rs",
            "lib.rs",
            "markdown/destinations.rs",
            "markdown/reading.rs",
        ];
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for folder in ["", "arena/", "markdown/"] {
            for entry in std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                let counts = !name.ends_with(".rs")
                    || apart.contains(&name.as_str())
                    || SHARED_FILES.contains(&name.as_str());
                assert!(counts, "{name} is missing in the list of shared sources");
            }
        }
    }

    #[test]
    fn an_unopened_grammar_says_the_same_of_itself() {
        let of = |grammar: &tree_sitter::Language| {
            let version = grammar.metadata().map(|of| (of.major_version, of.minor_version, of.patch_version));
            (grammar.abi_version(), grammar.parse_state_count(), grammar.node_kind_count(), version)
        };
        let mut packed = 0;
        for dialect in TABLE.iter().flat_map(|language| language.dialects) {
            let (whole, closed) = (dialect.grammar, unopened(dialect.grammar));
            packed += usize::from(whole.into_raw() as usize != closed.into_raw() as usize);
            let closed = of(&tree_sitter::Language::new(closed));
            assert_eq!(closed, of(&tree_sitter::Language::new(whole)));
        }
        assert_eq!(packed, 10);
    }

    #[test]
    fn names_every_grammar_once() {
        let text = fingerprint();
        let mut parts: Vec<&str> = text.split(' ').collect();
        assert_eq!(parts.len(), 1 + TABLE.iter().map(|language| language.dialects.len()).sum::<usize>());
        parts.sort_unstable();
        parts.dedup();
        assert_eq!(parts.len(), text.split(' ').count());
        assert_ne!(revision(&[b"a"]), revision(&[b"b"]));
    }
}
