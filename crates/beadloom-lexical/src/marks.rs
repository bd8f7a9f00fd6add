//! A byte for every chunk: whether it is there, how long it is, whether a file begins with it. It is all that scoring
//! needs to know about chunks, small enough to be read whole.

/// Chunks whose marks are kept in one piece.
pub const BLOCK: usize = 4_096;

/// A file begins with the chunk.
const BEGINS: u8 = 0x80;

/// Terms that one step of a length stands for.
const STEP: u32 = 4;

/// The longest that is told apart.
const LONGEST: u32 = 126;

/// The mark of a chunk with so many terms. 0 is that of one that is not there.
pub fn mark(length: u32, begins_file: bool) -> u8 {
    let length = (length / STEP).min(LONGEST) as u8 + 1;
    if begins_file { length | BEGINS } else { length }
}

/// The marks of all chunks, by their ids.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    marks: Vec<u8>,
    /// Which file a chunk is in, as a number that counts up by id.
    files: Vec<u32>,
    /// Id of the first chunk of each file.
    firsts: Vec<u32>,
    /// Terms of each file, about.
    lengths: Vec<f32>,
    live: u32,
    /// Terms in all chunks that are there.
    total: f64,
}

impl Marks {
    /// `marks`: by id, from 0.
    pub fn new(marks: Vec<u8>) -> Self {
        let mut files = Vec::with_capacity(marks.len());
        let mut firsts: Vec<u32> = Vec::new();
        let (mut live, mut steps) = (0u32, 0u64);
        for (id, &mark) in (0u32..).zip(&marks) {
            if mark & BEGINS != 0 {
                firsts.push(id);
            }
            files.push(u32::try_from(firsts.len()).unwrap_or(u32::MAX).saturating_sub(1));
            if mark != 0 {
                live += 1;
                steps += u64::from((mark & !BEGINS).saturating_sub(1));
            }
        }
        // Half a step more: lengths were rounded down.
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let total = steps as f64 * f64::from(STEP) + f64::from(live) * f64::from(STEP) / 2.0;
        let mut all = Self { marks, files, firsts, lengths: Vec::new(), live, total };
        let lengths: Vec<f32> = (0..all.marks.len()).map(|id| all.length(id as u32).unwrap_or(0.0)).collect();
        all.lengths = all.by_file(&lengths, |lengths| lengths.iter().sum());
        all
    }

    /// Chunks that are there.
    pub fn live(&self) -> u32 {
        self.live
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

    /// Terms of each file, about, in the order of [`Marks::firsts`].
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
    pub fn length(&self, chunk: u32) -> Option<f32> {
        let mark = *self.marks.get(chunk as usize)?;
        (mark != 0).then(|| f32::from((mark & !BEGINS).saturating_sub(1)) * STEP as f32 + STEP as f32 / 2.0)
    }

    /// Terms of a chunk, in the mean.
    #[expect(clippy::cast_possible_truncation, reason = "a mean of small numbers")]
    pub fn mean_length(&self) -> f32 {
        if self.live == 0 { 1.0 } else { (self.total / f64::from(self.live)) as f32 }
    }
}
