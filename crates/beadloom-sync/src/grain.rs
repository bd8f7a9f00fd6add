//! Which symbols of a file count for a document: the grain of a pair.

use std::collections::HashSet;

use beadloom_model::SymbolKind;

use crate::mentions::Mentions;
use crate::symbols::SyncSymbol;

/// File names that say nothing of what is in the file; its folder's name does.
const NAMELESS: &[&str] = &["index", "init", "mod", "lib", "main", "readme"];

/// The symbols of a node's file that count for a document which names some; None where it names nothing of the file.
///
/// A file that is named counts whole. A symbol that is named counts with its body, but of a type's members only what others
/// see of them: who writes about a type tells how it is used. Members that are named themselves count with their bodies.
///
/// Who writes the name of the node mostly means the whole: of a symbol of that name, too, only what others see counts.
pub fn counted(
    symbols: &[SyncSymbol],
    mentions: &Mentions,
    ref_id: &str,
    code_path: &str,
) -> Option<Vec<SyncSymbol>> {
    if mentions.name_file(code_path) {
        return Some(symbols.to_vec());
    }
    let is_named: Vec<bool> =
        symbols.iter().map(|symbol| mentions.name_symbol(&symbol.name, code_path)).collect();
    if !is_named.contains(&true) {
        return None;
    }
    let types: HashSet<&str> = symbols
        .iter()
        .zip(&is_named)
        .filter(|(symbol, named)| **named && is_type(symbol.kind))
        .map(|(symbol, _)| symbol.name.as_str())
        .collect();
    let counted = symbols.iter().zip(&is_named).filter_map(|(symbol, named)| {
        if *named {
            let is_node = symbol.name == ref_id && !mentions.call(ref_id);
            return Some(if is_node { symbol.face() } else { symbol.clone() });
        }
        (symbol.exported && is_within(&symbol.name, &types)).then(|| symbol.face())
    });
    Some(counted.collect())
}

/// What others see of a file that a document is called after (`docs/errors.md`, `lib/errors.js`); None where it is not.
pub fn namesake(symbols: &[SyncSymbol], doc_path: &str, code_path: &str) -> Option<Vec<SyncSymbol>> {
    let (of_document, of_code) = (subject(doc_path)?, subject(code_path)?);
    if of_document != of_code {
        return None;
    }
    let faces: Vec<SyncSymbol> =
        symbols.iter().filter(|symbol| symbol.exported).map(SyncSymbol::face).collect();
    (!faces.is_empty()).then_some(faces)
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type)
}

/// Whether one of these is around a symbol.
fn is_within(name: &str, types: &HashSet<&str>) -> bool {
    !types.is_empty()
        && name.match_indices('.').any(|(at, _)| name.get(..at).is_some_and(|around| types.contains(around)))
}

/// What a file is about by its name: letters and digits in lower case.
fn subject(path: &str) -> Option<String> {
    let fold = |part: &str| -> String {
        part.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let mut parts = path.rsplit('/');
    let stem = fold(parts.next()?.split('.').next()?);
    let subject =
        if NAMELESS.contains(&stem.as_str()) { parts.next().map(fold).unwrap_or_default() } else { stem };
    (!subject.is_empty()).then_some(subject)
}

/// What counts of a file for a document that names something of its node.
pub fn grained(
    symbols: &[SyncSymbol],
    mentions: &Mentions,
    ref_id: &str,
    (doc_path, code_path): (&str, &str),
) -> Vec<SyncSymbol> {
    counted(symbols, mentions, ref_id, code_path)
        .or_else(|| namesake(symbols, doc_path, code_path))
        .unwrap_or_default()
}
