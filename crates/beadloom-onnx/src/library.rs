//! Whether a file can be the runtime's library, as far as its outline shows.
//!
//! The system maps a library and trusts what its headers say: one that was cut off ends the process with a signal.
//! So the headers are compared with the file's size first. That finds every download that broke off; it does not
//! find single wrong bytes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use beadloom_model::{Code, Error, Result};

/// Headers of programs and sections are looked for in this many bytes; in the libraries there are, they take 2 KB.
const HEADER_BYTES: usize = 64 * 1024;
/// The smallest runtime has several megabytes.
const MIN_BYTES: u64 = 64 * 1024;
/// Libraries with support for graphics cards are large.
const MAX_BYTES: u64 = 4 << 30;

const HINT: &str = "install onnxruntime-node beside beadloom (`npm install onnxruntime-node`), or set ORT_DYLIB_PATH to the library of an ONNX runtime 1.17 or newer";

/// What is wrong with the library.
pub(crate) fn invalid_model(path: &Path, what: impl Into<String>) -> Error {
    Error::new(Code::NoRuntime, what).at(path.display().to_string(), 0, 0).hint(HINT)
}

/// Checks that the file is a shared library for this machine, and whole.
///
/// # Errors
/// `no_runtime` where it is missing, cannot be read, is something else, or ends before its last section does.
pub fn check_library(path: &Path) -> Result<()> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => invalid_model(path, "no such library"),
        _ => invalid_model(path, "the library cannot be read").caused_by(error),
    };
    let metadata = path.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(invalid_model(path, "this is not a file; expected the library of an ONNX runtime"));
    }
    let file = File::open(path).map_err(unreadable)?;
    let mut head = Vec::with_capacity(HEADER_BYTES);
    file.take(HEADER_BYTES as u64).read_to_end(&mut head).map_err(unreadable)?;
    check(&head, metadata.len(), Machine::HERE).map_err(|what| invalid_model(path, what))
}

/// What a library is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Machine {
    X64,
    Arm64,
    /// Nothing is compared.
    Other,
}

impl Machine {
    const HERE: Self = if cfg!(target_arch = "x86_64") {
        Self::X64
    } else if cfg!(target_arch = "aarch64") {
        Self::Arm64
    } else {
        Self::Other
    };

    fn among(self, x64: u32, arm64: u32, found: u32) -> bool {
        match self {
            Self::X64 => found == x64,
            Self::Arm64 => found == arm64,
            Self::Other => true,
        }
    }
}

const NOT_A_LIBRARY: &str = "this is not a shared library";
const OTHER_MACHINE: &str = "the library is for another kind of processor";
const CUT_OFF: &str = "the library is cut off: it ends before its last section";

fn check(head: &[u8], size: u64, machine: Machine) -> Result<(), &'static str> {
    let bytes = Bytes(head);
    let ends = match head {
        [0x7f, b'E', b'L', b'F', 2, 1, ..] => elf(bytes, machine)?,
        [0xcf, 0xfa, 0xed, 0xfe, ..] => mach_o(bytes, machine)?,
        [0xca, 0xfe, 0xba, 0xbe, ..] => mach_o_fat(bytes, machine)?,
        [b'M', b'Z', ..] => pe(bytes, machine)?,
        _ => return Err(NOT_A_LIBRARY),
    };
    if !(MIN_BYTES..=MAX_BYTES).contains(&size) || ends > size {
        return Err(CUT_OFF);
    }
    Ok(())
}

/// Numbers out of the file's first bytes; one that stands behind them is an error.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const N: usize>(self, at: u64) -> Result<[u8; N], &'static str> {
        let from = usize::try_from(at).map_err(|_| NOT_A_LIBRARY)?;
        let to = from.checked_add(N).ok_or(NOT_A_LIBRARY)?;
        self.0.get(from..to).and_then(|slice| slice.try_into().ok()).ok_or(NOT_A_LIBRARY)
    }

    fn u16(self, at: u64) -> Result<u32, &'static str> {
        Ok(u32::from(u16::from_le_bytes(self.array(at)?)))
    }

    fn u32(self, at: u64) -> Result<u32, &'static str> {
        Ok(u32::from_le_bytes(self.array(at)?))
    }

    fn u64(self, at: u64) -> Result<u64, &'static str> {
        Ok(u64::from_le_bytes(self.array(at)?))
    }

    fn u32_big(self, at: u64) -> Result<u64, &'static str> {
        Ok(u64::from(u32::from_be_bytes(self.array(at)?)))
    }
}

/// Where the last segment and the table of sections end. Linkers put that table last.
fn elf(bytes: Bytes<'_>, machine: Machine) -> Result<u64, &'static str> {
    const SHARED_OBJECT: u32 = 3;
    if bytes.u16(16)? != SHARED_OBJECT {
        return Err(NOT_A_LIBRARY);
    }
    if !machine.among(62, 183, bytes.u16(18)?) {
        return Err(OTHER_MACHINE);
    }
    let (segments, sections) = (bytes.u64(32)?, bytes.u64(40)?);
    let (segment_size, segment_count) = (u64::from(bytes.u16(54)?), u64::from(bytes.u16(56)?));
    let (section_size, section_count) = (u64::from(bytes.u16(58)?), u64::from(bytes.u16(60)?));
    let mut ends = sections.saturating_add(section_size * section_count);
    for index in 0..segment_count {
        let at = segments.saturating_add(index * segment_size);
        let (offset, length) = (bytes.u64(at.saturating_add(8))?, bytes.u64(at.saturating_add(32))?);
        ends = ends.max(offset.saturating_add(length));
    }
    Ok(ends)
}

/// Where the last segment ends.
fn mach_o(bytes: Bytes<'_>, machine: Machine) -> Result<u64, &'static str> {
    const DYNAMIC_LIBRARY: u32 = 6;
    const SEGMENT_64: u32 = 0x19;
    if !machine.among(0x0100_0007, 0x0100_000c, bytes.u32(4)?) {
        return Err(OTHER_MACHINE);
    }
    if bytes.u32(12)? != DYNAMIC_LIBRARY {
        return Err(NOT_A_LIBRARY);
    }
    let mut at: u64 = 32;
    let mut ends = 0;
    for _ in 0..bytes.u32(16)? {
        let (command, length) = (bytes.u32(at)?, bytes.u32(at + 4)?);
        if command == SEGMENT_64 {
            ends = ends.max(bytes.u64(at + 40)?.saturating_add(bytes.u64(at + 48)?));
        }
        if length < 8 {
            return Err(NOT_A_LIBRARY);
        }
        at += u64::from(length);
    }
    Ok(ends)
}

/// Where the last of several libraries for different processors ends.
fn mach_o_fat(bytes: Bytes<'_>, machine: Machine) -> Result<u64, &'static str> {
    let mut ends = 0;
    let mut fits = false;
    for index in 0..bytes.u32_big(4)?.min(64) {
        let at = 8 + index * 20;
        let processor = u32::try_from(bytes.u32_big(at)?).unwrap_or(0);
        fits |= machine.among(0x0100_0007, 0x0100_000c, processor);
        ends = ends.max(bytes.u32_big(at + 8)? + bytes.u32_big(at + 12)?);
    }
    if fits { Ok(ends) } else { Err(OTHER_MACHINE) }
}

/// Where the last section ends, and the signature behind it.
fn pe(bytes: Bytes<'_>, machine: Machine) -> Result<u64, &'static str> {
    const LIBRARY: u32 = 0x2000;
    let at = u64::from(bytes.u32(0x3c)?);
    if bytes.array(at)? != *b"PE\0\0" {
        return Err(NOT_A_LIBRARY);
    }
    if !machine.among(0x8664, 0xaa64, bytes.u16(at + 4)?) {
        return Err(OTHER_MACHINE);
    }
    if bytes.u16(at + 22)? & LIBRARY == 0 {
        return Err(NOT_A_LIBRARY);
    }
    let sections = at + 24 + u64::from(bytes.u16(at + 20)?);
    let mut ends = 0;
    for index in 0..u64::from(bytes.u16(at + 6)?) {
        let section = sections + index * 40;
        ends = ends.max(u64::from(bytes.u32(section + 16)?) + u64::from(bytes.u32(section + 20)?));
    }
    // The table of certificates is the one directory that is named by its place in the file. It is the fifth of those
    // that follow 112 bytes of the optional header.
    let certificates = at + 24 + 112 + 4 * 8;
    if certificates + 8 <= sections {
        let (from, length) = (bytes.u32(certificates)?, bytes.u32(certificates + 4)?);
        ends = ends.max(u64::from(from) + u64::from(length));
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u64 = 1_000_000;

    fn put(bytes: &mut [u8], at: usize, what: &[u8]) {
        bytes[at..at + what.len()].copy_from_slice(what);
    }

    /// A 64-bit ELF library with one segment and 30 sections, whose table ends with the file.
    fn elf_head(machine: u16) -> Vec<u8> {
        let mut head = vec![0; 4096];
        put(&mut head, 0, &[0x7f, b'E', b'L', b'F', 2, 1, 1]);
        put(&mut head, 16, &3_u16.to_le_bytes());
        put(&mut head, 18, &machine.to_le_bytes());
        put(&mut head, 32, &64_u64.to_le_bytes());
        put(&mut head, 40, &(SIZE - 30 * 64).to_le_bytes());
        for (at, value) in [(54, 56_u16), (56, 1), (58, 64), (60, 30)] {
            put(&mut head, at, &value.to_le_bytes());
        }
        put(&mut head, 64 + 32, &900_000_u64.to_le_bytes());
        head
    }

    fn mach_o_head() -> Vec<u8> {
        let mut head = vec![0; 4096];
        put(&mut head, 0, &[0xcf, 0xfa, 0xed, 0xfe]);
        put(&mut head, 4, &0x0100_000c_u32.to_le_bytes());
        put(&mut head, 12, &6_u32.to_le_bytes());
        put(&mut head, 16, &1_u32.to_le_bytes());
        put(&mut head, 32, &0x19_u32.to_le_bytes());
        put(&mut head, 36, &72_u32.to_le_bytes());
        put(&mut head, 32 + 40, &4096_u64.to_le_bytes());
        put(&mut head, 32 + 48, &(SIZE - 4096).to_le_bytes());
        head
    }

    fn pe_head() -> Vec<u8> {
        let mut head = vec![0; 4096];
        put(&mut head, 0, b"MZ");
        put(&mut head, 0x3c, &128_u32.to_le_bytes());
        put(&mut head, 128, b"PE\0\0");
        put(&mut head, 132, &0x8664_u16.to_le_bytes());
        put(&mut head, 134, &1_u16.to_le_bytes());
        put(&mut head, 148, &240_u16.to_le_bytes());
        put(&mut head, 150, &0x2022_u16.to_le_bytes());
        put(&mut head, 152 + 240 + 16, &4096_u32.to_le_bytes());
        put(&mut head, 152 + 240 + 20, &1024_u32.to_le_bytes());
        // The signature is last.
        put(&mut head, 152 + 112 + 32, &990_000_u32.to_le_bytes());
        put(&mut head, 152 + 112 + 36, &10_000_u32.to_le_bytes());
        head
    }

    #[test]
    fn a_library_must_be_whole_and_for_this_machine() {
        let elf = elf_head(62);
        let fat = [&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 1, 1, 0, 0, 7, 0, 0, 0, 3][..], &[0; 4080]].concat();
        let mut program = elf.clone();
        put(&mut program, 16, &2_u16.to_le_bytes());
        let mut wild = elf.clone();
        put(&mut wild, 40, &u64::MAX.to_le_bytes());
        let mut endless = mach_o_head();
        put(&mut endless, 36, &0_u32.to_le_bytes());
        type Case<'a> = (&'a str, &'a [u8], u64, Machine, Result<(), &'a str>);
        let cases: [Case<'_>; 16] = [
            ("whole", &elf, SIZE, Machine::X64, Ok(())),
            ("longer", &elf, SIZE + 5, Machine::X64, Ok(())),
            ("cut by one byte", &elf, SIZE - 1, Machine::X64, Err(CUT_OFF)),
            ("cut in half", &elf, SIZE / 2, Machine::X64, Err(CUT_OFF)),
            ("for Arm", &elf_head(183), SIZE, Machine::X64, Err(OTHER_MACHINE)),
            ("on Arm", &elf_head(183), SIZE, Machine::Arm64, Ok(())),
            ("elsewhere", &elf_head(243), SIZE, Machine::Other, Ok(())),
            ("a program", &program, SIZE, Machine::X64, Err(NOT_A_LIBRARY)),
            ("sections at the end of the world", &wild, SIZE, Machine::X64, Err(CUT_OFF)),
            ("only the first bytes", &elf[..40], 40, Machine::X64, Err(NOT_A_LIBRARY)),
            ("text", b"MIT License", 1000, Machine::X64, Err(NOT_A_LIBRARY)),
            ("nothing", b"", 0, Machine::X64, Err(NOT_A_LIBRARY)),
            ("Mach-O", &mach_o_head(), SIZE, Machine::Arm64, Ok(())),
            ("Mach-O cut", &mach_o_head(), SIZE - 1, Machine::Arm64, Err(CUT_OFF)),
            ("Mach-O in circles", &endless, SIZE, Machine::Arm64, Err(NOT_A_LIBRARY)),
            ("Mach-O for others", &fat, SIZE, Machine::Arm64, Err(OTHER_MACHINE)),
        ];
        for (what, head, size, machine, expected) in cases {
            assert_eq!(check(head, size, machine), expected, "{what}");
        }
        assert_eq!(check(&pe_head(), SIZE, Machine::X64), Ok(()));
        assert_eq!(check(&pe_head(), SIZE - 1, Machine::X64), Err(CUT_OFF));
        assert_eq!(check(&pe_head(), SIZE, Machine::Arm64), Err(OTHER_MACHINE));
    }

    #[test]
    fn no_header_is_trusted() {
        let mut random = fastrand::Rng::with_seed(7);
        for template in [elf_head(62), mach_o_head(), pe_head()] {
            for _ in 0..2_000 {
                let mut head = template.clone();
                for _ in 0..random.usize(1..8) {
                    let at = random.usize(4..700);
                    head[at] = random.u8(..);
                }
                let length = random.usize(0..head.len());
                let _ = check(&head[..length], SIZE, Machine::Other);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("libonnxruntime.so");
        let missing = check_library(&file).unwrap_err();
        assert_eq!((missing.code, missing.message.as_str()), (Code::NoRuntime, "no such library"));
        assert_eq!(missing.path.as_deref(), file.to_str());
        assert!(missing.hint.is_some_and(|hint| hint.contains("ORT_DYLIB_PATH")));
        assert_eq!(
            check_library(folder.path()).unwrap_err().message,
            "this is not a file; expected the library of an ONNX runtime"
        );
        std::fs::write(&file, "not a library").unwrap();
        assert_eq!(check_library(&file).unwrap_err().message, NOT_A_LIBRARY);
    }
}
