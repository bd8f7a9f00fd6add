//! Python.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, BareImport, Import, LanguageFamily, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "python",
    name: "Python",
    extensions: &["py", "pyi"],
    entry_files: &["__main__.py"],
    syntax: Syntax {
        documentation: &[("r\"\"\"", "\"\"\""), ("\"\"\"", "\"\"\""), ("'''", "'''")],
        strings: &[StringForm::LONG, StringForm::LONG_SINGLE, StringForm::DOUBLE, StringForm::SINGLE],
        formats: &['f', 'F'],
        ..Syntax::HASH
    },
    layout: Layout { interpreters: &["python", "python3"], scripts: &["py"], ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Python),
        ancestry: Ancestry::C3,
        import: Import::Names(BareImport::Dotted),
        builtin_members: MEMBERS,
        builtin_types: TYPES,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "add append capitalize casefold center clear close copy count decode difference encode endswith \
    extend fileno find flush format format_map fromkeys get group groupdict groups index insert intersection isalnum \
    isalpha isascii isatty isdecimal isdigit isidentifier islower isnumeric isprintable isspace issubset issuperset \
    istitle isupper items join keys ljust lower lstrip match maketrans next partition pop popitem read readable \
    readline readlines remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip \
    search seek seekable send setdefault sort span split splitlines start startswith strip sub swapcase \
    symmetric_difference tell throw title translate truncate union update upper values writable write writelines \
    zfill end run wait put acquire release cancel result done set is_set submit shutdown total_seconds isoformat \
    strftime timestamp date time weekday year month day hour minute second exists is_file is_dir mkdir open \
    read_text write_text read_bytes write_bytes resolve relative_to with_suffix as_posix iterdir glob rglob unlink \
    rename stat touch commit rollback execute executemany fetchone fetchall fetchmany cursor debug info warning \
    error exception critical log warn isEnabledFor addHandler setLevel";

/// Its own types that are written like values.
const TYPES: &str = "bool bytearray bytes classmethod complex dict enumerate filter float frozenset int list map \
    memoryview object property range reversed set slice staticmethod str super tuple type zip";
