//! Whose a file or folder is.

use std::fs::Metadata;
use std::path::Path;

/// Whether this user owns it; where the system has no owners that can be asked for, everything is theirs.
pub fn is_own(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        std::os::unix::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw()
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        true
    }
}

/// Whether a folder is this user's, no link, and closed to everybody else: what lies there, nobody else put there.
pub fn is_private_folder(folder: &Path) -> bool {
    let Ok(metadata) = folder.symlink_metadata() else { return false };
    #[cfg(unix)]
    let is_closed = std::os::unix::fs::MetadataExt::mode(&metadata) & 0o077 == 0;
    #[cfg(not(unix))]
    let is_closed = true;
    metadata.is_dir() && is_closed && is_own(&metadata)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_folder_is_private_by_owner_and_rights_and_no_link_is() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        assert!(!is_private_folder(&inside));
        std::fs::create_dir(&inside).unwrap();
        for (mode, expected) in [(0o700, true), (0o755, false), (0o710, false), (0o770, false)] {
            std::fs::set_permissions(&inside, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_private_folder(&inside), expected, "{mode:o}");
        }
        std::fs::set_permissions(&inside, std::fs::Permissions::from_mode(0o700)).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&inside, &link).unwrap();
        assert!(!is_private_folder(&link));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(!is_private_folder(&file));
    }
}
