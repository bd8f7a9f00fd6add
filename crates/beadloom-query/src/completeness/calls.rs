//! Calls, as those who read an answer make them: commands of the shell, or tools of the MCP server.

use beadloom_model::requests::{
    ContextRequest, ExactRequest, Hints, RefsRequest, Request, ShowRequest, WhyRequest,
};

use crate::text::{acts, cut_at_word, line};

/// Characters of a name or a path in a call: a longer one is cut nowhere, the call is named without it.
const MAX_ARGUMENT_CHARS: usize = 260;

/// Names calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct CallFormatter(pub Hints);

impl CallFormatter {
    /// What shows lines: of those places that can be named in a call.
    pub fn show(self, refs: &[String]) -> String {
        let named: Vec<String> = refs.iter().filter(|one| argument(one).is_some()).cloned().collect();
        self.call::<ShowRequest>(&named, None)
    }

    /// What lists the uses of a symbol.
    pub fn refs(self, symbol: &str, limit: Option<u64>) -> String {
        self.call::<RefsRequest>(&[symbol.to_owned()], limit.map(|limit| ("limit", limit)))
    }

    /// What lists the files that need one.
    pub fn why(self, path: &str) -> String {
        self.call::<WhyRequest>(&[path.to_owned()], None)
    }

    /// What tells about references.
    pub fn context(self, refs: &[String], option: Option<(&str, u64)>) -> String {
        self.call::<ContextRequest>(refs, option)
    }

    /// What finds a text to the letter.
    pub fn exact(self, text: &str) -> String {
        // Without an argument there is nothing to search for.
        let text = argument(text).map_or("TEXT", |_| text);
        self.call::<ExactRequest>(&[text.to_owned()], None)
    }

    /// An option of the call that was just made.
    pub fn option(self, name: &str) -> String {
        self.0.option(name)
    }

    /// Arguments come from a repository, and whoever reads this may run it: what a shell would read as anything else than a
    /// word is quoted, and what cannot be quoted here is left out.
    fn call<R: Request>(self, refs: &[String], option: Option<(&str, u64)>) -> String {
        let (command, tool) = (R::TRAITS.command.unwrap_or(R::NAME), R::TRAITS.tool.unwrap_or(R::NAME));
        let named: Option<Vec<String>> = refs.iter().map(|one| argument(one)).collect();
        let named = named.unwrap_or_default();
        match self.0 {
            Hints::Commands => {
                let mut words = vec![format!("beadloom {command}")];
                words.extend(named);
                words.extend(option.map(|(name, value)| format!("--{} {value}", name.replace('_', "-"))));
                format!("`{}`", words.join(" "))
            }
            Hints::Tools => {
                let mut all: Vec<String> = Vec::new();
                if !named.is_empty() {
                    all.push(named.join(", "));
                }
                all.extend(option.map(|(name, value)| format!("{name} {value}")));
                let gap = if all.is_empty() { "" } else { " " };
                format!("`{tool}`{gap}{}", all.join(", "))
            }
        }
    }
}

/// A word of a call.
fn argument(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || "_./:@+=,-".contains(c);
    if text.is_empty() || text.chars().count() > MAX_ARGUMENT_CHARS {
        return None;
    }
    if text.chars().all(is_plain) && !text.starts_with('-') {
        return Some(text.to_owned());
    }
    let can_be_quoted = !text.contains(['\'', '`']) && !text.chars().any(acts) && !text.starts_with('-');
    can_be_quoted.then(|| format!("'{text}'"))
}

/// A name in a sentence.
pub(super) fn name(text: &str) -> String {
    cut_at_word(&line(text), 60)
}
