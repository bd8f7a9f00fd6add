//! Past commits as bytes, for the store. The same commits give the same bytes.

use beadloom_model::varint::{put, take};

use crate::past::{ID_BYTES, MAX_COMMITS, Past};

/// Past commits as bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Packed {
    /// Ids, times, subjects, files.
    pub commits: Vec<u8>,
    /// Different files.
    pub paths: Vec<u8>,
    /// Terms of messages, four bytes each.
    pub terms: Vec<u8>,
}

impl Past {
    /// The bytes.
    pub fn pack(&self) -> Packed {
        let mut commits = Vec::new();
        put(&mut commits, self.len() as u64);
        commits.extend(self.ids.iter().flatten());
        for at in 0..self.len() {
            let time = self.time(at);
            put(&mut commits, (time.wrapping_shl(1) ^ (time >> 63)).cast_unsigned());
            put(&mut commits, self.subject(at).len() as u64);
            put(&mut commits, self.terms_of(at).len() as u64);
            put(&mut commits, self.files_of(at).len() as u64);
            let mut last = 0;
            for file in self.files_of(at) {
                put(&mut commits, u64::from(file.wrapping_sub(last)));
                last = *file;
            }
        }
        commits.extend(self.subjects.as_bytes());
        let mut paths = Vec::new();
        let mut last: &[u8] = &[];
        for path in &self.paths {
            let path = path.as_bytes();
            let common = path.iter().zip(last).take_while(|(a, b)| a == b).count();
            put(&mut paths, common as u64);
            put(&mut paths, (path.len() - common) as u64);
            paths.extend(path.iter().skip(common));
            last = path;
        }
        let terms = self.terms.iter().flat_map(|term| term.to_le_bytes()).collect();
        Packed { commits, paths, terms }
    }
}

impl Packed {
    /// The commits; None where the bytes were not packed by this version.
    pub fn unpack(&self) -> Option<Past> {
        let mut past = Past::default();
        let mut rest = self.commits.as_slice();
        let count = usize::try_from(take(&mut rest)?).ok().filter(|count| *count <= MAX_COMMITS)?;
        let ids = rest.get(..count * ID_BYTES)?;
        rest = rest.get(count * ID_BYTES..)?;
        past.ids = ids.chunks_exact(ID_BYTES).filter_map(|id| id.try_into().ok()).collect();
        past.paths = unpack_paths(&self.paths)?;
        let (mut subjects, mut terms) = (0u32, 0u32);
        for _ in 0..count {
            let time = take(&mut rest)?;
            past.times.push((time >> 1).cast_signed() ^ -(time & 1).cast_signed());
            subjects = subjects.checked_add(u32::try_from(take(&mut rest)?).ok()?)?;
            past.subject_ends.push(subjects);
            terms = terms.checked_add(u32::try_from(take(&mut rest)?).ok()?)?;
            past.term_ends.push(terms);
            let mut last = 0u32;
            for _ in 0..take(&mut rest)? {
                last = last.checked_add(u32::try_from(take(&mut rest)?).ok()?)?;
                past.paths.get(last as usize)?;
                past.files.push(last);
            }
            past.file_ends.push(u32::try_from(past.files.len()).ok()?);
        }
        past.subjects =
            std::str::from_utf8(rest).ok().filter(|text| text.len() == subjects as usize)?.to_owned();
        past.terms = self
            .terms
            .chunks_exact(4)
            .filter_map(|term| term.try_into().ok())
            .map(u32::from_le_bytes)
            .collect();
        if past.terms.len() != terms as usize || !self.terms.len().is_multiple_of(4) {
            return None;
        }
        past.index();
        Some(past)
    }
}

fn unpack_paths(mut bytes: &[u8]) -> Option<Vec<Box<str>>> {
    let mut paths: Vec<Box<str>> = Vec::new();
    while !bytes.is_empty() {
        let common = usize::try_from(take(&mut bytes)?).ok()?;
        let length = usize::try_from(take(&mut bytes)?).ok()?;
        let last = paths.last().map_or("", |path| path);
        let mut path = last.as_bytes().get(..common)?.to_vec();
        path.extend(bytes.get(..length)?);
        bytes = bytes.get(length..)?;
        paths.push(String::from_utf8(path).ok()?.into());
    }
    Some(paths)
}
