//! Texts that speak to the model that reads them.
//!
//! A description may tell a model when to call its tool, and how. What is found here tells it to drop its instructions, to give them
//! away, to hide something from its user, or to take things elsewhere. A tool that is *about* such texts – it detects or quotes them, or
//! has one as a sample – is not found: there the sentence has another subject, or says before what it is.

use std::sync::LazyLock;

use regex::Regex;

use super::characters::excerpt;

/// What must be in a text for a rule to be tried, what the rule is, and what it finds, as a sentence.
struct Rule {
    form: Regex,
    what: &'static str,
    /// Whether a sentence that is about such texts is let through.
    may_be_quoted: bool,
}

/// Instructions, as they are called.
const INSTRUCTIONS: &str = r"(?:instructions?|directions?|prompts?|rules?|guidelines?|guardrails?|messages|directives?|commands?|polic(?:y|ies)|restrictions?|constraints?|training|programming|safeguards?)";

/// What is nobody's business.
const SECRETS: &str = r"(?:credentials?|passwords?|passphrases?|secrets?|(?:api|access|private|ssh|secret|signing|encryption)[ _-]?keys?|(?:access|auth|authentication|session|bearer|refresh|api)[ _-]?tokens?|id_(?:rsa|ed25519|ecdsa|dsa)|\.ssh\b|\.aws\b|\.env\b|\.netrc|\.npmrc|\.kube/config|/etc/(?:passwd|shadow)|env(?:ironment)? variables|cookies|keychain|keyring|wallet|seed phrase|mnemonic|(?:conversation|chat|message) history|mcp\.json)";

/// Ways of taking something elsewhere.
const SENDING: &str = r"(?:sends?|sending|posts?|posting|uploads?|uploading|exfiltrates?|exfiltrating|transmits?|transmitting|forwards?|forwarding|leaks?|leaking|e-?mails?|emailing|submits?|ships?|beacons?|copies|copy|relays?|reports?|pushes|push|delivers?|encodes?)";

/// Places that are neither here nor the caller's.
const ELSEWHERE: &str = r"(?:\b(?:external|remote|third[- ]party|outside|our|unknown|hidden|untrusted|off-?site|another|attacker(?:'s)?|evil|rogue)\b[^.;]{0,30}\b(?:hosts?|servers?|endpoints?|urls?|sites?|services?|collectors?|webhooks?|address(?:es)?|domains?|machines?|parties|party|accounts?|inbox|drop)\b|\b(?:attackers?|collector|webhook|c2|command[- ]and[- ]control|dead drop)\b|https?://|\b\d{1,3}(?:\.\d{1,3}){3}\b)";

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let rule = |form: String, what, may_be_quoted| {
        Regex::new(&form).ok().map(|form| Rule { form, what, may_be_quoted })
    };
    [
        rule(
            format!(
                r"\b(?:ignore|ignoring|disregard|disregarding|forget|override|overrule|bypass|discard|abandon|circumvent|set aside|pay no attention to|stop following|do not (?:follow|obey)|don't (?:follow|obey))\b(?: \w+){{0,3}}? (?:previous|prior|above|earlier|preceding|former|foregoing|all|any|your|other|existing|system|safety|original|initial|these|those|the|every)\b(?: [\w']+){{0,3}}? ?\b{INSTRUCTIONS}\b"
            ),
            "it tells the model to drop its instructions",
            true,
        ),
        rule(
            r"\b(?:ignore|disregard|forget)\b (?:all |everything |of |the |that |was |said |written |stated |text |content ){0,5}(?:above|previous|preceding|prior|foregoing|before(?: this)?)(?:$|[.,;:!]| and\b| then\b| instead\b| but\b| now\b)".to_owned(),
            "it tells the model to drop what it was told",
            true,
        ),
        rule(
            r"\b(?:reveal|revealing|print|output|repeat|leak|disclose|expose|dump|share|show|send|tell|return|include|append|recite|give)\b(?: \w+){0,4}? (?:(?:your|the|its|all|full|entire|hidden|complete) ){0,3}(?:system (?:prompt|message|instructions?)|hidden (?:prompt|instructions?)|developer (?:prompt|message|instructions?)|initial (?:prompt|instructions?)|your (?:prompt|instructions?|guidelines))\b".to_owned(),
            "it asks the model for its instructions",
            true,
        ),
        rule(
            format!(r"\b{SENDING}\b[^.;!?]{{0,80}}?{SECRETS}[^!?;]{{0,60}}?(?:\bto\b|\bat\b|\bvia\b|\binto\b|\bthrough\b)[^!?;]{{0,40}}?{ELSEWHERE}"),
            "it takes secrets elsewhere",
            true,
        ),
        rule(
            format!(r"{SECRETS}[^!?;]{{0,60}}?\b{SENDING} (?:it|them|this|that|these|those|its|their|the|a copy)\b[^!?;]{{0,50}}?\b(?:to|at|via)\b[^!?;]{{0,40}}?{ELSEWHERE}"),
            "it takes secrets elsewhere",
            true,
        ),
        rule(
            format!(r"\bexfiltrat\w*\b[^.;!?]{{0,60}}?(?:{SECRETS}|~/|/etc/|\bdata\b|\bfiles?\b)"),
            "it takes data elsewhere",
            true,
        ),
        rule(
            format!(r"\b(?:reads?|reading|opens?|loads?|fetch(?:es)?|gets?|includes?|attach(?:es)?|appends?|insert|puts?|pass(?:es)?|place)\b[^.;!?]{{0,60}}?{SECRETS}[^.;!?]{{0,60}}?\b(?:as|in|into|to|through|via|inside)\b (?:[\w`'\x22]+ ){{0,3}}(?:argument|parameter|param|sidenote|side note|note|comment|footnote|metadata|feedback)\b"),
            "it passes secrets on in a parameter",
            true,
        ),
        rule(
            format!(r"\b(?:also|additionally|silently|secretly|quietly|covertly|in the background|without (?:notice|asking)|behind the scenes)\b[^.;!?]{{0,25}}?\b{SENDING}\b[^.;!?]{{0,60}}?\b(?:to|at|via)\b[^.;!?]{{0,30}}?{ELSEWHERE}"),
            "it takes data elsewhere, beside what it is for",
            true,
        ),
        rule(
            format!(r"\b{SENDING}\b (?:a |another |one |the )?(?:hidden |full |complete |silent )?(?:copy|copies|duplicate)\b[^.;!?]{{0,40}}?\b(?:to|at|via)\b[^.;!?]{{0,30}}?{ELSEWHERE}"),
            "it takes a copy elsewhere",
            true,
        ),
        rule(
            r"\b(?:do not|don't|never|must not|should not|shouldn't|without)\b (?:ever )?(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|let)\b(?: [\w']+){0,6}? (?:to )?(?:the )?(?:user|human|person|operator|anyone|anybody|them)\b[^.;!?]{0,40}?\b(?:this|that|about|know|what|any|of|it)\b".to_owned(),
            "it tells the model to hide something from its user",
            true,
        ),
        rule(
            r"\bwithout (?:the |their )?(?:user|human|operator)(?:'s)? (?:knowledge|awareness|noticing|knowing)\b|\b(?:hide|hidden|conceal|keep) (?:this|it|that)? ?(?:secret )?from (?:the )?(?:user|human|operator)\b".to_owned(),
            "it tells the model to hide something from its user",
            true,
        ),
        rule(
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?inst\]|<</?sys>>|</?(?:system|assistant)(?:[ _-]?(?:prompt|message|instructions?))?>|(?:^|[.!?] |### ?)system (?:prompt|message|instruction) ?: ".to_owned(),
            "it has marks of a conversation, as if it were a part of it",
            false,
        ),
        rule(
            r"\b(?:you are now|from now on,? you (?:are|will|must)|act as|pretend to be|enter|enable)\b[^.;!?]{0,40}?\b(?:dan|jailbr\w+|developer mode|god mode|unrestricted|uncensored|no (?:restrictions|limits|rules)|root user)\b".to_owned(),
            "it gives the model another role",
            true,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
});

/// Words of sentences that are about texts: what such a tool does with them.
static ABOUT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:detect\w*|analy[sz]\w*|check\w*|identif\w*|flag\w*|report\w*|block\w*|explain\w*|scan\w*|classif\w*|prevent\w*|guard\w*|filter\w*|evaluat\w*|recogni\w*|find\w*|look\w*|match\w*|describ\w*|discuss\w*|test\w*|simulat\w*|sanit\w*|protect\w*|warn\w*|refus\w*|reject\w*)\b",
    )
    .ok()
});

/// Before a verb that is nobody's order: somebody else does it, or is asked to.
static REPORTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:that|which|who|whether|if|tr(?:y|ies|ying) to|attempt(?:s|ing)? to|asks?[^.;!?]{0,40} to|ask(?:s|ing)? to|tells?[^.;!?]{0,40} to|such as|like|e\.g\.|phrases?|strings?|patterns?|containing|called|saying|says)\b[ :]*(?:\w+ )?$").ok()
});

/// A label that says that a sample follows it.
static SAMPLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[.;!?] |\b)(?:(?:sample|example|expected|mock|canned|training|test|illustrative|returned|fixture|dummy|fake|demo)s? (?:\w+ )?(?:text|response|output|input|reply|string|message|content|result|case|value|prompt|query|data)s?|(?:example|sample|fixture)s?|e\.g\.) ?: ?").ok()
});

/// The first instruction in a text as [`super::characters::plain`] makes it: what it is, and the text around it.
pub(super) fn find(plain: &str) -> Option<(String, String)> {
    RULES.iter().find_map(|rule| {
        rule.form
            .find_iter(plain)
            .find(|found| !(rule.may_be_quoted && is_about(plain, found.start())))
            .map(|found| (rule.what.to_owned(), excerpt(plain, found.start())))
    })
}

/// Whether what begins at a place is talked of, and not said.
fn is_about(plain: &str, at: usize) -> bool {
    let before = plain.get(..at).unwrap_or_default();
    // The sentence so far; a label belongs to what follows it.
    let begin = before.rfind(['.', '!', '?', ';']).map_or(0, |end| end + 1);
    let sentence = before.get(begin..).unwrap_or_default();
    let matches =
        |form: &LazyLock<Option<Regex>>, text: &str| form.as_ref().is_some_and(|form| form.is_match(text));
    if matches(&SAMPLE, sentence) {
        return true;
    }
    let is_quoted = sentence.matches('"').count() % 2 == 1 || opens_quote(sentence);
    let is_about = matches(&ABOUT, sentence);
    (is_quoted && (is_about || matches(&REPORTED, sentence.trim_end_matches(['\'', '"', '`']))))
        || (is_about && matches(&REPORTED, sentence))
}

/// Whether a quote in single marks is open; an apostrophe is none.
fn opens_quote(sentence: &str) -> bool {
    let bytes = sentence.as_bytes();
    let mut open = false;
    for (at, byte) in bytes.iter().enumerate() {
        if !matches!(byte, b'\'' | b'`') {
            continue;
        }
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric())
        };
        let (before, after) = (is_letter(at.checked_sub(1)), is_letter(Some(at + 1)));
        if !before && (after || at + 1 == bytes.len()) {
            open = true;
        } else if before && !after {
            open = false;
        }
    }
    open
}
