//! The table, looked up where it lies.

use thiserror::Error;

use crate::format::{HEADER_LEN, Places, Sizes, checksum, hash};

/// Why bytes are no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TableError {
    /// The beginning is another, or another version's.
    #[error("not an embedding table of this version")]
    NotATable,
    /// Numbers that no table has.
    #[error("an embedding table of {terms} terms, {dimensions} dimensions and {slots} slots is impossible")]
    ImpossibleSizes {
        /// As the header says.
        terms: usize,
        /// As the header says.
        dimensions: usize,
        /// As the header says.
        slots: usize,
    },
    /// Cut off, or something follows it.
    #[error("the embedding table has {found} bytes where its header says {expected}")]
    WrongLength {
        /// Bytes that the header asks for.
        expected: usize,
        /// Bytes that there are.
        found: usize,
    },
    /// The bytes are not those that were written.
    #[error("the embedding table is damaged: its checksum does not agree")]
    Damaged,
    /// A slot, a term or a weight that no writer writes.
    #[error("the embedding table is inconsistent: {0}")]
    Inconsistent(&'static str),
}

/// The number of a term in its table, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u16);

/// What a text is; a term weighs differently in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Text {
    /// What is asked for.
    Query,
    /// What is found.
    Code,
}

/// A table of terms with vectors.
pub struct StaticModel<B = Vec<u8>> {
    file: B,
    sizes: Sizes,
    places: Places,
    fingerprint: u64,
}

impl<B: AsRef<[u8]>> std::fmt::Debug for StaticModel<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StaticModel").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}

impl<B: AsRef<[u8]>> StaticModel<B> {
    /// The table in `file`, the whole content of a table file. Reads all of it once, to see that it is whole; about a
    /// millisecond for four megabytes.
    pub fn parse(file: B) -> Result<Self, TableError> {
        let bytes = file.as_ref();
        let (sizes, fingerprint) = Sizes::read(bytes).ok_or(TableError::NotATable)?;
        if !sizes.are_possible() {
            let Sizes { terms, dimensions, slots, .. } = sizes;
            return Err(TableError::ImpossibleSizes { terms, dimensions, slots });
        }
        let places = sizes.places();
        if places.end != bytes.len() {
            return Err(TableError::WrongLength { expected: places.end, found: bytes.len() });
        }
        if checksum(&[&sizes.bytes(), bytes.get(HEADER_LEN..).unwrap_or_default()]) != fingerprint {
            return Err(TableError::Damaged);
        }
        let model = Self { file, sizes, places, fingerprint };
        model.check()?;
        Ok(model)
    }

    /// What the checksum does not say: that all numbers lead somewhere.
    fn check(&self) -> Result<(), TableError> {
        let bytes = self.file.as_ref();
        let part = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        let mut named = 0;
        for slot in part(self.places.slots, self.places.ends).as_chunks::<2>().0 {
            let number = usize::from(u16::from_le_bytes(*slot));
            named += usize::from(number != 0);
            if number > self.sizes.terms {
                return Err(TableError::Inconsistent("a slot names a term that is not there"));
            }
        }
        if named != self.sizes.terms {
            return Err(TableError::Inconsistent("not every term has its slot"));
        }
        let mut before = 0;
        for end in part(self.places.ends, self.places.weights).as_chunks::<4>().0 {
            let end = u32::from_le_bytes(*end) as usize;
            if end < before {
                return Err(TableError::Inconsistent("a term ends before it begins"));
            }
            before = end;
        }
        if before != self.sizes.text {
            return Err(TableError::Inconsistent("the terms do not fill the text"));
        }
        for weight in part(self.places.weights, self.places.vectors).as_chunks::<4>().0 {
            let weight = f32::from_le_bytes(*weight);
            if !(0.0..=1e6).contains(&weight) {
                return Err(TableError::Inconsistent("a weight is negative, too large or not a number"));
            }
        }
        Ok(())
    }

    /// Length of the vectors; a multiple of 64.
    pub fn dimensions(&self) -> usize {
        self.sizes.dimensions
    }

    /// How many terms the table knows.
    pub fn len(&self) -> usize {
        self.sizes.terms
    }

    /// Never: a table without terms is not read.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Another for every other table; vectors of different tables must not be compared.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The number of a term, as `beadloom_words::Terms` makes terms. None for most rare words.
    pub fn id(&self, term: &str) -> Option<TermId> {
        let term = term.as_bytes();
        let mask = self.sizes.slots - 1;
        let mut slot = hash(term) as usize & mask;
        for _ in 0..self.sizes.slots {
            let number = u16::from_le_bytes(self.array(self.places.slots + 2 * slot)?);
            let id = TermId(number.checked_sub(1)?);
            if self.term(id) == Some(term) {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// How much a term counts in a query: the length of what it adds to the query's vector, before that is normalised. None where the
    /// table does not know it.
    pub fn query_weight(&self, term: &str) -> Option<f32> {
        let id = self.id(term)?;
        let squares: f32 = self.vector(id)?.iter().map(|byte| f32::from(byte.cast_signed()).powi(2)).sum();
        Some(self.weight(Text::Query, id)? * squares.sqrt())
    }

    /// The vector of a text by its terms and how often each occurs; terms may repeat, their occurrences add up, and
    /// their order does not matter. Length 1, `dimensions()` numbers. None where the table knows no term of it.
    pub fn embed<'t>(&self, text: Text, terms: impl IntoIterator<Item = (&'t str, f32)>) -> Option<Vec<f32>> {
        let mut known: Vec<_> =
            terms.into_iter().filter_map(|(term, count)| Some((self.id(term)?, count))).collect();
        self.embed_ids(text, &mut known)
    }

    /// As [`StaticModel::embed`], for a query: each term counts as often as it stands there.
    pub fn embed_query<'t>(&self, terms: impl IntoIterator<Item = &'t str>) -> Option<Vec<f32>> {
        self.embed(Text::Query, terms.into_iter().map(|term| (term, 1.0)))
    }

    /// As [`StaticModel::embed`], for code, where parts of it may count for more: a name twice, a body once.
    pub fn embed_code<'t>(&self, terms: impl IntoIterator<Item = (&'t str, f32)>) -> Option<Vec<f32>> {
        self.embed(Text::Code, terms)
    }

    /// As [`StaticModel::embed`], for terms that were looked up before. Sorts `terms`.
    pub fn embed_ids(&self, text: Text, terms: &mut [(TermId, f32)]) -> Option<Vec<f32>> {
        // By count, too, so that the sums, which round, are the same for any order.
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut sum = vec![0.0_f32; self.sizes.dimensions];
        for run in terms.chunk_by(|a, b| a.0 == b.0) {
            let Some((id, _)) = run.first() else { continue };
            let count: f32 = run.iter().map(|(_, count)| count).sum();
            if !(count > 0.0 && count.is_finite()) {
                continue;
            }
            // Below one occurrence the logarithm would turn the sign.
            let factor = if count < 1.0 { count } else { 1.0 + count.ln() };
            let (Some(weight), Some(vector)) = (self.weight(text, *id), self.vector(*id)) else { continue };
            let factor = factor * weight;
            for (to, from) in sum.iter_mut().zip(vector) {
                *to += factor * f32::from(from.cast_signed());
            }
        }
        let norm = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        if !(norm > 0.0 && norm.is_finite()) {
            return None;
        }
        for x in &mut sum {
            *x /= norm;
        }
        Some(sum)
    }

    /// Every term that the table knows, by number.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        let numbers = (0..self.sizes.terms).filter_map(|number| u16::try_from(number).ok());
        numbers.filter_map(|number| std::str::from_utf8(self.term(TermId(number))?).ok())
    }

    fn term(&self, id: TermId) -> Option<&[u8]> {
        let index = usize::from(id.0);
        let end_at =
            |index: usize| Some(u32::from_le_bytes(self.array(self.places.ends + 4 * index)?) as usize);
        let begin = if index == 0 { 0 } else { end_at(index - 1)? };
        self.file.as_ref().get(self.places.text + begin..self.places.text + end_at(index)?)
    }

    fn weight(&self, text: Text, id: TermId) -> Option<f32> {
        let side = match text {
            Text::Query => 0,
            Text::Code => 4,
        };
        Some(f32::from_le_bytes(self.array(self.places.weights + 8 * usize::from(id.0) + side)?))
    }

    fn vector(&self, id: TermId) -> Option<&[u8]> {
        let from = self.places.vectors + usize::from(id.0) * self.sizes.dimensions;
        self.file.as_ref().get(from..from + self.sizes.dimensions)
    }

    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.file.as_ref().get(at..)?.first_chunk().copied()
    }
}
