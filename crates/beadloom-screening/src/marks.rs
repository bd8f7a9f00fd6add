//! Marks of conversations and of systems: a text that has them passes for a part of the dialogue.

/// Marks that no text of a project has by itself.
const ALWAYS: &[&str] = &[
    "<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "<|endoftext|>", "<|eot_id|>",
    "<|start_header_id|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>",
];

/// Names of tags that speak to a model.
const TAGS: &[&str] = &[
    "system", "assistant", "system_prompt", "system-prompt", "system prompt", "system_message",
    "system_instructions", "system-instructions", "systemprompt", "system-reminder", "system_reminder",
    "instructions_for_ai", "ai_instructions", "user_approved", "hidden_instructions",
    "assistant_instructions", "im_start",
];

/// Labels at the beginning of a text that pass for the system's.
const LABELS: &[&str] = &[
    "[system]", "[system message]", "[system prompt]", "### system:", "# system:", "## system:",
    "### instruction:", "system prompt:", "system message:", "system instruction:", "[admin]", "[assistant]",
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
        if LABELS.iter().any(|label| said.starts_with(label))
            || is_heading(said.trim())
            || is_notice(line.trim_start_matches([' ', '\t', '>']))
        {
            return Some(at);
        }
        human |= ["human:", "user:", "human :"].iter().any(|label| said.starts_with(label));
        if ["assistant:", "ai:", "assistant :"].iter().any(|label| said.starts_with(label)) {
            model = model.or(Some(at));
        }
        at += line.len();
    }
    if let Some(at) = ended(text) {
        return Some(at);
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

/// Bytes of the label of a notice.
const MAX_NOTICE_BYTES: usize = 60;

/// Who sends notices that a model obeys, and what these call themselves.
const SENDERS: &[&str] = &[
    "system", "admin", "administrator", "operator", "developer", "root", "platform", "kernel", "anthropic",
    "openai", "systeme", "sistema", "systemadministrator", "система", "системное", "администратор", "系统",
    "管理员", "システム", "管理者",
];
const NOTICES: &[&str] = &[
    "notice", "message", "update", "override", "alert", "prompt", "instruction", "command", "directive",
    "note", "announcement", "notification", "mode", "hinweis", "nachricht", "meldung", "mitteilung", "avis",
    "annonce", "aviso", "mensaje", "mensagem", "comunicado", "сообщение", "уведомление", "приказ", "公告",
    "通知", "消息", "指令", "提示", "お知らせ", "指示", "メッセージ",
];

/// Whether a line begins with a label in brackets, or between signs, that passes for a notice of the system.
fn is_notice(line: &str) -> bool {
    const BRACKETS: &[(char, char)] =
        &[('[', ']'), ('【', '】'), ('(', ')'), ('{', '}'), ('«', '»'), ('〔', '〕')];
    let Some(first) = line.chars().next() else { return false };
    let inner = line.get(first.len_utf8()..).unwrap_or_default();
    let label = match BRACKETS.iter().find(|(open, _)| *open == first) {
        Some((_, close)) => inner.find(*close).and_then(|end| inner.get(..end)),
        None if matches!(first, '#' | '*' | '=' | '-' | '!' | '~') => {
            let inner = inner.trim_start_matches(first);
            let run = String::from_iter([first; 2]);
            inner.find(&run).and_then(|end| inner.get(..end))
        }
        None => None,
    };
    let Some(label) = label.filter(|label| label.len() <= MAX_NOTICE_BYTES) else { return false };
    let has = |words: &[&str]| {
        words.iter().any(|word| {
            // Scripts without spaces, and composed words.
            label.contains(word)
                && (!word.is_ascii()
                    || label
                        .split(|c: char| !c.is_alphanumeric())
                        .any(|one| one.starts_with(word) || one.ends_with(word)))
        })
    };
    has(SENDERS) && has(NOTICES)
}

/// A text that says it has ended, and goes on as somebody else.
fn ended(text: &str) -> Option<usize> {
    const ENDS: &[&str] = &[
        "end of document",
        "end of file",
        "end of context",
        "end of input",
        "end of note",
        "end of text",
        "end of data",
        "end of instructions",
        "end of user input",
        "end of tool output",
        "end of tool result",
        "end of transcript",
        "end of memory",
        "end of conversation",
        "end of message",
        "end of description",
        "end of quote",
        "ende des dokuments",
        "fin du document",
        "fin del documento",
        "fim do documento",
        "конец документа",
        "конец файла",
        "文档结束",
        "文件结束",
        "文書の終わり",
        "文書終わり",
    ];
    const SPEAKERS: &[&str] = &[
        "user:", "human:", "system:", "assistant:", "developer:", "new task:", "new instructions:",
        "nutzer:", "utilisateur :", "usuario:", "пользователь:", "用户：", "用户:", "ユーザー：",
        "ユーザー:",
    ];
    let at = ENDS.iter().filter_map(|end| text.find(end)).min()?;
    let rest = text.get(at..)?;
    rest.lines()
        .skip(1)
        .any(|line| SPEAKERS.iter().any(|who| line.trim_start().starts_with(who)))
        .then_some(at)
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
