//! Whether a file can be an ONNX model, as far as its outline shows: no runtime is needed to see that a download broke
//! off.
//!
//! An ONNX file is one message of protocol buffers: fields one after the other, each with its number, its type and, for
//! the long ones, its length. The seventh is the graph, nearly all of the file.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use beadloom_model::Result;

use crate::json::invalid_model;

const GRAPH: u64 = 7;
/// The message has a dozen of fields; metadata may repeat.
const MAX_FIELDS: usize = 10_000;

const NOT_A_MODEL: &str = "this is not an ONNX file";
const CUT_OFF: &str = "the ONNX file is cut off";

/// Goes through the outermost fields.
///
/// # Errors
/// `bad_model` where the file is something else, or ends before its fields do.
pub(crate) fn check_outline(path: &Path) -> Result<()> {
    let file =
        File::open(path).map_err(|error| invalid_model(path, "the file cannot be read").caused_by(error))?;
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let mut head = [0; 23];
    let mut reader = BufReader::new(file);
    if reader.read_exact(&mut head).is_ok() && head.starts_with(b"version https://git-lfs") {
        return Err(invalid_model(path, "this is a pointer of Git LFS, not the file itself"));
    }
    let outcome =
        reader.seek(SeekFrom::Start(0)).map_err(|_| NOT_A_MODEL).and_then(|_| fields(&mut reader, size));
    outcome.map_err(|what| invalid_model(path, what))
}

fn fields(reader: &mut (impl Read + Seek), size: u64) -> Result<(), &'static str> {
    let mut at = 0;
    let mut graph = false;
    for _ in 0..MAX_FIELDS {
        if at == size {
            return if graph { Ok(()) } else { Err(NOT_A_MODEL) };
        }
        let tag = varint(reader, &mut at)?;
        let length = match tag & 7 {
            0 => varint(reader, &mut at).map(|_| 0)?,
            1 => 8,
            2 => varint(reader, &mut at)?,
            5 => 4,
            _ => return Err(NOT_A_MODEL),
        };
        if tag >> 3 == GRAPH && tag & 7 == 2 {
            graph = true;
        }
        at = at.checked_add(length).filter(|&end| end <= size).ok_or(CUT_OFF)?;
        reader.seek(SeekFrom::Start(at)).map_err(|_| NOT_A_MODEL)?;
    }
    Err(NOT_A_MODEL)
}

fn varint(reader: &mut impl Read, at: &mut u64) -> Result<u64, &'static str> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let mut byte = [0];
        reader.read_exact(&mut byte).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => CUT_OFF,
            _ => NOT_A_MODEL,
        })?;
        *at += 1;
        value |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(NOT_A_MODEL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn a_model_is_told_from_what_is_none() {
        // ir_version 8, producer "x", a graph of five bytes, opset 17.
        let whole = [0x08, 8, 0x12, 1, b'x', 0x3a, 5, 1, 2, 3, 4, 5, 0x42, 2, 0x10, 17];
        let check = |bytes: &[u8]| fields(&mut Cursor::new(bytes), bytes.len() as u64);
        assert_eq!(check(&whole), Ok(()));
        for (bytes, expected) in [
            (&whole[..whole.len() - 1], CUT_OFF),
            (&whole[..9], CUT_OFF),
            (&whole[..6], CUT_OFF),
            (&whole[..5], NOT_A_MODEL),
            (b"", NOT_A_MODEL),
            (b"<!DOCTYPE html>", NOT_A_MODEL),
            (&[0xff; 64], NOT_A_MODEL),
            (&[0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], CUT_OFF),
        ] {
            assert_eq!(check(bytes), Err(expected), "{bytes:?}");
        }
    }
}
