//! Rust.

use super::LanguageId;
use super::facts::LanguageFacts;
use super::names::{Ancestry, Extensions, GlobalLookup, Import, LanguageFamily, MemberScope, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "rust",
    name: "Rust",
    extensions: &["rs"],
    syntax: Syntax {
        nested_comments: true,
        strings: &[StringForm { lines: true, ..StringForm::DOUBLE }],
        raw_strings: true,
        ..Syntax::PLAIN
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Rust),
        ancestry: Ancestry::Apart,
        import: Import::Path(&[':']),
        open: GlobalLookup::Macros,
        extensions: Extensions::Anywhere,
        typed: true,
        written_paths: Some("::"),
        builtin_members: MEMBERS,
        builtin_types: TYPES,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "abs all and and_then any append as_bytes as_deref as_mut as_path as_ref as_slice as_str await \
    borrow borrow_mut bytes by_ref chain chars clear clone cloned cmp collect concat contains contains_key context \
    copied count cycle dedup default deref display drain drop end_bound ends_with entry enumerate eq err exists expect extend \
    extension file_name filter filter_map find find_map first flat_map flatten flush fmt fold for_each from get \
    get_mut get_or_insert_with hash id index insert inspect into into_inner into_iter is_dir is_empty is_err is_file \
    is_none is_ok is_some is_some_and iter iter_mut join keys kind last len lines load lock map map_err map_or \
    map_or_else max max_by max_by_key min min_by min_by_key name ne next nth ok ok_or ok_or_else or or_default \
    or_else or_insert or_insert_with parent parse partial_cmp partition path peek peekable pop position product push \
    push_str read read_to_string recv remove repeat replace reserve resize retain rev send skip skip_while sort \
    sort_by sort_by_key sort_unstable spawn split split_at split_whitespace splitn start_bound starts_with status step_by store \
    strip_prefix strip_suffix sum swap take take_while text then to_lowercase to_owned to_path_buf to_str to_string \
    to_string_lossy to_uppercase to_vec trim trim_end trim_start truncate try_from try_into unwrap unwrap_or \
    unwrap_or_default unwrap_or_else update value values with_context write write_all write_str zip";

/// Its own types that are written like values.
const TYPES: &str = "bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize";
