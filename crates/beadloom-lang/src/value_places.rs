//! How a language says where names stand that are read as values; each one's own table stands in its module.

/// What a name is where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Read.
    Value,
    /// Bound: in a function it means nothing outside.
    Bind,
    /// Neither: what is defined, labels, what is read as something else.
    Skip,
    /// The key of an element of a literal, or its value.
    Element,
}

/// What a name alone may stand for that the file neither defines nor imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// Something of another file.
    Anywhere,
    /// Likewise where it begins with a capital: others are fields.
    Capital,
    /// Nothing, unless a module is imported with all that it has.
    Known,
}

/// Whether a name alone may stand for what the file does not define or import.
pub(crate) fn may_be_elsewhere(name: &str, bare: Bare) -> bool {
    match bare {
        Bare::Anywhere => true,
        Bare::Capital => name.starts_with(char::is_uppercase),
        Bare::Known => false,
    }
}
/// A kind of node and the field of it that a name stands in: `""` for none, `*` for any.
type In = (&'static str, &'static str);

/// How values are told in a language.
pub(crate) struct ValueRules {
    /// Kinds of leaves that are names.
    pub(crate) names: &'static [&'static str],
    /// Kinds of leaves that are names behind another alone.
    pub(crate) members: &'static [&'static str],
    /// Kinds of nodes in which nothing is a value.
    pub(crate) closed: &'static [&'static str],
    /// Where names are bound.
    pub(crate) binds: &'static [In],
    /// Where names are neither bound nor read.
    pub(crate) skips: &'static [In],
    /// Likewise within the third kind.
    pub(crate) apart: &'static [(&'static str, &'static str, &'static str)],
    /// Elements of literals.
    pub(crate) elements: &'static [In],
    /// What stands between a name and its member; the longest first.
    pub(crate) separators: &'static [&'static str],
    /// The value or type around.
    pub(crate) this: &'static [&'static str],
    pub(crate) bare: Bare,
    /// Paths begin with what the file defines or imports.
    pub(crate) known_heads: bool,
    /// Names in patterns that begin with a capital are read.
    pub(crate) capital_patterns: bool,
    /// Kinds of leaves that are types or namespaces: types begin with a capital.
    pub(crate) capital_heads: &'static [&'static str],
    /// Kinds of nodes in which a name before `=` is a label.
    pub(crate) labelled: &'static [&'static str],
    /// What the type around inherits from.
    pub(crate) above: &'static [&'static str],
    /// Types keep all that can be read of a value among their members, so that a read of a value of unknown type means
    /// one of the members of that name, or nothing of the project.
    pub(crate) members_all_known: bool,
    /// A call of a name that begins with a capital makes a value of that type.
    pub(crate) calls_make: bool,
    /// A name behind nothing but a dot is a member of a type that only what is around says, also where it is called.
    pub(crate) implicit_members: bool,
    /// Members of `this` stand in the file, where its type inherits nothing.
    pub(crate) own_members: bool,
    /// Declarations in whose values the names that they bind mean what they meant before.
    pub(crate) own_values: &'static [OwnValue],
}

/// A declaration in whose value the names that it binds mean what they meant before: `let depth = depth();`.
pub(crate) struct OwnValue {
    /// The kind of node.
    pub(crate) kind: &'static str,
    /// The field of the value; `=` where it stands behind that sign, maybe several times; `{` for a block, with which what is
    /// bound in it ends.
    pub(crate) value: &'static str,
}

/// What most languages have; each states what differs.
pub(crate) const PLAIN: ValueRules = ValueRules {
    names: &["identifier"],
    members: &[],
    closed: &[],
    binds: &[],
    skips: &[],
    apart: &[],
    elements: &[],
    separators: &["."],
    this: &["this"],
    bare: Bare::Anywhere,
    known_heads: false,
    capital_patterns: false,
    capital_heads: &[],
    labelled: &[],
    above: &["super"],
    members_all_known: false,
    calls_make: false,
    implicit_members: false,
    own_members: true,
    own_values: &[],
};
