//! What of a code file counts, and its hash.

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;
use std::fmt;

use beadloom_model::{SymbolFacts, SymbolKind};
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

/// A definition, as far as documents go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SyncSymbol {
    /// Qualified.
    pub name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// The first bytes of the signature's hash.
    pub signature: [u8; 8],
    /// The first bytes of the hash over the whole definition.
    pub body: [u8; 8],
    /// Visible outside its file. The signature of what is not counts as a body.
    pub exported: bool,
}

impl SyncSymbol {
    /// Of what a parser found.
    pub fn of(facts: &SymbolFacts) -> Self {
        Self {
            name: facts.qualified_name.clone(),
            kind: facts.kind,
            signature: first_eight(&facts.signature_hash),
            body: first_eight(&facts.body_hash),
            exported: facts.exported,
        }
    }

    /// Whether documents may tell about it: tests within a file of code (`mod tests`) are none of its users' business.
    pub fn counts(&self) -> bool {
        let first = self.name.split('.').next();
        first != Some("tests")
    }

    /// The same as if its body were its signature: only what others see of it counts.
    pub fn face(&self) -> Self {
        Self { body: self.signature, ..self.clone() }
    }
}

fn first_eight(digest: &[u8]) -> [u8; 8] {
    let mut first = [0; 8];
    first.iter_mut().zip(digest).for_each(|(to, from)| *to = *from);
    first
}

/// The symbols of a code file in one hash of two halves: over the signatures that others see, and over everything. So
/// the lock can tell a changed signature from a changed body without the old text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodeHash(pub [u8; 16]);

impl CodeHash {
    /// That of a pair in which nothing counts.
    pub(crate) fn nothing() -> Self {
        Self::of(&[])
    }

    /// Over symbols in any order: moving a definition within its file changes nothing.
    pub fn of<'a>(symbols: impl IntoIterator<Item = &'a SyncSymbol>) -> Self {
        let mut symbols: Vec<&SyncSymbol> = symbols.into_iter().collect();
        symbols.compact_sort();
        let (mut signatures, mut all) = (Sha256::new(), Sha256::new());
        for symbol in symbols {
            let kind = symbol.kind.as_str();
            if symbol.exported {
                feed(&mut signatures, symbol.name.as_bytes());
                feed(&mut signatures, kind.as_bytes());
                feed(&mut signatures, &symbol.signature);
            }
            feed(&mut all, symbol.name.as_bytes());
            feed(&mut all, kind.as_bytes());
            feed(&mut all, &symbol.body);
        }
        let mut hash = [0; 16];
        let halves = signatures.finalize().into_iter().take(8).chain(all.finalize().into_iter().take(8));
        hash.iter_mut().zip(halves).for_each(|(to, from)| *to = from);
        Self(hash)
    }

    /// Whether what others see of the code is the same.
    pub fn same_signatures(&self, other: &Self) -> bool {
        self.0[..8] == other.0[..8]
    }
}

/// With the length in front, so that no two lists of parts are the same bytes.
fn feed(hasher: &mut Sha256, part: &[u8]) {
    hasher.update((part.len() as u64).to_le_bytes());
    hasher.update(part);
}

/// The first half of the SHA-256 of a document's bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocHash(pub [u8; 16]);

impl DocHash {
    /// Of a whole SHA-256.
    pub fn of(sha256: &[u8; 32]) -> Self {
        let mut hash = [0; 16];
        hash.copy_from_slice(&sha256[..16]);
        Self(hash)
    }
}

macro_rules! hexadecimal {
    ($($name:ident)+) => {
        $(impl $name {
            /// From 32 lower-case hexadecimal digits.
            pub fn from_hex(text: &str) -> Option<Self> {
                let digits = text.as_bytes();
                if digits.len() != 32 {
                    return None;
                }
                let mut hash = [0; 16];
                for (to, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
                    let digit = |at: usize| pair.get(at).and_then(|byte| match byte {
                        b'0'..=b'9' => Some(byte - b'0'),
                        b'a'..=b'f' => Some(byte - b'a' + 10),
                        _ => None,
                    });
                    *to = digit(0)? << 4 | digit(1)?;
                }
                Some(Self(hash))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        })+
    };
}

hexadecimal! { CodeHash DocHash }

/// The name that Git gives to these bytes, 40 hexadecimal digits. Where Git turns line ends, or names things by SHA-256,
/// it knows them by another.
pub fn blob_id(bytes: &[u8]) -> String {
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", bytes.len()));
    hasher.update(bytes);
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Those of a file's symbols that belong to a node, as the index picks them: where annotations give some to the node, those;
/// else those that they give to no node.
pub fn select(file: &[SymbolFacts], ref_id: &str, is_node: &dyn Fn(&str) -> bool) -> Vec<SyncSymbol> {
    let gives = |symbol: &SymbolFacts, to: &dyn Fn(&str) -> bool| {
        symbol.annotations.values().flatten().any(|node| to(node))
    };
    let file = || file.iter().filter(|symbol| !symbol.part);
    let by_annotation = file().any(|symbol| gives(symbol, &|node| node == ref_id));
    file()
        .filter(
            |symbol| {
                if by_annotation { gives(symbol, &|node| node == ref_id) } else { !gives(symbol, is_node) }
            },
        )
        .map(SyncSymbol::of)
        .filter(SyncSymbol::counts)
        .collect()
}

/// The names of symbols that came, went or changed, sorted, once each. Where something inside a symbol changed too, the
/// symbol around it is left out.
pub fn changed_symbols(old: &[SyncSymbol], new: &[SyncSymbol]) -> Vec<String> {
    let by_name = |symbols: &[SyncSymbol]| {
        let mut map: BTreeMap<String, Vec<SyncSymbol>> = BTreeMap::new();
        for symbol in symbols {
            map.entry(symbol.name.clone()).or_default().push(symbol.clone());
        }
        map.values_mut().for_each(|same| same.compact_sort());
        map
    };
    let (old, new) = (by_name(old), by_name(new));
    let mut changed: Vec<&String> =
        old.keys().chain(new.keys()).filter(|name| old.get(*name) != new.get(*name)).collect();
    changed.compact_sort();
    changed.dedup();
    let holds_another = |name: &str| {
        let within = format!("{name}.");
        let at = changed.partition_point(|other| other.as_str() < within.as_str());
        changed.get(at).is_some_and(|other| other.starts_with(&within))
    };
    let there = |name: &String| old.contains_key(name) && new.contains_key(name);
    changed.iter().filter(|name| !(there(name) && holds_another(name))).map(|name| (*name).clone()).collect()
}
