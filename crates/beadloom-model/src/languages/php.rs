//! PHP.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, DeclaredPackages, GlobalLookup, Import, LanguageFamily, NameRules, Package};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "php",
    name: "PHP",
    extensions: &["php", "phtml", "php3", "php4", "php5", "php7", "php8", "phpt", "inc"],
    file_names: &["artisan"],
    entry_files: &["artisan"],
    syntax: Syntax {
        line_comments: &["//", "#"],
        not_comments: &["#["],
        strings: &[
            StringForm { code: "$", ..StringForm::DOUBLE },
            StringForm { lines: true, ..StringForm::SINGLE },
        ],
        characters: false,
        heredocs: true,
        code_begins: &["<?php", "<?="],
        code_ends: "?>",
        ..Syntax::PLAIN
    },
    layout: Layout {
        uncounted: &["phtml", "php3", "php4", "php5", "php7", "php8", "phpt", "inc"],
        class_per_file: true,
        interpreters: &["php"],
        scripts: &["php"],
        ..Layout::PLAIN
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Php),
        package: Package::Folder,
        declared_packages: DeclaredPackages::BelowOwn,
        ancestry: Ancestry::ClassesFirst,
        import: Import::Path(&['\\']),
        open: GlobalLookup::All,
        written_paths: Some("\\"),
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
};

/// Members of its own types.
const MEMBERS: &str = "add all append array_filter array_key_exists array_keys array_map array_merge array_values assert \
    build call close compact count create define delete die each echo empty error execute exit explode fetch \
    file_exists filter find first flush format get getMessage handle has implode in_array info is_array is_null is_string \
    isset json_decode json_encode key keys last load log make map merge method name next open parse pop prepare \
    print printf push put query read remove render reset run save send set sprintf start str_replace strlen strpos \
    strtolower strtoupper substr test toArray toString trim unset update validate value values var_dump with write";
