//! Names of what is temporary: random, so that nothing can lie there already, and of a pattern that no person uses.
//!
//! A name has two parts after what it begins with: eight digits for this machine and 32 random ones. Whether whoever made
//! it is still at work says a lock on the file, which goes with its process, whatever other process has the same number by
//! then. Locks may not reach other machines that share a folder: what these left is taken away when it is a day old.

use std::fmt::Write as _;
use std::io;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

/// What stands beside a file that is written.
const BESIDE: (&str, &str) = (".beadloom-", ".tmp");

/// A folder for files that are written together, in `.beadloom/`: beside the index and named like it, so that ignore
/// lines name it too.
const STAGED: (&str, &str) = ("beadloom.db-staged-", "");

const MACHINE_DIGITS: usize = 8;
const RANDOM_BYTES: usize = 16;

/// Where a temporary name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    ThisMachine,
    Another,
}

/// A new name for a file, or a folder, beside its place.
pub(crate) fn beside() -> io::Result<String> {
    made(BESIDE)
}

/// A new name for a folder of staged files.
pub(crate) fn staged() -> io::Result<String> {
    made(STAGED)
}

/// Who made a temporary file or folder of that name; None for every other name.
pub(crate) fn origin(name: &str) -> Option<Origin> {
    [BESIDE, STAGED].iter().find_map(|(before, after)| {
        let (machine, random) = name.strip_prefix(before)?.strip_suffix(after)?.split_once('-')?;
        let is_hex = |text: &str, digits: usize| {
            text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        (is_hex(machine, MACHINE_DIGITS) && is_hex(random, 2 * RANDOM_BYTES))
            .then(|| if machine == this_machine() { Origin::ThisMachine } else { Origin::Another })
    })
}

fn made((before, after): (&str, &str)) -> io::Result<String> {
    let mut random = [0; RANDOM_BYTES];
    getrandom::fill(&mut random).map_err(|_| io::Error::other("the system provides no random numbers"))?;
    Ok(format!("{before}{}-{}{after}", this_machine(), hex(&random)))
}

fn this_machine() -> &'static str {
    static MACHINE: OnceLock<String> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let digest = Sha256::digest([b"beadloom temporary files\0".as_slice(), &identity()].concat());
        hex(digest.get(..MACHINE_DIGITS / 2).unwrap_or_default())
    })
}

/// What tells this machine from others: containers of one image differ by their names alone.
fn identity() -> Vec<u8> {
    #[cfg(unix)]
    {
        let mut identity = rustix::system::uname().nodename().to_bytes().to_vec();
        identity.extend(std::fs::read("/etc/machine-id").unwrap_or_default());
        identity
    }
    #[cfg(not(unix))]
    {
        std::env::var_os("COMPUTERNAME").unwrap_or_default().into_encoded_bytes()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_are_known_again() {
        let (one, two, staged) = (beside().unwrap(), beside().unwrap(), staged().unwrap());
        assert_ne!(one, two);
        for name in [&one, &two, &staged] {
            assert_eq!(origin(name), Some(Origin::ThisMachine), "{name}");
        }
        let elsewhere = one.replace(this_machine(), "00000000");
        assert_eq!(origin(&elsewhere), Some(Origin::Another));
    }

    #[test]
    fn names_of_persons_are_not_taken_for_temporary_ones() {
        let name = beside().unwrap();
        for other in [
            ".beadloom-notes.tmp",
            ".beadloom-.tmp",
            ".beadloom",
            ".sync.lock.17.tmp",
            "beadloom.db-staged-17",
            "beadloom.db",
            "beadloom.db-wal",
            &name.replace(".tmp", ".tmp~"),
            &name.to_uppercase(),
            &name.replace(".beadloom", "beadloom"),
            &name.replacen('-', "_", 1),
        ] {
            assert_eq!(origin(other), None, "{other}");
        }
    }
}
