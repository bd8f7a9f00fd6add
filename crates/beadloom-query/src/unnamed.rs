//! Members that a language runs without their names: operators, conversions, what a loop or a `with` calls.
//!
//! No reference names them there, so that no answer about one of them is complete.

use std::collections::BTreeSet;

use beadloom_model::languages::LanguageFamily;
use beadloom_model::{LanguageId, ReferenceKind, Result, SymbolKind};
use beadloom_store::{Store, SymbolRow};

/// How code uses a member without naming it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unnamed {
    /// Its name is a sign, which stands between values.
    Sign,
    /// It makes values of the type around: code that makes one names the type.
    Constructor,
    /// Something else that the language writes otherwise.
    Syntax,
}

/// Members of Kotlin that operators mean where they override one, parted by white space.
const KOTLIN: &str = "compareTo contains dec div equals get getValue hasNext hashCode inc invoke iterator minus \
    next not plus provideDelegate rangeTo rangeUntil rem set setValue times toString unaryMinus unaryPlus";

const JAVA: &[&str] = &["close", "compareTo", "equals", "hashCode", "iterator", "toString"];

const CSHARP: &[&str] = &[
    "CompareTo", "Deconstruct", "Dispose", "DisposeAsync", "Equals", "GetAsyncEnumerator", "GetAwaiter",
    "GetEnumerator", "GetHashCode", "MoveNext", "ToString",
];

const SCALA: &[&str] = &[
    "apply", "equals", "flatMap", "foreach", "hashCode", "map", "toString", "unapply", "unapplySeq",
    "update", "withFilter",
];

const SWIFT: &[&str] = &[
    "buildArray", "buildBlock", "buildEither", "buildExpression", "buildFinalResult",
    "buildLimitedAvailability", "buildOptional", "buildPartialBlock", "callAsFunction", "deinit",
    "dynamicallyCall", "makeIterator", "projectedValue", "subscript", "wrappedValue",
];

const RUBY: &[&str] = &[
    "call", "coerce", "const_missing", "deconstruct", "deconstruct_keys", "each", "eql?", "extended", "hash",
    "included", "inherited", "initialize_copy", "inspect", "method_added", "method_missing", "prepended",
    "respond_to_missing?", "to_a", "to_ary", "to_h", "to_hash", "to_proc", "to_s", "to_str",
];

const ECMA: &[&str] = &["toJSON", "toString", "valueOf"];

/// Protocols of Elixir's own, whose functions interpolation and other functions run.
const ELIXIR: &[&str] = &["Collectable.", "Enumerable.", "Inspect.", "List.Chars.", "String.Chars."];

/// Members that run without their names where the type has a trait or interface of the language: the names of these, and
/// the members.
type Implemented = (&'static [&'static str], &'static [&'static str]);

const RUST: &[Implemented] = &[
    (&["Add"], &["add"]),
    (&["AddAssign"], &["add_assign"]),
    (&["BitAnd"], &["bitand"]),
    (&["BitAndAssign"], &["bitand_assign"]),
    (&["BitOr"], &["bitor"]),
    (&["BitOrAssign"], &["bitor_assign"]),
    (&["BitXor"], &["bitxor"]),
    (&["BitXorAssign"], &["bitxor_assign"]),
    (&["Debug", "Display", "LowerHex", "UpperHex", "Binary", "Octal", "LowerExp", "Pointer"], &["fmt"]),
    (&["Default"], &["default"]),
    (&["Deref", "DerefMut"], &["deref", "deref_mut"]),
    (&["Div"], &["div"]),
    (&["DivAssign"], &["div_assign"]),
    (&["Drop"], &["drop"]),
    (&["From", "TryFrom", "Into", "TryInto"], &["from", "into", "try_from", "try_into"]),
    (&["FromStr"], &["from_str"]),
    (&["Future"], &["poll"]),
    (&["Hash"], &["hash"]),
    (&["Index", "IndexMut"], &["index", "index_mut"]),
    (&["Iterator", "IntoIterator"], &["next", "into_iter"]),
    (&["Mul"], &["mul"]),
    (&["MulAssign"], &["mul_assign"]),
    (&["Neg"], &["neg"]),
    (&["Not"], &["not"]),
    (&["PartialEq"], &["eq", "ne"]),
    (&["PartialOrd", "Ord"], &["partial_cmp", "cmp", "lt", "le", "gt", "ge"]),
    (&["Rem"], &["rem"]),
    (&["RemAssign"], &["rem_assign"]),
    (&["Shl"], &["shl"]),
    (&["ShlAssign"], &["shl_assign"]),
    (&["Shr"], &["shr"]),
    (&["ShrAssign"], &["shr_assign"]),
    (&["Sub"], &["sub"]),
    (&["SubAssign"], &["sub_assign"]),
];

const PHP: &[Implemented] = &[
    (&["ArrayAccess"], &["offsetExists", "offsetGet", "offsetSet", "offsetUnset"]),
    (&["Countable"], &["count"]),
    (&["Iterator", "SeekableIterator"], &["current", "key", "next", "rewind", "valid"]),
    (&["IteratorAggregate"], &["getIterator"]),
    (&["JsonSerializable"], &["jsonSerialize"]),
];

/// Whether code can use one of the symbols without its name.
pub(crate) fn unnamed(store: &Store, rows: &[SymbolRow]) -> Result<Option<Unnamed>> {
    for row in rows {
        let found = of(store, row)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The names of those that code can use without them, where the type that holds them is no symbol of the list itself: who
/// uses the member mostly names the type.
pub(crate) fn unnamed_alone<'r>(store: &Store, rows: &'r [SymbolRow]) -> Result<BTreeSet<&'r str>> {
    let all: BTreeSet<&str> = rows.iter().map(|row| row.qualified_name.as_str()).collect();
    let mut names = BTreeSet::new();
    for row in rows {
        let owner = row.qualified_name.strip_suffix(row.symbol_name.as_str()).unwrap_or("");
        if !all.contains(owner.trim_end_matches('.')) && of(store, row)?.is_some() {
            names.insert(row.symbol_name.as_str());
        }
    }
    Ok(names)
}

fn of(store: &Store, row: &SymbolRow) -> Result<Option<Unnamed>> {
    let name = row.symbol_name.as_str();
    let Some(language) = LanguageId::of_path(&row.file_path) else { return Ok(None) };
    if matches!(row.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Module) {
        return Ok(None);
    }
    if is_constructor(language, row) {
        return Ok(Some(Unnamed::Constructor));
    }
    if is_sign(name) {
        return Ok(Some(Unnamed::Sign));
    }
    let is_member = row.qualified_name != row.symbol_name;
    let is = match language {
        LanguageId::Kotlin => {
            let has =
                |word: &str| row.signature.split(['(', '=']).next().is_some_and(|head| has_word(head, word));
            has("operator")
                || has("override")
                    && (KOTLIN.split_ascii_whitespace().any(|known| known == name)
                        || name.starts_with("component"))
        }
        LanguageId::Java => is_member && JAVA.contains(&name),
        LanguageId::CSharp => {
            name.starts_with("operator") || name == "this[]" || is_member && CSHARP.contains(&name)
        }
        LanguageId::Scala => is_member && (SCALA.contains(&name) || name.starts_with("unary_")),
        LanguageId::Swift => is_member && SWIFT.contains(&name),
        LanguageId::Ruby => RUBY.contains(&name),
        LanguageId::Python | LanguageId::Php | LanguageId::Lua if is_hook(language, name) => true,
        LanguageId::Php => is_member && implements(store, row, PHP)?,
        LanguageId::Rust => is_member && implements(store, row, RUST)?,
        LanguageId::Elixir => {
            name.starts_with("sigil_")
                || ELIXIR.iter().any(|protocol| row.qualified_name.starts_with(protocol))
        }
        language if language.family() == LanguageFamily::C => {
            name.starts_with('~') || name.starts_with("operator") && !is_word(name)
        }
        language if language.family() == LanguageFamily::Ecma => is_member && ECMA.contains(&name),
        _ => false,
    };
    Ok(is.then_some(Unnamed::Syntax))
}

fn is_constructor(language: LanguageId, row: &SymbolRow) -> bool {
    let name = row.symbol_name.as_str();
    let Some((path, _)) = row.qualified_name.rsplit_once('.') else { return false };
    match language {
        LanguageId::Python => matches!(name, "__init__" | "__new__"),
        LanguageId::Php => name == "__construct",
        LanguageId::Ruby => name == "initialize",
        LanguageId::Swift => name == "init",
        language if language.family() == LanguageFamily::Ecma => name == "constructor",
        _ => row.kind == SymbolKind::Method && path.rsplit('.').next() == Some(name),
    }
}

/// `__add__` of Python, `__get` of PHP, `__index` of Lua.
fn is_hook(language: LanguageId, name: &str) -> bool {
    name.strip_prefix("__").is_some_and(|rest| {
        !rest.is_empty() && (language != LanguageId::Python || rest.ends_with("__") && rest.len() > 2)
    })
}

/// Whether the file says that some type of it has a trait or interface for which the language runs the member.
fn implements(store: &Store, row: &SymbolRow, of: &[Implemented]) -> Result<bool> {
    let traits: BTreeSet<&str> = of
        .iter()
        .filter(|(_, members)| members.contains(&row.symbol_name.as_str()))
        .flat_map(|(traits, _)| traits.iter().copied())
        .collect();
    let Some(file) = store.file_id(&row.file_path)?.filter(|_| !traits.is_empty()) else { return Ok(false) };
    let mut found = false;
    store.each_reference(&[file], |_, _, fact, _| {
        found |= fact.kind == ReferenceKind::Inherit && traits.contains(fact.name);
    })?;
    Ok(found)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|one| one == word)
}

fn is_word(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `+`, `<=>`, `[]`: not what only ends in a sign, as `empty?`.
fn is_sign(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_punctuation() && c != '_' || !c.is_ascii() && !c.is_alphanumeric())
}
