//! Members of types: their own, and those that they inherit.

use std::rc::Rc;

use super::find::{Chain, Finder, Found};
use super::keys::{Key, folder};
use super::lookup::{Base, Def};
use super::names::fold;
use super::rules::{LanguageFamily, MemberScope};

/// Types that a type inherits from, at any distance.
const ANCESTORS: usize = 64;

impl Finder<'_> {
    /// Members of a type by name, its own before inherited ones.
    pub fn members(&mut self, of: &Def, name: u64) -> Found {
        let chain = self.chain(of);
        self.members_of(&chain.types, chain.open, name)
    }

    /// Members that a type inherits.
    pub fn inherited(&mut self, of: &Def, name: u64) -> Found {
        let chain = self.chain(of);
        self.members_of(chain.types.get(1..).unwrap_or_default(), chain.open, name)
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
        let found: Vec<Def> = defs.iter().filter(|def| def.scope == own).copied().collect();
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
                let part_of =
                    (file.rules.members == MemberScope::Parts).then(|| folder(&file.path).to_owned());
                let mut defs = self.defs_anywhere(name).unwrap_or_default();
                defs.retain(|def| def.scope == own && def.file != of.file);
                // Where another type of that name is defined, its members are that type's.
                if !file.rules.open_types {
                    defs.retain(|def| {
                        let path = self.lookup.files().get(def.file).map(|other| &*other.path);
                        path.is_some_and(|path| part_of.as_deref() == Some(folder(path)))
                            || !self.defs_in(of.name, def.file).iter().any(|other| other.own() == own)
                    });
                }
                defs
            }
        }
    }

    /// A type with all that it inherits from.
    pub fn chain(&mut self, of: &Def) -> Rc<Chain> {
        if self.inheriting {
            return Rc::new(Chain { types: vec![*of], open: false });
        }
        if let Some(chain) = self.chains.get(&of.id) {
            return Rc::clone(chain);
        }
        let mut chain = Chain::default();
        let mut visits = 0;
        self.visit(*of, &mut chain, &mut visits);
        // What two types share comes after both: the last time counts.
        let mut types: Vec<Def> = Vec::with_capacity(chain.types.len());
        for def in chain.types.drain(..).rev() {
            if !types.iter().any(|known| known.id == def.id) {
                types.push(def);
            }
        }
        types.retain(|def| def.id != of.id);
        types.push(*of);
        types.reverse();
        chain.types = types;
        let chain = Rc::new(chain);
        self.chains.insert(of.id, Rc::clone(&chain));
        chain
    }

    fn visit(&mut self, of: Def, chain: &mut Chain, visits: &mut usize) {
        *visits += 1;
        if *visits > ANCESTORS {
            chain.open = true;
            return;
        }
        chain.types.push(of);
        if of.file != self.id
            && let Some(file) = self.lookup.files().get(of.file)
        {
            self.dependencies.add(Key::bases(&file.path, of.own()));
        }
        for base in self.lookup.bases(&of).iter() {
            match base {
                Base::Type(id) => match self.lookup.definition(*id) {
                    Some(def) if def.id != of.id => self.visit(def, chain, visits),
                    _ => chain.open = true,
                },
                Base::Unknown => chain.open = true,
            }
        }
    }
}
