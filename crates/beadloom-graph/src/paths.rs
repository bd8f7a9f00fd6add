//! Paths as people write them, in the one form that everything else compares.

use std::fmt;

use beadloom_model::Code;

/// The longest path that is accepted, in bytes; the longest that common file systems take.
const MAX_PATH_BYTES: usize = 4096;

/// How the project's root is written where it is the whole path.
pub const ROOT: &str = "./";

/// Why a path cannot be one of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathProblem {
    /// `..` leads above the project's root.
    Outside,
    /// Begins with `/`, `\` or a drive letter.
    Absolute,
    /// Contains a control character.
    ControlCharacter,
    /// Over 4,096 bytes.
    TooLong,
}

impl PathProblem {
    /// The code of a diagnostic or error about it.
    pub fn code(self) -> Code {
        match self {
            Self::Outside | Self::Absolute => Code::OutsideRoot,
            Self::ControlCharacter | Self::TooLong => Code::BadValue,
        }
    }

    /// What to do about it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Outside => "Paths are relative to the project's root and stay inside it",
            Self::Absolute => "Write the path relative to the project's root",
            Self::ControlCharacter => "Remove the control character",
            Self::TooLong => "Shorten the path",
        }
    }
}

impl fmt::Display for PathProblem {
    /// Reads on from the path: `"../x" leads outside the project`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "leads outside the project",
            Self::Absolute => "is an absolute path",
            Self::ControlCharacter => "contains a control character",
            Self::TooLong => "is longer than 4,096 bytes",
        })
    }
}

impl std::error::Error for PathProblem {}

/// Brings a path relative to the project's root into its one form.
///
/// Separators are `/`, single; there is no `.` and no `..`. A `/` at the end stays, and one is added where the
/// last segment was `.` or `..`, since only a folder can be meant. The root itself is [`ROOT`]; an empty path
/// stays empty. Nothing is looked up on a disk, so links are not followed here.
pub fn normalise(path: &str) -> Result<String, PathProblem> {
    if path.len() > MAX_PATH_BYTES {
        return Err(PathProblem::TooLong);
    }
    if path.chars().any(char::is_control) {
        return Err(PathProblem::ControlCharacter);
    }
    if is_absolute(path) {
        return Err(PathProblem::Absolute);
    }
    if path.is_empty() {
        return Ok(String::new());
    }

    let mut segments: Vec<&str> = Vec::new();
    let mut folder = false;
    for segment in path.split(['/', '\\']) {
        folder = matches!(segment, "" | "." | "..");
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop().ok_or(PathProblem::Outside)?;
            }
            name => segments.push(name),
        }
    }
    if segments.is_empty() {
        return Ok(ROOT.to_owned());
    }
    let mut normal = segments.join("/");
    // `./c:/x` would be a path on another drive once its `./` is gone.
    if is_absolute(&normal) {
        return Err(PathProblem::Absolute);
    }
    if folder {
        normal.push('/');
    }
    Ok(normal)
}

fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    match bytes {
        [b'/' | b'\\', ..] => true,
        [drive, b':'] | [drive, b':', b'/' | b'\\', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}
