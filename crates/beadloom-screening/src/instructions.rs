//! Texts that would instruct the agent that reads them.
//!
//! A rule for people, "always run the tests before a release", is welcome. What is found speaks to a model about its
//! instructions, its role, what it may do unasked, or what it must not tell.

use std::sync::LazyLock;

use regex::RegexSet;

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

/// What a text orders the model that reads it, as the end of a sentence: "it looks like …"; None where it orders nothing.
pub fn instruction(text: &str) -> Option<&'static str> {
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
