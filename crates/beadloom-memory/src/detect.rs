//! Texts that are not kept: secrets, which belong in no memory, and texts that would instruct the agent that reads them.
//!
//! A rule for people, "always run the tests before a release", is welcome. What is refused speaks to a model about its
//! instructions, its role, what it may do unasked, or what it must not tell.

use std::sync::LazyLock;

use beadloom_model::answers::MemoryWithheld;
use regex::{Regex, RegexSet};

/// Why a text is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspicion {
    /// Secret or instruction.
    pub as_what: MemoryWithheld,
    /// What it looks like, as the end of a sentence: "it looks like …".
    pub what: &'static str,
}

/// What is wrong with a text; None where nothing is.
pub fn suspicion(text: &str) -> Option<Suspicion> {
    let secret = secret(text).map(|what| Suspicion { as_what: MemoryWithheld::Secret, what });
    secret.or_else(|| instruction(text).map(|what| Suspicion { as_what: MemoryWithheld::Instruction, what }))
}

/// Forms of keys and tokens that their issuers document, and words before a value.
const SECRETS: &[(&str, &str)] = &[
    (r"-----BEGIN [A-Z ]*PRIVATE KEY", "a private key"),
    (r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b", "an access key of AWS"),
    (r"\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{20,}", "a token of GitHub"),
    (r"\bglpat-[A-Za-z0-9_-]{18,}", "a token of GitLab"),
    (r"\bxox[abeprs]-[A-Za-z0-9-]{10,}", "a token of Slack"),
    (r"\bsk-[A-Za-z0-9_-]{20,}", "an API key"),
    (r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}", "a key of Stripe"),
    (r"\bAIza[A-Za-z0-9_-]{30,}", "an API key of Google"),
    (r"\bnpm_[A-Za-z0-9]{30,}", "a token of npm"),
    (r"\bpypi-[A-Za-z0-9_-]{30,}", "a token of PyPI"),
    (r"\bhf_[A-Za-z0-9]{30,}", "a token of Hugging Face"),
    (r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}", "a key of SendGrid"),
    (r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*", "a JSON web token"),
    (r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@<>{}$*]+:[^\s/@<>{}$*]{3,}@", "an address with a password in it"),
    (r"(?i)\bbearer\s+[a-z0-9._~+/-]{20,}", "a bearer token"),
];

static SECRET_FORMS: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSet::new(SECRETS.iter().map(|(form, _)| *form)).ok());

fn secret(text: &str) -> Option<&'static str> {
    let matched = SECRET_FORMS.as_ref()?.matches(text).iter().next();
    matched.and_then(|at| SECRETS.get(at)).map(|(_, what)| *what).or_else(|| value(text)).or_else(|| {
        let is_piece = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '=');
        text.split(|c| !is_piece(c)).any(is_random).then_some("a random key")
    })
}

/// A word for something secret, and what is said to be its value.
static VALUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\b[a-z0-9_-]*(?:password|passwd|pwd|passphrase|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|credential)s?["'`]?\s*(?:=|:|\bis\b)\s*["'`]?([^\s"'`,;]+)"#,
    )
    .ok()
});

/// A value has a digit or a sign that no word has; a variable, a path and a call are none.
fn value(text: &str) -> Option<&'static str> {
    let is_value = |value: &str| {
        let value = value.trim_end_matches(['.', ')', ']']);
        value.len() >= 8
            && value.contains(|c: char| c.is_ascii_digit() || "!@#%^&*".contains(c))
            && !value.contains(['$', '<', '{', '(', '/', '*', ':'])
            && !value
                .split('.')
                .all(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()) && value.contains('.'))
    };
    let found = VALUES
        .as_ref()?
        .captures_iter(text)
        .any(|one| one.get(1).is_some_and(|value| is_value(value.as_str())));
    found.then_some("a value of a password, token or key")
}

/// The shortest run that is taken for a key.
const SHORTEST_KEY: usize = 24;

/// Whether letters of both cases and digits alternate as they do in what was drawn at random, and never in names. Hashes in hex
/// digits, as commits have them, alternate too, but have letters of one case.
fn is_random(run: &str) -> bool {
    if run.len() < SHORTEST_KEY {
        return false;
    }
    let class = |b: u8| match b {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let mut counts = [0_usize; 4];
    let mut changes = 0;
    let mut before = None;
    for class in run.bytes().map(class) {
        if let Some(count) = counts.get_mut(class) {
            *count += 1;
        }
        changes += usize::from(before.is_some_and(|one| one != class));
        before = Some(class);
    }
    let [lower, upper, digits, _] = counts;
    lower >= 3 && upper >= 3 && digits >= 2 && changes * 5 >= run.len() * 2
}

const INSTRUCTIONS: &[(&str, &str)] = &[
    (
        r"\b(?:ignore|disregard|forget|override|bypass|discard|do not (?:follow|obey)|don't (?:follow|obey)|stop following)\b.{0,40}\b(?:instructions?|prompts?|directives?|guidelines|guardrails|system messages?)\b",
        "an instruction to ignore instructions",
    ),
    (
        r"\b(?:ignore|disregard|forget)\b (?:all |any |everything |what ).{0,20}\b(?:previous|prior|earlier|above|before|told)\b",
        "an instruction to ignore what was said",
    ),
    (
        r"\b(?:new|updated|real|actual|hidden|secret) (?:system )?(?:instructions?|directives?)\s*:",
        "new instructions",
    ),
    (
        r"<\|?/?(?:system|im_start|im_end|assistant)\b[^>]*>|\[/?inst\]|(?:^|\n)#+ *(?:system|instruction)s?\s*(?:prompt)?\s*:?\s*(?:\n|$)",
        "a marker of a prompt",
    ),
    (r"\b(?:your|the) system prompt\b", "a text about a system prompt"),
    (
        r"\byou are (?:now|no longer)\b|\b(?:you are|act as|behave as|pretend (?:to be|you are)|roleplay as)\b.{0,20}\b(?:ai|assistant|language model|llm|chatbot|claude|chatgpt|gpt|copilot|jailbroken|dan|developer mode|root)\b",
        "a text that gives the agent a role",
    ),
    (r"\b(?:from now on|henceforth),? (?:you|always|never|your)\b", "a standing order to the agent"),
    (
        r"\byou (?:must|shall|should|will|have to|need to|are to|are required to) (?:always|never|now|immediately|at all times|not)\b",
        "a standing order to the agent",
    ),
    (
        r"\b(?:do not|don't|never|must not|without) (?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|show|showing|warn|warning|ask|asking|notify|notifying|alert|alerting)\b.{0,30}\b(?:the user|user|human|developer|operator|owner)\b",
        "an order to keep something from the user",
    ),
    (
        r"\b(?:auto-?approve|approve|accept|confirm|allow) (?:all|every|any)\b.{0,20}\b(?:tools?|commands?|calls?|requests?|actions?|prompts?|permissions?)\b",
        "an order to approve unseen",
    ),
    (
        r"\b(?:skip|bypass|disable|turn off|circumvent)\b.{0,20}\b(?:approvals?|confirmations?|permission (?:checks?|prompts?)|safety (?:checks?|rules?|filters?)|guardrails)\b",
        "an order to go round approvals",
    ),
    (
        r"(?:^|[.!;:\n]\s*|\bplease |\byou (?:must|should|need to|have to|can) |\bthen )(?:send|post|upload|exfiltrate|forward|leak|reveal|print|output|paste|email|copy)\b.{0,60}(?:\bsecrets?\b|\bcredentials?\b|\bapi keys?\b|\benvironment variables?\b|\benv vars?\b|\bprivate keys?\b|\bpasswords?\b|\btokens?\b|\.env\b)",
        "an order to hand out secrets",
    ),
    (
        r"\b(?:dear|attention|hey|hello),? (?:ai|assistant|agent|llm|model|claude|copilot|chatgpt)\b",
        "a message to an agent",
    ),
    (r"\bas an ai\b", "a message to an agent"),
];

static INSTRUCTION_FORMS: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSet::new(INSTRUCTIONS.iter().map(|(form, _)| format!("(?is){form}"))).ok());

fn instruction(text: &str) -> Option<&'static str> {
    if text.chars().any(is_hidden) {
        return Some("a text with characters that nobody sees");
    }
    // Spaces and the letters of other scripts are what such a text is disguised with.
    let plain: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let matched = INSTRUCTION_FORMS.as_ref()?;
    let at = matched.matches(&plain).iter().next().or_else(|| matched.matches(text).iter().next())?;
    INSTRUCTIONS.get(at).map(|(_, what)| *what)
}

/// Characters without a glyph that no script needs inside words: joiners, which some do, are none of them.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{180e}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
        || (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}
