//! Calls in sentences: commands for people, tools for agents.

use super::{Hints, Request};
use crate::Error;

impl Hints {
    /// A call in a sentence. `arguments`: what stands behind the command, in words that are filled in.
    pub fn call<R: Request>(self, arguments: &str) -> String {
        self.written::<R>(arguments, "`")
    }

    /// A call that ends a sentence.
    pub fn form<R: Request>(self, arguments: &str) -> String {
        self.written::<R>(arguments, "")
    }

    /// A call with one argument.
    pub fn call_with<R: Request>(self, argument: &str) -> String {
        match self {
            Self::Commands => self.call::<R>(argument),
            Self::Tools => format!("{} {argument}", self.call::<R>("")),
        }
    }

    /// An option of a call.
    pub fn option(self, name: &str) -> String {
        match self {
            Self::Commands => format!("--{}", name.replace('_', "-")),
            Self::Tools => format!("`{name}`"),
        }
    }

    fn written<R: Request>(self, arguments: &str, quote: &str) -> String {
        match self {
            Self::Commands => {
                let gap = if arguments.is_empty() { "" } else { " " };
                format!("{quote}beadloom {}{gap}{arguments}{quote}", R::TRAITS.command.unwrap_or(R::NAME))
            }
            Self::Tools => format!("`{}`", R::TRAITS.tool.unwrap_or(R::NAME)),
        }
    }
}

/// Here and not beside `Error`, which knows of no requests.
impl Error {
    /// Sets a hint that names calls: commands for people, tools for agents.
    #[must_use]
    pub fn hint_with(mut self, hint: impl Fn(Hints) -> String) -> Self {
        let (hint, tool_hint) = (hint(Hints::Commands), hint(Hints::Tools));
        self.tool_hint = (tool_hint != hint).then(|| Box::new(tool_hint));
        self.hint = Some(hint).filter(|hint| !hint.is_empty());
        self
    }

    /// The hint with such calls.
    pub fn hint_for(&self, hints: Hints) -> Option<String> {
        let tool_hint = self.tool_hint.as_deref().filter(|_| hints == Hints::Tools);
        tool_hint.or(self.hint.as_ref()).cloned()
    }
}
