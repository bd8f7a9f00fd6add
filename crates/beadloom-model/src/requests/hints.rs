//! Calls in sentences: commands for people, tools for agents.

use super::{Hints, Request};

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
