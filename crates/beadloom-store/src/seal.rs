//! Tells an index that this user made on this machine from one that somebody else put there.
//!
//! A repository may bring an index with it, and what stands in that is believed: it would answer with text that is in no
//! file. So beside the index lies a seal, made with a secret that no repository knows. It names the file itself – its inode
//! and when it was made –, because a copy that was changed on its way may bring the seal along that it once had.
//!
//! SQLite takes what a log beside the file says for a part of it, whoever wrote that; so the log has a seal of its own, made
//! before anything is written into it.

use std::fs::Metadata;
use std::io::Read;
use std::time::UNIX_EPOCH;

use sha2::{Digest, Sha256};

/// The secret of a user on a machine.
#[derive(Clone, Copy)]
pub struct SealKey([u8; 32]);

impl std::fmt::Debug for SealKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKey")
    }
}

/// HMAC-SHA-256.
pub(crate) type Mac = [u8; 32];

impl SealKey {
    /// Bytes of a secret.
    pub const BYTES: usize = 32;

    /// Of random bytes.
    pub fn new(secret: [u8; Self::BYTES]) -> Self {
        Self(secret)
    }

    /// A code of a text that nobody makes, or reads, without the secret. Codes for different purposes say nothing of each other.
    pub fn code(&self, purpose: &[u8], text: &[u8]) -> [u8; 32] {
        self.mac(&[purpose, &[0], text])
    }

    /// RFC 2104.
    pub(crate) fn mac(&self, parts: &[&[u8]]) -> Mac {
        let mut inner = self.begun();
        parts.iter().for_each(|part| inner.update(part));
        self.ended(inner)
    }

    /// The code of these parts and of all that is read.
    pub(crate) fn mac_of(&self, parts: &[&[u8]], mut from: impl Read) -> std::io::Result<Mac> {
        let mut inner = self.begun();
        parts.iter().for_each(|part| inner.update(part));
        let mut buffer = vec![0; 64 << 10];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => return Ok(self.ended(inner)),
                Ok(read) => inner.update(buffer.get(..read).unwrap_or_default()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn begun(&self) -> Sha256 {
        Sha256::new_with_prefix(self.padded(0x36))
    }

    fn ended(&self, inner: Sha256) -> Mac {
        let mut outer = Sha256::new_with_prefix(self.padded(0x5c));
        outer.update(inner.finalize());
        outer.finalize().into()
    }

    fn padded(&self, pad: u8) -> [u8; 64] {
        let mut block = [pad; 64];
        block.iter_mut().zip(self.0).for_each(|(byte, key)| *byte ^= key);
        block
    }
}

/// Tells a file from every other one, also from one that is made at the same path right after this was deleted: such a one
/// often gets the same inode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileId {
    /// 0 where the platform has none.
    inode: u64,
    /// When it was made, in nanoseconds since 1970; 0 where the file system does not say.
    made_ns: u128,
}

impl FileId {
    /// That of a file.
    pub fn of(metadata: &Metadata) -> Self {
        let made = metadata.created().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Self { inode: inode(metadata), made_ns: made.map_or(0, |since| since.as_nanos()) }
    }

    /// A name that no other file had before or will have; None where the file system does not say when a file was made, because a
    /// number is given again.
    pub fn name(self) -> Option<String> {
        (self.made_ns != 0 && self.inode != 0).then(|| format!("{:x}-{:x}", self.inode, self.made_ns))
    }

    fn bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        let (inode, made) = bytes.split_at_mut(8);
        inode.copy_from_slice(&self.inode.to_le_bytes());
        made.copy_from_slice(&self.made_ns.to_le_bytes());
        bytes
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

/// What lies beside an index: a code for the file, and one for its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seal([u8; Seal::BYTES]);

impl Seal {
    pub(crate) const BYTES: usize = 64;

    /// Of an index, and of its log where there is one.
    pub(crate) fn new(key: &SealKey, index: FileId, log: Option<FileId>) -> Self {
        let mut bytes = [0; Self::BYTES];
        let (of_index, of_log) = bytes.split_at_mut(32);
        of_index.copy_from_slice(&index_mac(key, index));
        if let Some(log) = log {
            of_log.copy_from_slice(&log_mac(key, index, log));
        }
        Self(bytes)
    }

    /// As it was read; None where that is no seal.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn is_of(&self, key: &SealKey, index: FileId) -> bool {
        same(self.0.split_at(32).0, &index_mac(key, index))
    }

    pub(crate) fn is_of_log(&self, key: &SealKey, index: FileId, log: FileId) -> bool {
        same(self.0.split_at(32).1, &log_mac(key, index, log))
    }
}

fn index_mac(key: &SealKey, index: FileId) -> Mac {
    key.mac(&[b"beadloom index", &index.bytes()])
}

fn log_mac(key: &SealKey, index: FileId, log: FileId) -> Mac {
    key.mac(&[b"beadloom log", &index.bytes(), &log.bytes()])
}

/// In a time that does not tell how much of it is the same.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_that_of_the_standard() {
        // RFC 4231, test case 1, whose key of twenty bytes is filled up with zeros in any case.
        let mut secret = [0; 32];
        secret.iter_mut().take(20).for_each(|byte| *byte = 0x0b);
        let mac = SealKey::new(secret).mac(&[b"Hi ", b"There"]);
        let hex: String = mac.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    }

    #[test]
    fn a_seal_is_of_one_file_one_log_and_one_secret() {
        let (key, other) = (SealKey::new([1; 32]), SealKey::new([2; 32]));
        let id = |inode, made_ns| FileId { inode, made_ns };
        let seal = Seal::new(&key, id(7, 100), Some(id(8, 200)));
        assert!(seal.is_of(&key, id(7, 100)) && seal.is_of_log(&key, id(7, 100), id(8, 200)));
        for (key, index, log) in
            [(&other, id(7, 100), id(8, 200)), (&key, id(6, 100), id(8, 200)), (&key, id(7, 101), id(8, 200))]
        {
            assert!(!seal.is_of(key, index) && !seal.is_of_log(key, index, log));
        }
        assert!(!seal.is_of_log(&key, id(7, 100), id(8, 201)));
        assert!(!Seal::new(&key, id(7, 100), None).is_of_log(&key, id(7, 100), id(8, 200)));
        assert_eq!(Seal::read(seal.bytes()), Some(seal));
        assert_eq!(Seal::read(&[0; 63]), None);
    }
}
