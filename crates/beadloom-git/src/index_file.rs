//! Git's index as it lies on the disk, of the two versions that nearly all repositories have. Asking Git for the list takes
//! longer than looking at every file of it; for other versions, and for an index in parts, that is what is done.

use crate::index_entry::{Entry, Id, Stat};

/// Bytes of numbers in front of an entry's id.
const NUMBERS: usize = 40;

/// Bytes of the ids of SHA-1 and of SHA-256.
const IDS: [usize; 2] = [20, 32];

/// Parts that say that the list is not whole: those of a split index, and folders of a sparse one.
const PARTIAL: [&[u8; 4]; 2] = [b"link", b"sdir"];

/// The entries of an index, without submodules; None where it is of a form that is not known here.
pub(crate) fn entries(bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    IDS.iter().find_map(|id| {
        let (_, count, rest) = begin(bytes, *id)?;
        // A count that is too large for the bytes is no reason to take memory.
        let mut entries = Vec::with_capacity((count as usize).min(rest.len() / (NUMBERS + id)));
        read(bytes, *id, &mut |entry| entries.push(entry)).map(|()| entries)
    })
}

/// What `add` makes of them one by one, from nothing.
pub(crate) fn gather<T: Default>(bytes: &[u8], add: impl Fn(&mut T, Entry<'_>)) -> Option<T> {
    IDS.iter().find_map(|id| {
        let mut gathered = T::default();
        read(bytes, *id, &mut |entry| add(&mut gathered, entry)).map(|()| gathered)
    })
}

/// The version, how many entries there are, and those with what follows them.
fn begin(bytes: &[u8], id: usize) -> Option<(u32, u32, &[u8])> {
    let mut rest = bytes.get(..bytes.len().checked_sub(id)?)?.strip_prefix(b"DIRC")?;
    Some((number(&mut rest)?, number(&mut rest)?, rest))
}

fn read<'a>(bytes: &'a [u8], id: usize, take: &mut dyn FnMut(Entry<'a>)) -> Option<()> {
    let (version, count, mut rest) = begin(bytes, id)?;
    if !matches!(version, 2 | 3) {
        return None;
    }
    for _ in 0..count {
        let (entry, behind) = entry(rest, id)?;
        rest = behind;
        if let Some(entry) = entry.filter(|entry| !entry.is_submodule()) {
            take(entry);
        }
    }
    while !rest.is_empty() {
        let (name, behind) = rest.split_first_chunk::<4>()?;
        rest = behind;
        let length = number(&mut rest)? as usize;
        rest = rest.get(length..)?;
        if PARTIAL.contains(&name) {
            return None;
        }
    }
    Some(())
}

fn entry(bytes: &[u8], id: usize) -> Option<(Option<Entry<'_>>, &[u8])> {
    let mut rest = bytes;
    let mut numbers = [0; NUMBERS / 4];
    for one in &mut numbers {
        *one = number(&mut rest)?;
    }
    let [changed, changed_part, modified, modified_part, _, inode, mode, _, _, size] = numbers;
    let name = rest.get(..id)?;
    let flags = u16::from_be_bytes(rest.get(id..id + 2)?.try_into().ok()?);
    rest = rest.get(id + 2..)?;
    // As Git keeps them in memory, and prints them.
    let mut all = u32::from(flags & 0x8000);
    if flags & 0x4000 != 0 {
        let more = u16::from_be_bytes(rest.get(..2)?.try_into().ok()?);
        all |= u32::from(more & 0x6000) << 16;
        rest = rest.get(2..)?;
    }
    let path = rest.get(..rest.iter().position(|byte| *byte == 0)?)?;
    // Zeros fill the entry up to a multiple of eight bytes, one of them at least.
    let length = (bytes.len() - rest.len() + path.len() + 8) & !7;
    let stat = Stat { changed: (changed, changed_part), modified: (modified, modified_part), inode, size };
    let stage = (flags >> 12 & 3) as u8;
    Some((Some(Entry { mode, id: Id::Raw(name), stage, path, stat, flags: all }), bytes.get(length..)?))
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (first, behind) = rest.split_first_chunk::<4>()?;
    *rest = behind;
    Some(u32::from_be_bytes(*first))
}

#[cfg(test)]
mod tests {
    use super::entries;

    /// An index with one entry.
    fn index(version: u32, path: &str, extension: &[u8; 4]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(1_u32.to_be_bytes());
        let begin = bytes.len();
        for number in [1, 2, 3, 4, 5, 6, 0o100_644, 7, 8, 9_u32] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend([0xab; 20]);
        bytes.extend(if version == 3 { 0x4001_u16 } else { 1 }.to_be_bytes());
        if version == 3 {
            bytes.extend(0x2000_u16.to_be_bytes());
        }
        bytes.extend(path.as_bytes());
        bytes.push(0);
        while !(bytes.len() - begin).is_multiple_of(8) {
            bytes.push(0);
        }
        bytes.extend(extension);
        bytes.extend(3_u32.to_be_bytes());
        bytes.extend(b"xyz");
        bytes.extend([0; 20]);
        bytes
    }

    #[test]
    fn an_index_is_read_or_left_to_git() {
        for path in ["a", "src/a b.py", "1234567", "12345678"] {
            for version in [2, 3] {
                let bytes = index(version, path, b"TREE");
                let found = entries(&bytes).unwrap();
                assert_eq!(found.len(), 1);
                assert_eq!(found[0].path(), path);
                assert_eq!(found[0].id(), "ab".repeat(20));
                assert_eq!(found[0].is_intended(), version == 3);
            }
            assert!(entries(&index(4, path, b"TREE")).is_none());
            assert!(entries(&index(2, path, b"link")).is_none());
            assert!(entries(&index(2, path, b"sdir")).is_none());
        }
        let whole = index(2, "src/a.py", b"TREE");
        for end in 0..whole.len() {
            let _ = entries(&whole[..end]);
        }
        let mut many = whole.clone();
        many[8..12].copy_from_slice(&u32::MAX.to_be_bytes());
        assert!(entries(&many).is_none());
    }
}
