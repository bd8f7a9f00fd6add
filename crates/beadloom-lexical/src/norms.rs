//! A byte for every chunk: whether it is there, how long it is, whether it is code, whether a file begins with it. It is
//! all that scoring needs to know about chunks, small enough to be read whole.

/// Chunks whose marks are kept in one piece.
pub const BLOCK: usize = 4_096;

/// A file begins with the chunk.
const BEGINS: u8 = 0x80;

/// Terms that one step of a length stands for.
const TERMS_PER_LENGTH_STEP: u32 = 4;

/// Steps that are told apart: a mark of code is 1 to 100.
const STEPS: u32 = 100;

/// The same of text that is no code, of which less has to be known: its marks are 101 to 127.
const TEXT_STEP: u32 = 16;
const TEXT_STEPS: u32 = 27;

/// What a chunk is cut from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A language of the table.
    Code,
    /// Anything else that can be read.
    Text,
}

/// The mark of a chunk with so many terms. 0 is that of one that is not there.
pub fn mark(length: u32, of: Of, begins_file: bool) -> u8 {
    let length = match of {
        Of::Code => (length / TERMS_PER_LENGTH_STEP).min(STEPS - 1) + 1,
        Of::Text => (length / TEXT_STEP).min(TEXT_STEPS - 1) + STEPS + 1,
    } as u8;
    if begins_file { length | BEGINS } else { length }
}

/// Terms that a mark stands for, half a step more than the least of them; None for what is not there.
fn length_of(mark: u8) -> Option<u32> {
    let length = u32::from(mark & !BEGINS).checked_sub(1)?;
    Some(match length.checked_sub(STEPS) {
        None => length * TERMS_PER_LENGTH_STEP + TERMS_PER_LENGTH_STEP / 2,
        Some(length) => length * TEXT_STEP + TEXT_STEP / 2,
    })
}

fn is_text(mark: u8) -> bool {
    u32::from(mark & !BEGINS) > STEPS
}

/// One byte per chunk, by its id.
#[derive(Debug, Clone, Default)]
pub struct ChunkNorms {
    marks: Vec<u8>,
    /// Which file a chunk is in, as a number that counts up by id.
    files: Vec<u32>,
    /// Id of the first chunk of each file.
    firsts: Vec<u32>,
    /// Terms of each file, about.
    lengths: Vec<f32>,
    /// What each file is cut from.
    kinds: Vec<Of>,
    /// Chunks by which it is told how rare and how long something is: those of code, all where there is none.
    measured: u32,
    has_code: bool,
    /// Terms in them.
    total: f64,
}

impl ChunkNorms {
    /// `marks`: by id, from 0.
    pub fn new(marks: Vec<u8>) -> Self {
        let has_code = marks.iter().any(|mark| *mark != 0 && !is_text(*mark));
        let mut files = Vec::with_capacity(marks.len());
        let mut firsts: Vec<u32> = Vec::new();
        let (mut measured, mut terms) = (0u32, 0u64);
        for (id, &mark) in (0u32..).zip(&marks) {
            if mark & BEGINS != 0 {
                firsts.push(id);
            }
            files.push(u32::try_from(firsts.len()).unwrap_or(u32::MAX).saturating_sub(1));
            if let Some(length) = length_of(mark).filter(|_| !has_code || !is_text(mark)) {
                measured += 1;
                terms += u64::from(length);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let total = terms as f64;
        let kind = |first: &u32| match marks.get(*first as usize) {
            Some(mark) if is_text(*mark) => Of::Text,
            _ => Of::Code,
        };
        let kinds = firsts.iter().map(kind).collect();
        let mut all = Self { marks, files, firsts, lengths: Vec::new(), kinds, measured, has_code, total };
        let lengths: Vec<f32> = (0..all.marks.len()).map(|id| all.length(id as u32).unwrap_or(0.0)).collect();
        all.lengths = all.by_file(&lengths, |lengths| lengths.iter().sum());
        all
    }

    /// Chunks by which it is told how rare a term is: those of code, all where there is none. Texts of other kinds come and
    /// go without a change to how code is found.
    pub fn measured(&self) -> u32 {
        self.measured
    }

    /// Whether a chunk is one of them.
    pub fn is_measured(&self, chunk: u32) -> bool {
        let mark = self.marks.get(chunk as usize).copied().unwrap_or(0);
        mark != 0 && !(self.has_code && is_text(mark))
    }

    /// Whether a chunk is of text that is no code.
    pub fn is_text(&self, chunk: u32) -> bool {
        self.marks.get(chunk as usize).is_some_and(|mark| is_text(*mark))
    }

    /// What each file is cut from, in the order of [`ChunkNorms::firsts`].
    pub fn file_kinds(&self) -> &[Of] {
        &self.kinds
    }

    /// Whether files of this kind are measured.
    pub fn measures(&self, of: Of) -> bool {
        of == Of::Code || !self.has_code
    }

    /// Ids that were given, of chunks that are there and of others.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether no id was given.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Files with chunks, in the order of their first chunks' ids, which they are given by.
    pub fn firsts(&self) -> &[u32] {
        &self.firsts
    }

    /// Terms of each file, about, in the order of [`ChunkNorms::firsts`].
    pub fn file_lengths(&self) -> &[f32] {
        &self.lengths
    }

    /// The greatest of the numbers that the chunks of each file have, at least 0. `chunks`: by id.
    pub fn best_by_file(&self, chunks: &[f32]) -> Vec<f32> {
        self.by_file(chunks, |chunks| chunks.iter().copied().fold(0.0, f32::max))
    }

    fn by_file(&self, chunks: &[f32], sum: impl Fn(&[f32]) -> f32) -> Vec<f32> {
        let ends = self.firsts.iter().skip(1).map(|first| *first as usize).chain([self.marks.len()]);
        let files = self.firsts.iter().zip(ends);
        files.map(|(first, end)| sum(chunks.get(*first as usize..end).unwrap_or(&[]))).collect()
    }

    /// The number of the file that a chunk is in.
    pub fn file_of(&self, chunk: u32) -> u32 {
        self.files.get(chunk as usize).copied().unwrap_or(0)
    }

    /// Whether the chunk is there.
    pub fn is_live(&self, chunk: u32) -> bool {
        self.marks.get(chunk as usize).is_some_and(|mark| *mark != 0)
    }

    /// Terms of a chunk, about; None where it is not there.
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    pub fn length(&self, chunk: u32) -> Option<f32> {
        length_of(*self.marks.get(chunk as usize)?).map(|length| length as f32)
    }

    /// Terms of a chunk, in the mean.
    #[expect(clippy::cast_possible_truncation, reason = "a mean of small numbers")]
    pub fn mean_length(&self) -> f32 {
        if self.measured == 0 { 1.0 } else { (self.total / f64::from(self.measured)) as f32 }
    }
}
