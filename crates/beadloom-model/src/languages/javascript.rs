//! JavaScript, and what its relatives share with it.

use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, LanguageFamily, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "javascript",
    name: "JavaScript",
    extensions: &["js", "mjs", "cjs", "jsx"],
    syntax: SYNTAX,
    layout: Layout { interpreters: &["node"], scripts: &["js", "mjs", "cjs"], ..Layout::PLAIN },
    names: NAMES,
    ..LanguageFacts::PLAIN
};

/// Of the languages that JavaScript's engines run.
pub(super) const NAMES: NameRules = NameRules {
    family: LanguageFamily::Ecma,
    ancestry: Ancestry::ClassesFirst,
    unknown_heads_are_outside: true,
    builtin_members: MEMBERS,
    ..NameRules::PLAIN
};

/// Of the same.
pub(super) const SYNTAX: Syntax = Syntax {
    strings: &[
        StringForm::DOUBLE,
        StringForm::SINGLE,
        StringForm { open: "`", close: "`", lines: true, escapes: true, code: "${" },
    ],
    characters: false,
    ..Syntax::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "abort accept add addEventListener all allSettled any appendChild apply arrayBuffer assign at bind \
    blob blur call catch charAt charCodeAt clear click clone close closest codePointAt concat contains copyWithin \
    createElement delete destroy dispatchEvent emit end endsWith entries every exec fetch fill filter finally find \
    findIndex findLast findLastIndex flat flatMap focus forEach formData from get getAttribute \
    getBoundingClientRect getDate getDay getFullYear getHours getItem getMinutes getMonth getSeconds getTime has \
    hasAttribute hasOwnProperty includes indexOf insertBefore isArray isPrototypeOf item join json keys lastIndexOf \
    listen localeCompare log map match matchAll next normalize now off on once open padEnd padStart parse pause \
    pipe play pop postMessage preventDefault promise push querySelector querySelectorAll race read reduce \
    reduceRight reject remove removeAttribute removeChild removeEventListener removeItem render repeat replace \
    replaceAll reset resolve resume return reverse search send set setAttribute setItem shift slice some sort \
    splice split start startsWith stop stopPropagation stringify submit subscribe substr substring test text then \
    throw toFixed toISOString toJSON toLocaleString toLowerCase toPrecision toString toUpperCase trim trimEnd \
    trimStart unshift unsubscribe update use valueOf values warn error info debug with write";
