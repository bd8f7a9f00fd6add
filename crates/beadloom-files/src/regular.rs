//! Opening files as what they should be: regular ones, of a bounded size.
//!
//! A name in a project may lead to anything. To open a pipe means to wait for whoever writes into it, to read a device is
//! to read without end, some begin to work when they are opened, and a file with holes holds more than any memory.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

/// Opens a regular file for reading.
///
/// # Errors
/// `IsADirectory` for a folder, `InvalidInput` for whatever else is not a regular file, and those of the system.
pub fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    open_found(path, path.metadata()?)
}

/// The same for a file whose metadata was taken just now.
///
/// # Errors
/// As [`open_regular`].
pub fn open_found(path: &Path, found: Metadata) -> Result<(File, Metadata)> {
    // Looked at before, because it is opening that some devices act on; and after, because another may lie there by then.
    regular(found)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        // Nothing is waited for, and no terminal becomes that of this process.
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    let file = options.open(path)?;
    let metadata = regular(file.metadata()?)?;
    Ok((file, metadata))
}

fn regular(metadata: Metadata) -> Result<Metadata> {
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !metadata.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    Ok(metadata)
}

/// Bytes first asked for of a file without a size. What the system makes up when it is asked has none, and some of it
/// (`/proc/sys`) answers the first call only.
const PAGE: u64 = 4096;

/// The first `most` bytes of an open file, in place of what is in `bytes`. Takes one call of the system for the bytes that the
/// size names and one that finds the end: `read_to_end` begins with eight kilobytes.
///
/// # Errors
/// Those of the file system.
pub fn read_open(mut file: &File, metadata: &Metadata, most: u64, bytes: &mut Vec<u8>) -> Result<()> {
    let size = match metadata.len() {
        0 => PAGE,
        size => size.saturating_add(1),
    };
    let size = size.min(most);
    bytes.clear();
    bytes.resize(usize::try_from(size).unwrap_or(0), 0);
    let mut filled = 0;
    while let Some(free) = bytes.get_mut(filled..).filter(|free| !free.is_empty()) {
        match file.read(free) {
            Ok(0) => {
                bytes.truncate(filled);
                return Ok(());
            }
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    // It may grow while it is read.
    file.take(most.saturating_sub(filled as u64)).read_to_end(bytes)?;
    Ok(())
}

/// The bytes of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open_regular`]; `FileTooLarge` where there are more bytes, whatever size the system names.
pub fn read_regular(path: &Path, most: u64) -> Result<Vec<u8>> {
    let (file, metadata) = open_regular(path)?;
    let too_large = || Error::new(ErrorKind::FileTooLarge, format!("it is larger than {most} bytes"));
    if metadata.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    read_open(&file, &metadata, most.saturating_add(1), &mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// The text of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`read_regular`]; `InvalidData` where it is no UTF-8.
pub fn read_regular_text(path: &Path, most: u64) -> Result<String> {
    String::from_utf8(read_regular(path, most)?)
        .map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "12345").unwrap();
        assert_eq!(read_regular(&at("a"), 5).unwrap(), b"12345");
        assert_eq!(read_regular(&at("a"), 4).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_regular(folder.path(), 4).unwrap_err().kind(), ErrorKind::IsADirectory);
        assert_eq!(read_regular(&at("none"), 4).unwrap_err().kind(), ErrorKind::NotFound);
        std::fs::write(at("bytes"), [0xff_u8]).unwrap();
        assert_eq!(read_regular_text(&at("bytes"), 4).unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_system_makes_up_is_read_whole() {
        assert_eq!(read_regular(Path::new("/proc/sys/kernel/ostype"), 1 << 10).unwrap(), b"Linux\n");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("zeroes")).unwrap();
        std::os::unix::fs::symlink(at("loop"), at("loop")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        for name in ["socket", "zeroes", "pipe"] {
            assert_eq!(read_regular(&at(name), 100).unwrap_err().kind(), ErrorKind::InvalidInput, "{name}");
        }
        assert!(read_regular(&at("loop"), 100).is_err());
        // A terabyte that takes no room on the disk.
        File::create(at("holes")).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_regular(&at("holes"), 1 << 20).unwrap_err().kind(), ErrorKind::FileTooLarge);
    }
}
