//! Who calls and uses what, as a file states it.

crate::named! {
    /// What a reference does with what it names.
    pub enum ReferenceKind {
        /// Calls it, constructs it, applies it as a decorator or macro.
        Call = "call",
        /// Names it as a type: of a parameter, field, result, value, type argument.
        Type = "type",
        /// The type around the reference extends, implements or mixes it in; `from` is that type.
        Inherit = "inherit",
        /// Reads it or passes it on as a value: a function by its name, a constant, a property, what a member is read of.
        Value = "value",
    }
}

/// The path of a name that no namespace, type or function is around, where that is written: `::refund()`.
pub const GLOBAL_SCOPE: &str = "::";

/// The local name of a module that a file loads and hands to what it does not show. It is a keyword, so that nothing else has
/// it. With `#` and a number it is a module that has no name in the whole file: `import#0` of `import("./a")`. With `@` in place
/// of `#` it stands before a name that is perhaps used.
pub const LOADED_MODULE: &str = "import";

/// What stands before the name in a reference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Receiver {
    /// Nothing: `refund()`. The name is bound by nothing in the functions around it.
    None,
    /// The value or type around: `self.post()`, `this.post()`, `Self::post()`, `cls.post()`.
    This,
    /// The base of the type around: `super().post()`.
    Super,
    /// Names joined by `.`, as written, whatever the language's separator: `billing.charge` of
    /// `billing.charge.refund()`. The first is no local variable; it may be a module, a type, a package. Of `::refund()`
    /// in C++ it is [`GLOBAL_SCOPE`].
    Path(String),
    /// A value whose type is written down in the file: `Ledger`, or `billing.Ledger`, as written without type
    /// arguments, pointers and the like. Also where it was made by a call of that name (`x = Ledger()`), so
    /// that it may turn out to be a function.
    Typed(String),
    /// Any other expression: a value of unknown type.
    Value,
}

/// Places that are kept of one reference.
pub const MAX_LINES_ITEMS: usize = 512;

/// References of one definition to one name: a line for each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceFacts {
    /// The last name, as this file calls it: `refund` of `charge.refund()`.
    pub name: String,
    /// What stands before it.
    pub receiver: Receiver,
    /// What it does.
    pub kind: ReferenceKind,
    /// The innermost definition around, by position in [`crate::ParsedFile::symbols`]; `None` at the top of
    /// the file.
    pub from: Option<u32>,
    /// 1-based, ascending, without repeats, at least one; only the first [`MAX_LINES_ITEMS`] are kept.
    pub lines: Vec<u32>,
}
