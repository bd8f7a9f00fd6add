//! Places in a folder that nothing is written out of, whatever links a repository brings.

use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Why a place in a folder is none to write to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Astray {
    /// A link on the way leads out of the folder.
    Outside,
    /// A link on the way leads to nothing, so that writing would make something where it points.
    Dangling,
}

impl fmt::Display for Astray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "a link leads out of the project",
            Self::Dangling => "a link leads to nothing",
        })
    }
}

impl std::error::Error for Astray {}

/// The place of a file below a folder, with the links on the way resolved; what is not there yet has no links. Ask just before
/// writing: what it says holds for as long as nobody puts a link there.
///
/// `path`: relative, without `..`.
///
/// # Errors
/// One for which [`leads_astray`] holds where a link leads out of the folder or to nothing; those of the file system.
pub fn place_inside(folder: &Path, path: &str) -> io::Result<PathBuf> {
    let top = folder.canonicalize()?;
    let mut place = top.clone();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => place.push(name),
            Component::CurDir => continue,
            _ => return Err(astray(Astray::Outside)),
        }
        match place.symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => {
                place = place.canonicalize().map_err(|error| match error.kind() {
                    io::ErrorKind::NotFound => astray(Astray::Dangling),
                    _ => error,
                })?;
                if !place.starts_with(&top) {
                    return Err(astray(Astray::Outside));
                }
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(place)
}

/// Whether [`place_inside`] refused a place because of a link.
pub fn leads_astray(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Astray>())
}

fn astray(why: Astray) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}
