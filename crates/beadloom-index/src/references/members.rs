//! Members of types: their own, and those that they inherit.

use super::find::{Finder, Found};
use super::keys::folder;
use super::lookup::{Def, Form};
use super::names::fold;
use super::rules::{Ancestry, LanguageFamily, MemberScope};

/// Types that are looked into for one member where all bases count alike.
const MAX_SEPARATE_TYPES: usize = 64;

impl Finder<'_> {
    /// Members of a type by name, its own before inherited ones.
    pub fn members(&mut self, of: &Def, name: u64) -> Found {
        if self.counts_alike(of) {
            let own = self.own_members(of, name);
            return if own.is_empty() { self.inherited(of, name) } else { Found::Defs(own) };
        }
        let chain = self.chain(of);
        self.members_of(&chain.types, chain.open, name)
    }

    /// Members that a type inherits.
    pub fn inherited(&mut self, of: &Def, name: u64) -> Found {
        if self.counts_alike(of) {
            return self.apart(of, name);
        }
        let chain = self.chain(of);
        let mut above = chain.types.get(chain.own + 1..).unwrap_or_default();
        if self.ancestry(of) == Ancestry::ClassesFirst {
            // What the type uses as its own is not above it.
            let own = above.iter().take_while(|def| def.form == Form::Trait).count();
            above = above.get(own..).unwrap_or_default();
        }
        self.members_of(above, chain.open, name)
    }

    /// Whether no base of a type comes before another.
    fn counts_alike(&self, of: &Def) -> bool {
        !self.inheriting && matches!(self.ancestry(of), Ancestry::Apart | Ancestry::Levels)
    }

    /// What any base has of a name, with what the language says of how far it is.
    fn apart(&mut self, of: &Def, name: u64) -> Found {
        let levels = self.ancestry(of) == Ancestry::Levels;
        let (mut found, mut open) = (Vec::new(), false);
        let mut seen = vec![of.id];
        let mut level = vec![*of];
        while !level.is_empty() && seen.len() < MAX_SEPARATE_TYPES {
            let mut next: Vec<Def> = Vec::new();
            for of in &level {
                let bases = self.bases(of);
                open |= bases.open;
                for base in bases.types {
                    if seen.contains(&base.id) {
                        continue;
                    }
                    seen.push(base.id);
                    let own = self.own_members(&base, name);
                    // What has it hides what is above it.
                    if own.is_empty() {
                        next.push(base);
                    }
                    found.extend(own);
                }
            }
            if levels && !found.is_empty() {
                break;
            }
            level = next;
        }
        match (found.is_empty(), open || !level.is_empty()) {
            (false, _) => Found::Defs(found),
            (true, true) => Found::Maybe,
            (true, false) => Found::Nothing,
        }
    }

    fn members_of(&mut self, types: &[Def], open: bool, name: u64) -> Found {
        for of in types {
            let defs = self.own_members(of, name);
            if !defs.is_empty() {
                return Found::Defs(defs);
            }
        }
        if open { Found::Maybe } else { Found::Nothing }
    }

    fn own_members(&mut self, of: &Def, name: u64) -> Vec<Def> {
        let own = of.own();
        let defs = self.defs_in(name, of.file);
        let mut found: Vec<Def> = defs.iter().filter(|def| def.scope == own).copied().collect();
        if !found.is_empty() && self.file.rules.open_types && self.places(of).len() > 1 {
            // Another place may define it again.
            let mut others = self.members_elsewhere(of, name);
            self.keep_bundle_of(of, &mut others, true);
            found.extend(others);
            return found;
        }
        let Some(file) = self.lookup.files().get(of.file).filter(|_| found.is_empty()) else { return found };
        match file.rules.members {
            MemberScope::File if file.rules.family == LanguageFamily::Jvm => {
                // Kotlin: what the companion holds is called like the class's own.
                let companion = fold(own, self.lookup.name("Companion"));
                defs.iter().filter(|def| def.scope == companion).copied().collect()
            }
            MemberScope::File => found,
            MemberScope::Folder => {
                let mut defs = self.defs_in_folder(name, folder(&file.path));
                defs.retain(|def| def.scope == own);
                defs
            }
            MemberScope::Parts | MemberScope::Anywhere => {
                if file.rules.open_types {
                    return self.members_elsewhere(of, name);
                }
                let part_of =
                    (file.rules.members == MemberScope::Parts).then(|| folder(&file.path).to_owned());
                let mut defs = self.defs_anywhere(name).unwrap_or_default();
                defs.retain(|def| def.scope == own && def.file != of.file);
                // Where another type of that name is defined, its members are that type's.
                let parts = self.places(of);
                defs.retain(|def| {
                    if parts.len() > 1 && parts.iter().any(|part| part.file == def.file) {
                        return true;
                    }
                    let path = self.lookup.files().get(def.file).map(|other| &*other.path);
                    path.is_some_and(|path| part_of.as_deref() == Some(folder(path)))
                        || !self.defs_in(of.name, def.file).iter().any(|other| other.own() == own)
                });
                defs
            }
        }
    }

    /// Members of a type that may be opened anywhere, in other files; what tests add only where nothing else is.
    fn members_elsewhere(&mut self, of: &Def, name: u64) -> Vec<Def> {
        let own = of.own();
        let mut defs = self.defs_anywhere(name).unwrap_or_default();
        defs.retain(|def| def.scope == own && def.file != of.file);
        if defs.iter().any(|def| !self.is_aside(def.file)) {
            defs.retain(|def| !self.is_aside(def.file));
        }
        self.keep_bundle_of(of, &mut defs, false);
        defs
    }
}
