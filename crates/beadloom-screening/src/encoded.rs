//! Encoded texts that would do something once they are decoded.

use std::sync::LazyLock;

use regex::Regex;

use crate::characters::excerpt;

/// Shorter runs are words.
const SHORTEST: usize = 16;

/// Longer ones are cut: what runs something says so early.
const MAX_DECODED_BYTES: usize = 16_384;

/// Shares of signs that a person could have typed.
const TYPED: f64 = 0.9;

static COMMANDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b | \|\s*(?:python\d?|perl|ruby|node|pwsh|iex)\b
        | \b(?:curl|wget)\s+\S* | \b(?:chmod|chown)\s+\S+\s+\S | \brm\s+-\w*[rf] | /dev/tcp/ | \bn(?:c|cat)\s+-\w
        | /bin/(?:ba|z|da)?sh\b | \bmkfifo\b | \bpowershell\b | \binvoke-(?:expression|webrequest)\b | \beval\s*\(
        | \bos\.system\b | \bsubprocess\b | \bchild_process\b | \bbase64\s+(?:-d|--decode)\b | \bcrontab\b | \bssh-keygen\b
        | \bscp\s | \bdd\s+if= | \bauthorized_keys\b | \b(?:/etc/passwd|/etc/shadow|\.ssh/)
        ",
    )
    .ok()
});

/// The first run of a text that decodes to a command or to an instruction.
pub(crate) fn find(text: &str, order: &dyn Fn(&str) -> bool) -> Option<(&'static str, String)> {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let length = rest.iter().take_while(|byte| is_sign(**byte)).count();
        if length >= SHORTEST
            && let Some(run) = rest.get(..length.min(MAX_DECODED_BYTES))
            && let Some(what) =
                [hexadecimal(run), base64(run)].into_iter().flatten().find_map(|bytes| harm(&bytes, order))
        {
            return Some((what, excerpt(text, at)));
        }
        at += length.max(1);
    }
    None
}

/// What decoded bytes would do.
fn harm(bytes: &[u8], order: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let typed = text.chars().filter(|c| !c.is_control() || c.is_ascii_whitespace()).count();
    if (typed as f64) < TYPED * text.chars().count() as f64 || text.is_empty() {
        return None;
    }
    let lower = text.to_lowercase();
    if COMMANDS.as_ref()?.is_match(&lower) {
        return Some("an encoded command");
    }
    order(text).then_some("an encoded instruction")
}

fn hexadecimal(run: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| (byte as char).to_digit(16);
    let (pairs, rest) = run.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()).collect()
}

/// Both alphabets; what is cut off is left out.
fn base64(run: &[u8]) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(run.len() * 3 / 4);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in run {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            decoded.push((held >> bits & 0xff) as u8);
        }
    }
    Some(decoded)
}
