//! Commands that no text about a tool has any business with: they run what they fetch, take packages from a stranger's index, or take a
//! machine's guards away.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use crate::lexicon::{COMMON, Class};
use crate::words::Hit;

/// Pieces of which a command has one.
const PIECES: &[&str] = &[
    "curl", "wget", "| ", "sh -c", "powershell", "pwsh", "iex", "invoke-", "iwr ", "irm ", "base64", "-url",
    "--registry", "chmod", "rm -", "systemctl", "setenforce", "disable", "npx", "install", "npm i",
    "/dev/tcp", ">>", "auditctl", "iptables", "history -c", "mppreference", "clone",
];

static ANY: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(PIECES).ok());

static SHELL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:curl|wget|iwr|irm|fetch)\b[^\n|]*\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:[/\w]*/)?(?:ba|z|da|k)?sh\b
        | \b(?:curl|wget|iwr|irm|base64)\b[^\n|]*\|\s*(?:sudo\s+)?(?:python\d?|perl|ruby|node|php|iex|pwsh|powershell)\b
        | \b(?:ba|z|da)?sh\s+<\(\s*(?:curl|wget) | \b(?:ba|z|da)?sh\s+-c\s+[\x22'`]?\$\(\s*(?:curl|wget) | \beval\s+[\x22'`]?\$\(\s*(?:curl|wget)
        | \b(?:powershell|pwsh)(?:\.exe)?\s[^\n|]*-e(?:nc|ncodedcommand|c)?\s+[a-z0-9+/=]{6,}
        | \biex\s*\( | \binvoke-expression\b | \bbase64\s+(?:-d|--decode)[^\n|]*\|\s*(?:ba|z)?sh\b
        | \bpip3?\s+install\b[^\n|]*--(?:extra-)?index-url[\ =]http | \b(?:npm|pnpm|yarn|bun)\b[^\n|]*--registry[\ =]http
        | \bchmod\s+(?:-\w+\s+)*(?:777|a\+rwx|u\+s)\s | \brm\s+-\w*[rf]\w*\s+[\x22'`]?(?:~|/|\$home)
        | \bsystemctl\s+(?:stop|disable|mask)\s+(?:--now\s+)?(?:auditd|rsyslog|firewalld|ufw|apparmor|clamav|falcon|fail2ban|osquery|wazuh)
        | \bsetenforce\s+0 | \bufw\s+disable | \bcsrutil\s+disable | \bset-mppreference\b | \bhistory\s+-c\b | \bauditctl\s+-e\s*0
        | \biptables\s+-f\b | >>\s*[~/.\w]*(?:authorized_keys|\.bashrc|\.zshrc|\.profile|crontab) | /dev/tcp/
        ",
    )
    .ok()
});

/// What a tool says of itself or of a page, before a command: it orders nobody.
static OWN_WORK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|[.!?\n]\s*)(?:(?:it|this tool|the tool)\s+)?(?:runs|executes|wraps|calls|invokes)\s+[\x22'`]?$",
        r"|\b(?:readme|docs?|documentation|manual|guide|page|tutorial)\s+(?:shows|says|lists|has|contains|describes|documents):?\s*[\x22'`]?$",
    ))
    .ok()
});

/// Bytes before a command in which a tool may say that it runs it.
const MAX_OWN_WORK_BYTES: usize = 40;

static DOWNLOAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \b(?:curl|wget|iwr|irm|aria2c|invoke-webrequest)\s+(?:-\S+\s+)*[\x22'`]?https?://
        | \bnpx\s+(?:--yes|-y)\s | \bpip3?\s+install\s+\S | \bnpm\s+i(?:nstall)?\s+-g\s
        ",
    )
    .ok()
});

/// The places of such commands in a folded text.
pub(crate) fn find(text: &str, all: &mut Vec<Hit>) {
    if !ANY.as_ref().is_some_and(|any| any.is_match(text)) {
        return;
    }
    for (regex, class) in [(&SHELL, Class::Shell), (&DOWNLOAD, Class::Download)] {
        let Some(regex) = regex.as_ref() else { continue };
        let orders = regex.find_iter(text).filter(|found| !is_own_work(text, found.start()));
        all.extend(orders.map(|found| Hit {
            start: found.start(),
            end: found.end(),
            class,
            language: COMMON,
        }));
    }
}

/// Whether a tool says that it runs the command that begins there.
fn is_own_work(text: &str, at: usize) -> bool {
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_OWN_WORK_BYTES));
    let before = text.get(from..at).unwrap_or_default();
    // In the middle of a text, its beginning is no beginning of a sentence.
    let before = if from == 0 { before.to_owned() } else { format!(" {before}") };
    OWN_WORK.as_ref().is_some_and(|own| own.is_match(&before))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_forms_of_commands_compile() {
        assert!(super::SHELL.is_some() && super::DOWNLOAD.is_some() && super::OWN_WORK.is_some());
    }
}
