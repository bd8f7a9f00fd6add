//! Modules that a file loads where they have no name, and what they are called in the facts.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::{ImportFacts, LOADED_MODULE};

use crate::bindings::{Loaded, joined};

/// The modules that a file loads without a name for the whole file.
#[derive(Default)]
pub(crate) struct Loads<'t> {
    pub(crate) numbers: HashMap<&'t str, u32>,
    /// How many have a number and no specifier of their own.
    pub(crate) unnamed: usize,
    /// Those that are handed to what the file does not show.
    pub(crate) handed_on: BTreeSet<u32>,
}

/// The local name that stands for the module of that number.
pub(crate) fn local_name(number: u32) -> String {
    format!("{LOADED_MODULE}#{number}")
}

/// What stands before a name of a module in the facts.
pub(crate) fn path_of(loaded: &Loaded<'_>) -> String {
    let sign = if loaded.sure { '#' } else { '@' };
    let mut path = format!("{LOADED_MODULE}{sign}{}", loaded.number);
    for names in [loaded.path.0, &joined(loaded.path.1)] {
        if !names.is_empty() {
            path.push('.');
            path.push_str(names);
        }
    }
    path
}

/// Notes with the imports of a file which modules are handed on: those with these numbers or local names.
pub(crate) fn note_handed_on(imports: &mut [ImportFacts], loads: &Loads<'_>, names: &BTreeSet<String>) {
    if loads.handed_on.is_empty() && names.is_empty() {
        return;
    }
    let mut locals = names.clone();
    locals.extend(loads.handed_on.iter().map(|number| local_name(*number)));
    for import in imports {
        let is_whole = |(local, theirs): &(String, String)| theirs == "*" && locals.contains(local);
        let noted = import.aliases.iter().any(|(local, _)| local == LOADED_MODULE);
        if !noted && import.aliases.iter().any(is_whole) {
            import.aliases.push((LOADED_MODULE.to_owned(), "*".to_owned()));
        }
    }
}
