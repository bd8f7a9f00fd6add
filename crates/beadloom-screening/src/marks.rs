//! Marks of conversations and of systems: a text that has them passes for a part of the dialogue.

/// Marks that no text of a project has by itself.
const ALWAYS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<start_of_turn>",
    "<end_of_turn>",
];

/// Names of tags that speak to a model.
const TAGS: &[&str] = &[
    "system",
    "assistant",
    "system_prompt",
    "system-prompt",
    "system prompt",
    "system_message",
    "system_instructions",
    "system-instructions",
    "systemprompt",
    "system-reminder",
    "system_reminder",
    "instructions_for_ai",
    "ai_instructions",
    "user_approved",
    "hidden_instructions",
    "assistant_instructions",
    "im_start",
];

/// Labels at the beginning of a text that pass for the system's.
const LABELS: &[&str] = &[
    "[system]",
    "[system message]",
    "[system prompt]",
    "### system:",
    "# system:",
    "## system:",
    "### instruction:",
    "system prompt:",
    "system message:",
    "system instruction:",
    "[admin]",
    "[assistant]",
];

/// Instructions that call themselves so.
const NEW: &[&str] = &["new", "updated", "real", "actual", "hidden", "secret", "revised"];

/// The place of a mark in a text in lower case whose lines are kept; `is_tool`: emphasis in tags is one as well.
pub(crate) fn find(text: &str, is_tool: bool) -> Option<usize> {
    if let Some(at) = ALWAYS.iter().filter_map(|mark| text.find(mark)).min() {
        return Some(at);
    }
    if let Some(at) = tag(text, is_tool) {
        return Some(at);
    }
    let mut at = 0;
    let (mut human, mut model) = (false, None);
    for line in text.split_inclusive('\n') {
        let said = line.trim_start_matches([' ', '\t', '>', '*', '-']);
        if LABELS.iter().any(|label| said.starts_with(label)) || is_heading(said.trim()) {
            return Some(at);
        }
        human |= ["human:", "user:", "human :"].iter().any(|label| said.starts_with(label));
        if ["assistant:", "ai:", "assistant :"].iter().any(|label| said.starts_with(label)) {
            model = model.or(Some(at));
        }
        at += line.len();
    }
    if let (true, Some(at)) = (human, model) {
        return Some(at);
    }
    comment(text).or_else(|| new_instructions(text))
}

/// A heading that has nothing but the name of a system's part.
fn is_heading(line: &str) -> bool {
    let title = line.trim_start_matches('#');
    title.len() < line.len()
        && matches!(
            title.trim().trim_end_matches(':').trim_end(),
            "system" | "system prompt" | "system message"
        )
}

fn tag(text: &str, is_tool: bool) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find('<') {
        let at = from + found;
        from = at + 1;
        let rest = text.get(from..)?.trim_start_matches('/');
        let Some(end) = rest.char_indices().take(60).find(|(_, c)| *c == '>').map(|(end, _)| end) else {
            continue;
        };
        let name = rest.get(..end)?.trim();
        let is_named = TAGS.contains(&name)
            || is_tool
                && matches!(
                    name,
                    "important" | "critical" | "secret" | "instructions" | "hidden" | "mandatory"
                );
        // Who says that a tag is one talks of it.
        let is_talked_of =
            rest.get(end + 1..)?.trim_start_matches(['`', '\'', '"']).trim_start().starts_with("tag");
        if is_named && !is_talked_of {
            return Some(at);
        }
    }
    None
}

/// A comment of a markup language that begins with the name of a model.
fn comment(text: &str) -> Option<usize> {
    ["<!--", "[//]: # (", "[comment]: # (", "/*", "{#"].iter().find_map(|opening| {
        let mut from = 0;
        while let Some(found) = text.get(from..)?.find(opening) {
            let at = from + found;
            from = at + opening.len();
            let said = text.get(from..)?.trim_start();
            let addressed =
                ["assistant", "ai", "agent", "agents", "llm", "system", "claude", "copilot", "note to ai"]
                    .iter()
                    .filter_map(|name| said.strip_prefix(name))
                    .any(|rest| rest.trim_start().starts_with([':', ',']));
            if addressed {
                return Some(at);
            }
        }
        None
    })
}

fn new_instructions(text: &str) -> Option<usize> {
    ["instructions:", "instruction:", "directives:", "directive:"].iter().find_map(|label| {
        let at = text.find(label)?;
        let before = text.get(..at)?.trim_end();
        let word =
            before.trim_end_matches("system").trim_end().rsplit(|c: char| !c.is_alphanumeric()).next()?;
        NEW.contains(&word).then_some(at)
    })
}
