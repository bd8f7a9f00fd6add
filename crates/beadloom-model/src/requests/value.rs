//! What a field of a request takes, and how it is read from JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Code, Error, Result};

/// What a field takes, for the generator of types, flags and pages.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A string.
    Text,
    /// A string or a list of strings.
    Texts,
    /// A whole number.
    Whole {
        /// The least and the greatest.
        bounds: [u64; 2],
    },
    /// One of some names.
    Choice {
        /// The names.
        choices: Vec<String>,
    },
    /// An object or a list of objects, which only the shell makes.
    Object,
}

/// A type that a field can have.
pub trait Parameter: Sized {
    /// Whether a request without such a field, and without a default, is refused.
    const REQUIRED: bool;

    /// What it takes.
    fn kind() -> Kind;

    /// The value from JSON.
    ///
    /// # Errors
    /// `usage`, naming the field.
    fn read(name: &str, value: Value) -> Result<Self>;

    /// The value where the field is missing.
    ///
    /// # Errors
    /// `usage`, naming the field, where it is required.
    fn absent(name: &str) -> Result<Self> {
        Err(usage(format!("{name} is missing")))
    }
}

/// A whole number within inclusive bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole<const MIN: u64, const MAX: u64>(u64);

/// Steps along edges, imports or references.
pub type Depth = Whole<0, 100>;
/// Nodes of a bundle.
pub type MaxNodes = Whole<1, 100_000>;
/// Sections of documents in a bundle.
pub type MaxChunks = Whole<0, 100_000>;
/// Answers that `receipts` lists.
pub type ReceiptLimit = Whole<0, 5_000>;
/// Tokens of an answer.
pub type Budget = Whole<1, 10_000_000>;
/// Entries of a list.
pub type Limit = Whole<1, 10_000>;
/// Hits of a search.
pub type Hits = Whole<1, 1_000>;
/// Lines around a line.
pub type ContextLines = Whole<0, 100>;

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    /// The least and the greatest value.
    pub const BOUNDS: std::ops::RangeInclusive<u64> = MIN..=MAX;

    /// The number where it is within the bounds.
    pub fn new(number: u64) -> Option<Self> {
        Self::BOUNDS.contains(&number).then_some(Self(number))
    }

    /// The number.
    pub fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const MIN: u64, const MAX: u64> Parameter for Whole<MIN, MAX> {
    const REQUIRED: bool = true;

    fn kind() -> Kind {
        Kind::Whole { bounds: [MIN, MAX] }
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        whole(&value).and_then(Self::new).ok_or_else(|| {
            usage(format!("{name} must be a whole number from {MIN} to {MAX}, not {}", shown(&value)))
        })
    }
}

/// JavaScript has one type of number: `3.0` is as whole as `3`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole and in range first"
)]
fn whole(value: &Value) -> Option<u64> {
    let exact = 0.0..=9_007_199_254_740_991.0;
    value.as_u64().or_else(|| {
        value.as_f64().filter(|number| number.fract() == 0.0 && exact.contains(number)).map(|n| n as u64)
    })
}

impl Parameter for String {
    const REQUIRED: bool = true;

    fn kind() -> Kind {
        Kind::Text
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(usage(format!("{name} must be a string, not {}", type_of(&other)))),
        }
    }
}

impl Parameter for bool {
    const REQUIRED: bool = false;

    fn kind() -> Kind {
        Kind::Flag
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        value.as_bool().ok_or_else(|| usage(format!("{name} must be true or false, not {}", shown(&value))))
    }

    fn absent(_: &str) -> Result<Self> {
        Ok(false)
    }
}

impl<T: Parameter> Parameter for Option<T> {
    const REQUIRED: bool = false;

    fn kind() -> Kind {
        T::kind()
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        T::read(name, value).map(Some)
    }

    fn absent(_: &str) -> Result<Self> {
        Ok(None)
    }
}

/// A string stands for a list of one.
impl Parameter for Vec<String> {
    const REQUIRED: bool = false;

    fn kind() -> Kind {
        Kind::Texts
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        let values = match value {
            Value::Array(values) => values,
            one => vec![one],
        };
        let one = name.strip_suffix('s').unwrap_or(name);
        values.into_iter().map(|value| String::read(one, value)).collect()
    }

    fn absent(_: &str) -> Result<Self> {
        Ok(Self::new())
    }
}

/// What the shell found out and hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported<T>(pub Vec<T>);

impl<T> Default for Reported<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: DeserializeOwned> Parameter for Reported<T> {
    const REQUIRED: bool = false;

    fn kind() -> Kind {
        Kind::Object
    }

    fn read(name: &str, value: Value) -> Result<Self> {
        serde_json::from_value(value)
            .map(Self)
            .map_err(|error| usage(format!("{name} has another form")).caused_by(error))
    }

    fn absent(_: &str) -> Result<Self> {
        Ok(Self(Vec::new()))
    }
}

/// Enums of answers that callers choose from too. Their names are those of the answers.
macro_rules! choices_of_answers {
    ($($choice:ident { $($variant:ident),+ })+) => {
        $(impl Parameter for crate::answers::$choice {
            const REQUIRED: bool = true;

            fn kind() -> Kind {
                let names = [$(Self::$variant),+].map(|variant| serde_json::to_value(variant).unwrap_or_default());
                Kind::Choice { choices: names.iter().map(shown).collect() }
            }

            fn read(name: &str, value: Value) -> Result<Self> {
                serde_json::from_value(value.clone()).map_err(|_| match Self::kind() {
                    Kind::Choice { choices } => no_choice(name, &value, &choices),
                    _ => usage(format!("{name} has another form")),
                })
            }
        })+
    };
}

choices_of_answers! {
    UseKind { Call, Type, Inherit, Override, Value, Convention }
    Certainty { Exact, Unique, Ambiguous }
    DriftCertainty { Certain, Likely, Possible }
    MemoryKind { Note, Decision, Gotcha }
    MemorySource { Manual, Agent, Auto }
}

/// For a value that is none of the choices.
pub(super) fn no_choice<T: std::borrow::Borrow<str>>(name: &str, value: &Value, choices: &[T]) -> Error {
    usage(format!("{name} must be one of {}, not {}", choices.join(", "), shown(value)))
}

fn usage(message: String) -> Error {
    Error::new(Code::Usage, message)
}

/// A value in a sentence.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// As JavaScript's `typeof` calls it, but for null.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) | Value::Object(_) => "object",
    }
}
