//! What the library, the command line and the MCP tools ask for. Each request is declared once, here: its fields with their
//! types, bounds, choices and defaults, and one sentence of help for each.
//!
//! A request arrives as a JSON object with names in camelCase. [`Request::read`] checks all of it, so whoever gets a request need
//! not check it again. `src/model/requests.ts` is generated from [`requests`]: the library's types, the flags of the commands, the
//! inputs of the MCP tools and the reference pages come from there.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Code, Error, Result};

/// Declares requests. After a request's name come its traits, in brackets: see [`Traits`]. After a field's type come its facts:
///
/// - `argument()`: given by position; `place()`: relative to where the caller is;
/// - `library()`: an option of the library and no flag; `internal()`: filled in by the shell;
/// - `default(3)`: the value where it is left out; `setting("context.budget")`: the setting that gives it;
/// - `otherwise("the working tree")`: what holds without it, where no value says it; `also("with a task 2000")`: beside a default;
/// - `name("in")`: where the JSON name is not the field's; `value("rev")`: what pages call the value.
macro_rules! requests {
    ($($(#[doc = $about:literal])+ pub struct $request:ident = $name:literal $([ $($trait:ident($($of:expr)?)),+ $(,)? ])? {
        $($(#[doc = $help:literal])+ pub $field:ident: $ty:ty $([ $($fact:ident($($with:expr)?)),+ ])?,)*
    })+) => {
        $($(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq)]
        pub struct $request { $($(#[doc = $help])+ pub $field: $ty,)* }

        impl crate::requests::Request for $request {
            const NAME: &'static str = $name;
            const TRAITS: crate::requests::Traits = crate::requests::Traits::NONE$($(.$trait($($of)?))+)?;

            fn fields() -> Vec<crate::requests::Field> {
                vec![$(
                    crate::requests::Field::new::<$ty>(stringify!($field), concat!($($help),+))
                        $($(.$fact($($with)?))+)?
                ),*]
            }

            fn read(object: serde_json::Map<String, serde_json::Value>) -> crate::Result<Self> {
                let reader = &mut crate::requests::Reader::new(object, Self::fields());
                let request = Self { $($field: reader.take()?),* };
                reader.finish($name)?;
                Ok(request)
            }
        })+

        /// What this file declares.
        pub(super) fn declared() -> Vec<crate::requests::RequestInfo> {
            vec![$(crate::requests::RequestInfo {
                name: $name,
                title: stringify!($request),
                about: concat!($($about),+).trim_ascii(),
                fields: <$request as crate::requests::Request>::fields(),
                traits: <$request as crate::requests::Request>::TRAITS,
            }),+]
        }
    };
}

/// Declares choices: an enum whose variants have a name in requests.
macro_rules! choices {
    ($($(#[$about:meta])+ pub enum $choice:ident { $($(#[$doc:meta])+ $variant:ident = $name:literal,)+ })+) => {
        $(crate::named! {
            $(#[$about])+
            pub enum $choice { $($(#[$doc])+ $variant = $name,)+ }
        }

        impl crate::requests::Parameter for $choice {
            const REQUIRED: bool = true;

            fn kind() -> crate::requests::Kind {
                crate::requests::Kind::Choice {
                    choices: Self::NAMES.iter().map(|name| (*name).to_owned()).collect(),
                }
            }

            fn read(name: &str, value: serde_json::Value) -> crate::Result<Self> {
                let found = value.as_str().and_then(Self::from_name);
                found.ok_or_else(|| crate::requests::value::no_choice(name, &value, Self::NAMES))
            }
        })+
    };
}

mod change;
mod context;
mod dependence;
mod documents;
mod gateway;
mod graph;
mod health;
mod hints;
mod memory;
mod onboarding;
mod search;
mod traits;
mod value;

pub use change::*;
pub use context::*;
pub use dependence::*;
pub use documents::*;
pub use gateway::*;
pub use graph::*;
pub use health::*;
pub use memory::*;
pub use onboarding::*;
pub use search::*;
pub use traits::Traits;
pub use value::*;

/// A request, read from JSON.
pub trait Request: Sized {
    /// The name that the addon is called with, in camelCase.
    const NAME: &'static str;

    /// What it is to those that pass it on.
    const TRAITS: Traits;

    /// Every field, in the order of the declaration.
    fn fields() -> Vec<Field>;

    /// The request from a JSON object.
    ///
    /// # Errors
    /// `usage`, naming the field, for a value of another type, out of bounds or none of the choices, for a field that is missing,
    /// and for one that the request does not have.
    fn read(object: Map<String, Value>) -> Result<Self>;

    /// The request from JSON text.
    ///
    /// # Errors
    /// As [`Request::read`]; `usage` for text that is no JSON object.
    fn parse(json: &str) -> Result<Self> {
        Self::read(object_of(Self::NAME, json)?)
    }
}

/// The JSON object of the request of that name.
///
/// # Errors
/// `usage` for text that is none.
pub fn object_of(name: &str, json: &str) -> Result<Map<String, Value>> {
    serde_json::from_str(json).map_err(|error| {
        Error::new(Code::Usage, format!("the request {name} is not a JSON object")).caused_by(error)
    })
}

/// One field of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// In camelCase.
    pub name: String,
    /// What it takes.
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether a request without it is refused.
    pub required: bool,
    /// One sentence for a person, without capital letter and final period.
    pub help: &'static str,
    /// The value where it is left out.
    pub default: Option<Value>,
    /// The setting that gives the value where it is left out.
    pub setting: Option<&'static str>,
    /// What holds where it is left out, for a person, where no value says it.
    pub otherwise: Option<&'static str>,
    /// What a person has to know beside the default.
    pub also: Option<&'static str>,
    /// What the command line and the pages call its value: the `n` of `--depth <n>`.
    pub placeholder: Option<&'static str>,
    /// Whether it is given by position and not by name.
    pub argument: bool,
    /// Whether its paths are relative to where the caller is.
    pub place: bool,
    /// Whether only programs give it: it is an option of the library and no flag.
    pub library: bool,
    /// Whether the shell fills it in, and no caller gives it.
    pub internal: bool,
}

/// The facts that a declaration gives in brackets, by their names there.
impl Field {
    fn new<T: Parameter>(ident: &str, help: &'static str) -> Self {
        Self {
            name: camel_case(ident),
            kind: T::kind(),
            required: T::REQUIRED,
            help: help.trim(),
            default: None,
            setting: None,
            otherwise: None,
            also: None,
            placeholder: None,
            argument: false,
            place: false,
            library: false,
            internal: false,
        }
    }

    fn argument(self) -> Self {
        Self { argument: true, ..self }
    }

    fn place(self) -> Self {
        Self { place: true, ..self }
    }

    fn library(self) -> Self {
        Self { library: true, ..self }
    }

    fn internal(self) -> Self {
        Self { internal: true, ..self }
    }

    fn default(self, value: impl Into<Value>) -> Self {
        Self { default: Some(value.into()), required: false, ..self }
    }

    fn setting(self, key: &'static str) -> Self {
        Self { setting: Some(key), ..self }
    }

    fn otherwise(self, what: &'static str) -> Self {
        Self { otherwise: Some(what), ..self }
    }

    fn also(self, what: &'static str) -> Self {
        Self { also: Some(what), ..self }
    }

    fn name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    fn value(self, placeholder: &'static str) -> Self {
        Self { placeholder: Some(placeholder), ..self }
    }
}

/// A request as the generator of types and pages reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RequestInfo {
    /// See [`Request::NAME`].
    pub name: &'static str,
    /// The name of the Rust type.
    pub title: &'static str,
    /// What it asks for: its doc comment.
    pub about: &'static str,
    /// See [`Request::fields`].
    pub fields: Vec<Field>,
    /// See [`Request::TRAITS`].
    pub traits: Traits,
}

/// Every request, in the order of the files that declare them.
pub fn requests() -> Vec<RequestInfo> {
    [
        context::declared(),
        search::declared(),
        graph::declared(),
        dependence::declared(),
        health::declared(),
        memory::declared(),
        documents::declared(),
        change::declared(),
        onboarding::declared(),
    ]
    .concat()
}

/// `max_nodes` as `maxNodes`.
fn camel_case(ident: &str) -> String {
    let mut parts = ident.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// A JSON object and the fields that are read from it, in order.
struct Reader {
    object: Map<String, Value>,
    fields: std::vec::IntoIter<Field>,
}

impl Reader {
    fn new(object: Map<String, Value>, fields: Vec<Field>) -> Self {
        Self { object, fields: fields.into_iter() }
    }

    /// The next field: its value, or what holds without it.
    fn take<T: Parameter>(&mut self) -> Result<T> {
        // A field for every call: both come from one declaration.
        let Some(field) = self.fields.next() else { return T::absent("") };
        match self.object.remove(&field.name).or(field.default) {
            Some(value) => T::read(&field.name, value),
            None => T::absent(&field.name),
        }
    }

    /// Refuses what the request does not have.
    fn finish(&self, request: &str) -> Result<()> {
        match self.object.keys().next() {
            None => Ok(()),
            Some(name) => {
                Err(Error::new(Code::Usage, format!("the request {request} has no field {name:?}")))
            }
        }
    }
}
