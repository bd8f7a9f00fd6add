//! What was drawn at random, with no word beside it: nobody writes it by hand.

use std::ops::Range;

use super::found::Secret;
use super::value::Signs;

/// The shortest run that is taken for a key, and the longest: pictures and certificates are longer.
const MIN_KEY_BYTES: usize = 24;
const MAX_KEY_BYTES: usize = 160;

/// How much before a run is looked at.
const BEFORE_BYTES: usize = 24;

/// What stands before runs that everybody may know: hashes of content, public keys, ids in addresses.
const PUBLIC: &[&str] = &[
    "ssh-rsa ", "ssh-ed25519 ", "ssh-dss ", "nistp256 ", "nistp384 ", "nistp521 ", "integrity", "sha1",
    "sha256", "sha384", "sha512", "md5", "base64,", "h1", "digest", "checksum", "hash", "fingerprint",
    "etag", "public", "pubkey", "pub_key", "cert", "age1", "commit", "sri", "nonce", "svg", "path", " d=",
    "cid", "untrusted comment", "peer", "ksuid", "ulid", "cuid", "nanoid", "trace", "span", "request",
    // Numbers of a public key in a JWK.
    "\"x\":", "\"y\":", "\"n\":", "x5c", "x5t", "bundle", "challenge", "version", "mappings", "sourcemap",
    "licen",
];

/// How ids of things begin that are no secrets.
const IDS: &[&str] = &[
    "acct", "asst", "batch", "call", "card", "ch", "chatcmpl", "cus", "dep", "dpl", "evt", "file", "il",
    "img", "in", "inst", "msg", "org", "pi", "pk", "pm", "po", "price", "prj", "prod", "proj", "prv", "req",
    "resp", "run", "seti", "si", "sub", "team", "thread", "toolu", "trace", "txn", "user", "usr", "vs", "wf",
];

/// How keys for everybody, certificates and hashes begin.
const BEGINNINGS: &[&str] =
    &["AAAA", "LS0tLS1CRUdJTiBDRVJUS", "LS0tLS1CRUdJTiBQVUJMSUMg", "sha1-", "sha256-", "sha384-", "sha512-"];

/// `found` says whether to go on.
pub(super) fn find(text: &str, found: &mut dyn FnMut(Secret) -> bool) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes.get(at..).unwrap_or_default().iter().take_while(|b| is_piece(**b)).count();
        if (MIN_KEY_BYTES..=MAX_KEY_BYTES).contains(&run) {
            let range = at..at + run;
            if is_key(text, &range) && !found(Secret { range, what: "a random key" }) {
                return;
            }
        }
        at += run.max(1);
    }
}

fn is_piece(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'_' | b'-' | b'=')
}

fn is_key(text: &str, range: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let whole = text.get(range.clone()).unwrap_or_default();
    // `name=value`: the name says nothing that a word for secrets would not have said.
    let start = range.start + whole.trim_end_matches('=').rfind('=').map_or(0, |at| at + 1);
    let run = text.get(start..range.end).unwrap_or_default();
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let after = bytes.get(range.end).copied();
    // A part of an address, of a path, of a file's name, or of a list that is one value.
    let is_apart = before
        .is_none_or(|b| !matches!(b, b'.' | b':' | b'@' | b'%' | b'~' | b'&' | b'?' | b'#' | b'\\' | b'$'))
        && after.is_none_or(|b| {
            !matches!(b, b':' | b'@' | b'%' | b'&' | b'?' | b'#' | b'\\' | b'(' | b'/') && b.is_ascii()
        })
        && !(after == Some(b'.') && bytes.get(range.end + 1).is_some_and(u8::is_ascii_alphanumeric));
    if !is_apart || run.len() < MIN_KEY_BYTES {
        return false;
    }
    let from =
        (start.saturating_sub(BEFORE_BYTES)..=start).find(|at| text.is_char_boundary(*at)).unwrap_or(start);
    let words = text.get(from..start).unwrap_or_default().to_lowercase();
    let line = words.rsplit('\n').next().unwrap_or_default();
    if line.contains("://")
        || PUBLIC.iter().any(|word| line.contains(word))
        || BEGINNINGS.iter().any(|beginning| run.starts_with(beginning))
        || is_hex(run)
    {
        return false;
    }
    !is_id(line, run) && is_random(run)
}

/// Whether a word before it says that it is an id, or how it begins: `price_…`, `chatcmpl-…`.
fn is_id(line: &str, run: &str) -> bool {
    let word = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = word.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_named = matches!(
        word,
        "id" | "ids"
            | "uid"
            | "rid"
            | "oid"
            | "guid"
            | "kid"
            | "ref"
            | "revision"
            | "version"
            | "build"
            | "arn"
    ) || word.ends_with("_id");
    let beginning = run.split(['_', '-']).next().unwrap_or_default();
    is_named || beginning.len() < run.len() && IDS.contains(&beginning)
}

/// An address of a wallet, a constant.
fn is_hex(run: &str) -> bool {
    run.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether letters of both cases and digits alternate as they do in what was drawn at random, and never in names. Hashes in hex
/// digits, as commits have them, alternate too, but have letters of one case.
fn is_random(run: &str) -> bool {
    let signs = Signs::of(run);
    // Words with slashes between them are a path.
    let is_path = run.split('/').filter(|part| part.len() < 12).count() > 2;
    !is_path
        && signs.lower >= 3
        && signs.upper >= 3
        && signs.digits >= 2
        && signs.others <= signs.bytes / 8 + 1
        && signs.changes * 5 >= (signs.bytes - signs.others) * 2
}
