//! Names what this build extracts, so that an index made by another is parsed anew.

use std::fmt::Write as _;

use beadloom_grammars::unopened;

use crate::language::Reading;
use crate::languages::TABLE;

/// A hash of all sources of this crate but its tests, and of the facts of languages, taken by the build. Nobody has to think of raising a number when
/// what is extracted changes.
const SOURCES: &str = env!("BEADLOOM_LANG_SOURCES");

/// Changes whenever a grammar or what is extracted changes: an index with another fingerprint is parsed anew.
pub fn fingerprint() -> String {
    let mut text = SOURCES.to_owned();
    for language in TABLE {
        for dialect in language.dialects {
            let Reading::Tree { grammar, .. } = dialect.reading else { continue };
            // Every command asks for this, and unpacking all grammars takes longer than most answers.
            let grammar = tree_sitter::Language::new(unopened(grammar));
            let (abi, states, kinds) =
                (grammar.abi_version(), grammar.parse_state_count(), grammar.node_kind_count());
            let version = grammar
                .metadata()
                .map_or((0, 0, 0), |of| (of.major_version, of.minor_version, of.patch_version));
            let (major, minor, patch) = version;
            // Writing to a string does not fail.
            let _ = write!(text, " {}:{major}.{minor}.{patch}:{abi}:{states}:{kinds}", language.id);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unopened_grammar_says_the_same_of_itself() {
        let of = |grammar: &tree_sitter::Language| {
            let version = grammar.metadata().map(|of| (of.major_version, of.minor_version, of.patch_version));
            (grammar.abi_version(), grammar.parse_state_count(), grammar.node_kind_count(), version)
        };
        let mut packed = 0;
        for dialect in TABLE.iter().flat_map(|language| language.dialects) {
            let Reading::Tree { grammar: whole, .. } = dialect.reading else { continue };
            let closed = unopened(whole);
            packed += usize::from(whole.into_raw() as usize != closed.into_raw() as usize);
            let closed = of(&tree_sitter::Language::new(closed));
            assert_eq!(closed, of(&tree_sitter::Language::new(whole)));
        }
        assert_eq!(packed, 9);
    }

    #[test]
    fn names_the_sources_and_every_grammar() {
        let text = fingerprint();
        let (sources, grammars) = text.split_once(' ').unwrap();
        assert_eq!((sources.len(), sources), (16, SOURCES));
        let known = TABLE.iter().flat_map(|language| language.dialects);
        let with_grammar = known.filter(|dialect| matches!(dialect.reading, Reading::Tree { .. })).count();
        assert_eq!(grammars.split(' ').count(), with_grammar);
    }
}
