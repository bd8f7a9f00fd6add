//! Lua.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{GlobalLookup, LanguageFamily, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "lua",
    name: "Lua",
    extensions: &["lua", "rockspec"],
    file_names: &[".luacheckrc", ".luacov", "config.ld"],
    syntax: Syntax {
        line_comments: &["--"],
        block_comments: &[("--[[", "]]"), ("--[=[", "]=]")],
        strings: &[
            StringForm::DOUBLE,
            StringForm::SINGLE,
            StringForm { open: "[[", close: "]]", lines: true, escapes: false, code: "" },
        ],
        characters: false,
        ..Syntax::PLAIN
    },
    layout: Layout { uncounted: &["rockspec"], ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Lua),
        open: GlobalLookup::All,
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "add assert close collectgarbage concat dofile error find flush format get getmetatable gmatch gsub \
    insert ipairs len lines load loadfile loadstring lower match new next open pack pairs pcall print rawequal rawget \
    rawset read remove rep require reverse run seek select set setmetatable sort start stop sub tonumber tostring \
    type unpack update upper write xpcall";
