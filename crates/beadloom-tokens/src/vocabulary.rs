//! The tokens of an encoding, read from its file where they lie.

use std::fmt;

use crate::Encoding;
use crate::format::{Header, MAX_TOKEN_BYTES, SLOT_LEN, Slot, bucket, checksum, hash, slot};

/// Why bytes are not a vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenError {
    /// They begin with something else: another kind of file, or a layout of another version.
    NotAVocabulary,
    /// They are the vocabulary of another encoding.
    OtherEncoding,
    /// They are too few, too many, or not those that were written.
    Damaged,
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAVocabulary => "is not a vocabulary of this version",
            Self::OtherEncoding => "is the vocabulary of another encoding",
            Self::Damaged => "is damaged",
        })
    }
}

impl std::error::Error for OpenError {}

/// A vocabulary file that was found whole.
pub(crate) struct Vocabulary {
    file: Vec<u8>,
    header: Header,
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary").field("bytes", &self.file.len()).finish()
    }
}

impl Vocabulary {
    /// Looks at every byte once, for the checksum.
    pub(crate) fn open(encoding: Encoding, file: Vec<u8>) -> Result<Self, OpenError> {
        let (header, body) = Header::read(&file).ok_or(OpenError::NotAVocabulary)?;
        if header.name != Header::name_of(encoding) {
            return Err(OpenError::OtherEncoding);
        }
        if header.parts(body).is_none() || checksum(body) != header.checksum {
            return Err(OpenError::Damaged);
        }
        Ok(Self { file, header })
    }

    /// The parts of the file, to look tokens up in.
    #[inline]
    pub(crate) fn table(&self) -> Table<'_> {
        // Both were there when the file was opened.
        Header::read(&self.file).and_then(|(_, body)| self.header.parts(body)).map_or(
            Table { slots: &[], pilots: &[], text: &[] },
            |(slots, pilots, text)| Table { slots, pilots, text },
        )
    }
}

/// The parts of a vocabulary file; see [`crate::format`].
pub(crate) struct Table<'a> {
    slots: &'a [[u8; SLOT_LEN]],
    pilots: &'a [[u8; 2]],
    text: &'a [u8],
}

impl Table<'_> {
    /// The rank, which is the id, of the token that consists of `token`, if there is one.
    #[inline]
    pub(crate) fn rank(&self, token: &[u8]) -> Option<u32> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let hash = hash(token);
        let pilot = u16::from_le_bytes(*self.pilots.get(bucket(hash, self.pilots.len()))?);
        let slot = Slot::from_bytes(*self.slots.get(slot(hash, pilot, self.slots.len()))?);
        if !slot.may_be(hash, token.len()) {
            return None;
        }
        let offset = slot.offset();
        (self.text.get(offset..offset + token.len())? == token).then(|| slot.rank())
    }
}
