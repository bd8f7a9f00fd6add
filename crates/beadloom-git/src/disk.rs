//! Files of the work tree compared with blobs. Git is never asked to do that: on its way it would run the filters that the
//! repository's attributes and settings name.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use beadloom_files::open_regular;
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// Bytes that are read at once.
const READ_BYTES: usize = 64 << 10;

/// Bytes of a file that is compared with a blob. A larger one counts as changed: what it holds would take minutes, and a file
/// with holes may say that it has a terabyte.
const MAX_FILE_BYTES: u64 = 2 << 30;

/// Letters of an id of SHA-256; those of SHA-1 are 40.
const SHA256_LETTERS: usize = 64;

/// What lies where a file of the work tree should be.
pub(crate) enum OnDisk {
    /// Nothing, or a folder; or a link leads there, so that it is none of this work tree's.
    Nothing,
    /// A file or link.
    Entry(std::fs::Metadata),
}

/// Looks at entries of a folder one after the other, none of them through a link: what a link leads to is no file of the
/// repository.
pub(crate) struct Disk<'a> {
    folder: &'a Path,
    /// The last folder that was looked at, relative, and whether one gets there without a link.
    last: (PathBuf, bool),
}

impl<'a> Disk<'a> {
    pub(crate) fn new(folder: &'a Path) -> Self {
        Self { folder, last: (PathBuf::new(), true) }
    }

    /// What is at a path relative to the folder.
    pub(crate) fn look(&mut self, path: &Path) -> OnDisk {
        if !self.is_reached(path.parent().unwrap_or(Path::new(""))) {
            return OnDisk::Nothing;
        }
        match self.folder.join(path).symlink_metadata() {
            Ok(metadata) if !metadata.is_dir() => OnDisk::Entry(metadata),
            _ => OnDisk::Nothing,
        }
    }

    fn is_reached(&mut self, folder: &Path) -> bool {
        if self.last.0 == folder {
            return self.last.1;
        }
        let mut way = self.folder.to_owned();
        let is_reached = folder.iter().all(|part| {
            way.push(part);
            way.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
        });
        self.last = (folder.to_owned(), is_reached);
        is_reached
    }

    /// Git's id of a file as it lies there.
    ///
    /// # Errors
    /// If the file does not exist or cannot be read.
    pub(crate) fn id(&mut self, path: &Path, letters: usize) -> io::Result<String> {
        let OnDisk::Entry(metadata) = self.look(path) else { return Err(io::ErrorKind::NotFound.into()) };
        let place = self.folder.join(path);
        let mut name = Name::begin(letters, metadata.len());
        if metadata.is_symlink() {
            name.add(target(&place)?.as_encoded_bytes());
        } else {
            each_piece(&place, &metadata, |piece| name.add(piece))?;
        }
        Ok(name.end())
    }

    /// What a file holds; None where it is larger than `most`, or no file.
    pub(crate) fn read(&mut self, path: &Path, most: u64) -> Option<Vec<u8>> {
        let OnDisk::Entry(metadata) = self.look(path) else { return None };
        let mut bytes = Vec::new();
        if metadata.len() <= most {
            each_piece(&self.folder.join(path), &metadata, |piece| bytes.extend_from_slice(piece)).ok()?;
            return Some(bytes);
        }
        None
    }

    /// Whether a file or link holds what a blob does. It may hold that with the line ends of Windows, and instead of a pointer
    /// the large file that it names: the conversions that Git and its extension for large files do by themselves.
    pub(crate) fn holds(&mut self, path: &Path, metadata: &std::fs::Metadata, id: &str) -> bool {
        let place = self.folder.join(path);
        let held = if metadata.is_symlink() {
            target(&place).map(|target| {
                let bytes = target.as_encoded_bytes();
                let mut name = Name::begin(id.len(), bytes.len() as u64);
                name.add(bytes);
                name.end() == id
            })
        } else {
            is_in(&place, metadata, id)
        };
        held.unwrap_or(false)
    }
}

fn target(link: &Path) -> io::Result<std::ffi::OsString> {
    let target = std::fs::read_link(link)?;
    Ok(if cfg!(windows) { target.to_string_lossy().replace('\\', "/").into() } else { target.into() })
}

fn is_in(place: &Path, metadata: &std::fs::Metadata, id: &str) -> io::Result<bool> {
    let mut name = Name::begin(id.len(), metadata.len());
    let (mut ends, mut returned, mut bytes) = (0, false, 0);
    each_piece(place, metadata, |piece| {
        name.add(piece);
        bytes += piece.len() as u64;
        for byte in piece {
            ends += u64::from(returned && *byte == b'\n');
            returned = *byte == b'\r';
        }
    })?;
    if name.end() == id {
        return Ok(true);
    }
    let mut unix = Name::begin(id.len(), bytes.saturating_sub(ends));
    let mut content = Sha256::new();
    let mut held_back = false;
    each_piece(place, metadata, |piece| {
        content.update(piece);
        if ends > 0 {
            for line in piece.split_inclusive(|byte| *byte == b'\n') {
                if held_back && line != b"\n" {
                    unix.add(b"\r");
                }
                held_back = false;
                let line = if let Some(text) = line.strip_suffix(b"\r\n") {
                    unix.add(text);
                    b"\n"
                } else if let Some(text) = line.strip_suffix(b"\r") {
                    held_back = true;
                    text
                } else {
                    line
                };
                unix.add(line);
            }
        }
    })?;
    if held_back {
        unix.add(b"\r");
    }
    if ends > 0 && unix.end() == id {
        return Ok(true);
    }
    let pointer = format!(
        "version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize {bytes}\n",
        hexadecimal(&content.finalize())
    );
    let mut name = Name::begin(id.len(), pointer.len() as u64);
    name.add(pointer.as_bytes());
    Ok(name.end() == id)
}

/// Reads a regular file; of anything else reading may have no end.
fn each_piece(place: &Path, metadata: &std::fs::Metadata, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    if metadata.len() > MAX_FILE_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    // What grows meanwhile has another size than its stat says, and so another name.
    let (file, _) = open_regular(place)?;
    let mut file = file.take(metadata.len().saturating_add(1));
    let mut piece = vec![0; READ_BYTES.min(usize::try_from(metadata.len()).unwrap_or(READ_BYTES).max(1))];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(length) => take(piece.get(..length).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The id of a blob in the making.
enum Name {
    Short(Sha1),
    Long(Sha256),
}

impl Name {
    fn begin(letters: usize, bytes: u64) -> Self {
        let mut name =
            if letters == SHA256_LETTERS { Self::Long(Sha256::new()) } else { Self::Short(Sha1::new()) };
        name.add(format!("blob {bytes}\0").as_bytes());
        name
    }

    fn add(&mut self, bytes: &[u8]) {
        match self {
            Self::Short(hash) => hash.update(bytes),
            Self::Long(hash) => hash.update(bytes),
        }
    }

    fn end(self) -> String {
        match self {
            Self::Short(hash) => hexadecimal(&hash.finalize()),
            Self::Long(hash) => hexadecimal(&hash.finalize()),
        }
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |half: u8| DIGITS.get(usize::from(half)).copied().unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
