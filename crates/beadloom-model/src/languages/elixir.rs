//! Elixir.

use super::LanguageId;
use super::facts::LanguageFacts;
use super::names::{GlobalLookup, Import, LanguageFamily, MemberScope, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "elixir",
    name: "Elixir",
    extensions: &["ex", "exs"],
    syntax: Syntax {
        documentation: &[
            ("@doc ~S\"\"\"", "\"\"\""),
            ("@moduledoc ~S\"\"\"", "\"\"\""),
            ("@doc \"\"\"", "\"\"\""),
            ("@moduledoc \"\"\"", "\"\"\""),
            ("@typedoc \"\"\"", "\"\"\""),
        ],
        strings: &[
            StringForm::LONG,
            StringForm::LONG_SINGLE,
            StringForm { code: "#{", ..StringForm::DOUBLE },
            StringForm { code: "#{", ..StringForm::SINGLE },
        ],
        ..Syntax::HASH
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Elixir),
        import: Import::Path(&['.']),
        open: GlobalLookup::TopTypes,
        implicit_this: true,
        global_modules: true,
        unknown_heads_are_outside: true,
        builtin_members: MEMBERS,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "all any at concat count delete each empty filter find first flat_map get get_in inspect into \
    join keys length map max member merge min new put raise reduce reject reverse send size sort spawn split start \
    start_link sum take to_list to_string update values zip";
