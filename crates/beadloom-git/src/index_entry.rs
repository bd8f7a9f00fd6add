//! A file as Git's index has it.

use std::borrow::Cow;

use crate::disk::hexadecimal;

/// `assume-unchanged`, `intent-to-add` and `skip-worktree`, as `ls-files --debug` prints them.
pub(crate) const ASSUMED: u32 = 0x8000;
pub(crate) const INTENDED: u32 = 1 << 29;
pub(crate) const SKIPPED: u32 = 1 << 30;

/// Seconds and nanoseconds.
pub(crate) type Moment = (u32, u32);

/// What a file was like when Git last compared it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stat {
    pub(crate) changed: Moment,
    pub(crate) modified: Moment,
    pub(crate) inode: u32,
    pub(crate) size: u32,
}

/// Of a blob.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Id<'a> {
    /// In hexadecimal.
    Text(&'a str),
    /// As the index has it.
    Raw(&'a [u8]),
}

/// A file of the index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) mode: u32,
    pub(crate) id: Id<'a>,
    /// 0, or 1 to 3 while a merge has a conflict there.
    pub(crate) stage: u8,
    /// Relative to the folder.
    pub(crate) path: &'a [u8],
    pub(crate) stat: Stat,
    /// As `ls-files --debug` prints them.
    pub(crate) flags: u32,
}

impl Entry<'_> {
    pub(crate) fn path(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.path)
    }

    /// Of the blob, in hexadecimal.
    pub(crate) fn id(&self) -> String {
        match self.id {
            Id::Text(id) => id.to_owned(),
            Id::Raw(bytes) => hexadecimal(bytes),
        }
    }

    pub(crate) fn is_submodule(&self) -> bool {
        self.mode == 0o160_000
    }

    /// Whether a merge has a conflict there.
    pub(crate) fn is_unmerged(&self) -> bool {
        self.stage != 0
    }

    /// Whether Git was told of the file and not yet of what it holds.
    pub(crate) fn is_intended(&self) -> bool {
        self.flags & INTENDED != 0
    }

    pub(crate) fn is_link(&self) -> bool {
        self.mode == 0o120_000
    }
}
