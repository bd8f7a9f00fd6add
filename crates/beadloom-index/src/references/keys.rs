//! What the meaning of a file's references hangs on: every question that was asked to find it, hashed to three bytes.
//!
//! A reference means something else only if a question about it is answered otherwise. So a run writes down, for
//! each file, what was asked, and later runs say what has changed in the same terms: files that asked for none of it
//! keep what they have. A hash that collides costs a file that is resolved for nothing.

use super::names::{fold, hash};

/// The kinds of key, in the two highest bits. A definition of a name in a file answers two questions at once: only
/// who asked for the name in some file, and looked into that file, has to ask again.
const NAME: u32 = 0;
const FILE: u32 = 1;
const OTHER: u32 = 2;
/// Not asked, only changed: a file of which nothing is as it was.
const WHOLE_FILE: u32 = 3;

const HASH_BITS: u32 = 22;
const KEYS: usize = 4 << HASH_BITS;

/// How the paths of files end that say what a gem is.
pub const GEMSPEC: &str = ".gemspec";

/// A question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u32);

fn key(kind: u32, hash: u64) -> Key {
    let hash = u32::try_from(hash >> (64 - HASH_BITS)).unwrap_or(0);
    Key(kind << HASH_BITS | hash)
}

impl Key {
    /// Definitions of a name in certain files: those that are looked into.
    pub fn name(name: u64) -> Self {
        key(NAME, name)
    }

    /// A file, or a folder, that is looked into.
    pub fn looked_into(path: &str) -> Self {
        key(FILE, hash(path))
    }

    /// Definitions of a name anywhere.
    pub fn anywhere(name: u64) -> Self {
        key(OTHER, fold(1, name))
    }

    /// What a file imports, apart from the names that it binds: whoever looks for one of those looks into the file.
    pub fn imports(path: &str) -> Self {
        key(OTHER, fold(2, hash(path)))
    }

    /// What a type inherits from; `qualified`: the hash of its qualified name.
    pub fn bases(path: &str, qualified: u64) -> Self {
        key(OTHER, fold(fold(3, hash(path)), qualified))
    }

    /// Which projects use which.
    pub fn projects() -> Self {
        key(OTHER, fold(5, 0))
    }

    /// Which files a file imports.
    pub fn targets(path: &str) -> Self {
        key(OTHER, fold(6, hash(path)))
    }

    /// Whether there is a gem in a folder that ends in `/`, or in the root (`""`).
    pub fn gemspecs(folder: &str) -> Self {
        key(OTHER, fold(7, hash(folder)))
    }

    /// Whether there is a module, by [`super::files::module_key`].
    pub fn module(module: u64) -> Self {
        key(OTHER, fold(4, module))
    }
}

/// The keys of the questions that one file's references depend on.
#[derive(Debug, Default)]
pub struct Dependencies(Vec<u32>);

impl Dependencies {
    /// One more question.
    pub fn add(&mut self, key: Key) {
        // The same is often asked twice in a row.
        if self.0.last() != Some(&key.0) {
            self.0.push(key.0);
        }
    }

    /// Three bytes a key, ascending, each once.
    pub fn pack(mut self) -> Vec<u8> {
        self.0.sort_unstable();
        self.0.dedup();
        self.0.iter().flat_map(|key| key.to_be_bytes().into_iter().skip(1)).collect()
    }
}

/// Questions that are answered otherwise than before.
#[derive(Debug)]
pub struct Changed {
    /// A bit per key.
    bits: Vec<u64>,
    any: bool,
}

impl Default for Changed {
    fn default() -> Self {
        Self { bits: vec![0; KEYS / 64 + 1], any: false }
    }
}

impl Changed {
    /// One more change.
    pub fn add(&mut self, key: Key) {
        self.any = true;
        if let Some(word) = self.bits.get_mut(key.0 as usize / 64) {
            *word |= 1 << (key.0 % 64);
        }
    }

    /// A definition of the name in that file came, went, or became something else.
    pub fn definition(&mut self, path: &str, name: u64) {
        self.add(Key::name(name));
        self.add(Key::anywhere(name));
        self.add(Key::looked_into(path));
        self.add(Key::looked_into(folder(path)));
    }

    /// A file binds something else to a local name.
    pub fn binding(&mut self, path: &str, name: u64) {
        self.add(Key::name(name));
        self.add(Key::looked_into(path));
    }

    /// All that a file imports is something else; or it came, or went.
    pub fn imports(&mut self, path: &str) {
        self.add(Key::imports(path));
        self.add(Key::targets(path));
        if path.ends_with(GEMSPEC) {
            self.add(Key::gemspecs(path.rfind('/').map_or("", |at| path.get(..=at).unwrap_or(""))));
        }
    }

    /// A file went, or is somewhere else: whoever looked into it has to ask again, whatever for.
    pub fn file(&mut self, path: &str) {
        self.add(key(WHOLE_FILE, hash(path)));
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    fn has(&self, key: u32) -> bool {
        self.bits.get(key as usize / 64).is_some_and(|word| word & 1 << (key % 64) != 0)
    }

    /// Whether a file that asked for these keys (of [`Dependencies::pack`]) has to ask again.
    pub fn concerns(&self, keys: &[u8]) -> bool {
        let (mut name, mut file) = (false, false);
        for bytes in keys.chunks_exact(3) {
            let key = bytes.iter().fold(0, |key, byte| key << 8 | u32::from(*byte));
            if key >> HASH_BITS == FILE && self.has(key | WHOLE_FILE << HASH_BITS) {
                return true;
            }
            if self.has(key) {
                match key >> HASH_BITS {
                    NAME => name = true,
                    FILE => file = true,
                    _ => return true,
                }
            }
            if name && file {
                return true;
            }
        }
        false
    }
}

/// The folder of a file, ending in `/`; `./` for the root, as imports write it.
pub fn folder(path: &str) -> &str {
    path.rfind('/').map_or("./", |at| path.get(..=at).unwrap_or("./"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_concerns_those_who_asked_for_it_there_or_anywhere() {
        let mut changed = Changed::default();
        assert!(changed.is_empty());
        changed.definition("src/a.py", hash("post"));
        let packed = |keys: &[Key]| {
            let mut dependencies = Dependencies::default();
            keys.iter().for_each(|key| dependencies.add(*key));
            dependencies.pack()
        };
        let (post, other) = (Key::name(hash("post")), Key::name(hash("other")));
        let (a, b) = (Key::looked_into("src/a.py"), Key::looked_into("src/b.py"));
        assert!(changed.concerns(&packed(&[post, a])));
        assert!(changed.concerns(&packed(&[other, b, post, a])));
        assert!(changed.concerns(&packed(&[post, Key::looked_into("src/")])));
        assert!(changed.concerns(&packed(&[Key::anywhere(hash("post"))])));
        for keys in [&[post][..], &[a], &[post, b], &[other, a], &[Key::anywhere(hash("other"))], &[]] {
            assert!(!changed.concerns(&packed(keys)), "{keys:?}");
        }
        changed.file("src/c.py");
        assert!(changed.concerns(&packed(&[Key::looked_into("src/c.py")])));
        changed.add(Key::imports("src/b.py"));
        assert!(changed.concerns(&packed(&[Key::imports("src/b.py")])));
        assert!(!changed.concerns(&packed(&[Key::module(7), Key::bases("src/b.py", 1)])));
    }

    #[test]
    fn keys_are_packed_once_each() {
        let mut dependencies = Dependencies::default();
        for name in ["b", "a", "b", "a"] {
            dependencies.add(Key::name(hash(name)));
        }
        assert_eq!(dependencies.pack().len(), 6);
    }
}
