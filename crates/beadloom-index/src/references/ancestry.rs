//! In which order a type and what it inherits from are looked into: by each language's own rule.

use std::rc::Rc;

use beadloom_model::SymbolKind;

use super::find::{Chain, Finder};
use super::keys::Key;
use super::lookup::{Base, Def, Form};
use super::rules::Ancestry;

/// Types that a type inherits from, at any distance.
const ANCESTORS: usize = 64;

/// What was met on the way up.
#[derive(Default)]
struct Way {
    visits: usize,
    /// Something is not known.
    open: bool,
    /// Types that are being looked into, each for the one before.
    steps: Vec<i64>,
}

impl Way {
    /// Whether a type may be looked into; [`Way::end`] ends that.
    fn begin(&mut self, of: &Def) -> bool {
        self.visits += 1;
        let may = self.visits <= ANCESTORS && !self.steps.contains(&of.id);
        if may {
            self.steps.push(of.id);
        } else {
            self.open = true;
        }
        may
    }

    fn end(&mut self) {
        self.steps.pop();
    }
}

/// What a type inherits from, by how it does.
#[derive(Default)]
pub struct Bases {
    /// In the order of the source.
    pub types: Vec<Def>,
    /// The same, of what comes before the type itself.
    pub prepended: Vec<Def>,
    /// Something is not known.
    pub open: bool,
}

impl Finder<'_> {
    /// How types of the language of a definition are looked into.
    pub fn ancestry(&self, of: &Def) -> Ancestry {
        self.lookup.files().get(of.file).map_or(Ancestry::Written, |file| file.rules.ancestry)
    }

    /// A type with all that it inherits from.
    pub fn chain(&mut self, of: &Def) -> Rc<Chain> {
        if self.inheriting {
            return Rc::new(Chain { types: vec![*of], own: 0, open: false });
        }
        if let Some(chain) = self.chains.get(&of.id) {
            return Rc::clone(chain);
        }
        let mut way = Way::default();
        let types = match self.ancestry(of) {
            Ancestry::C3 => self.linearized(*of, &mut way).unwrap_or_else(|| {
                way = Way::default();
                let mut met = Vec::new();
                self.visit(*of, Ancestry::Written, &mut met, &mut way);
                last_of_each(met)
            }),
            Ancestry::ClassesFirst => {
                let mut met = Vec::new();
                self.visit(*of, Ancestry::ClassesFirst, &mut met, &mut way);
                let (interfaces, classes): (Vec<Def>, Vec<Def>) =
                    met.into_iter().partition(|def| def.id != of.id && is_interface(def));
                let mut types: Vec<Def> = Vec::with_capacity(classes.len() + interfaces.len());
                let interfaces = last_of_each(interfaces);
                for def in classes.into_iter().chain(interfaces) {
                    if !types.iter().any(|known| known.id == def.id) {
                        types.push(def);
                    }
                }
                types
            }
            order => {
                let mut met = Vec::new();
                self.visit(*of, order, &mut met, &mut way);
                last_of_each(met)
            }
        };
        let own = types.iter().position(|def| def.id == of.id).unwrap_or(0);
        let chain = Rc::new(Chain { types, own, open: way.open });
        self.chains.insert(of.id, Rc::clone(&chain));
        chain
    }

    /// What a type inherits from, wherever it says so.
    pub fn bases(&mut self, of: &Def) -> Bases {
        let mut found = Bases::default();
        for place in self.places(of).iter() {
            if place.file != self.id
                && let Some(file) = self.lookup.files().get(place.file)
            {
                self.dependencies.add(Key::bases(&file.path, place.own()));
            }
            for base in self.lookup.bases(place).iter() {
                let (id, prepended) = match base {
                    Base::Type(id) => (*id, false),
                    Base::Prepended(id) => (*id, true),
                    Base::Unknown => {
                        found.open = true;
                        continue;
                    }
                };
                match self.lookup.definition(id) {
                    Some(def) if def.id != of.id => {
                        let list = if prepended { &mut found.prepended } else { &mut found.types };
                        if !list.iter().any(|known| known.id == def.id) {
                            list.push(def);
                        }
                    }
                    _ => found.open = true,
                }
            }
        }
        found
    }

    /// Adds a type and what it inherits from, each as often as it is met.
    fn visit(&mut self, of: Def, order: Ancestry, met: &mut Vec<Def>, way: &mut Way) {
        if !way.begin(&of) {
            return;
        }
        let Bases { mut types, prepended, open } = self.bases(&of);
        way.open |= open;
        match order {
            Ancestry::Mixins => {
                // Modules that came later are asked first, the superclass last.
                types.reverse();
                types.sort_by_key(|def| def.kind != SymbolKind::Module);
            }
            Ancestry::LastFirst => types.reverse(),
            Ancestry::ClassesFirst => types.sort_by_key(|def| match def.form {
                Form::Trait => 0,
                _ if is_interface(def) => 2,
                _ => 1,
            }),
            Ancestry::Written | Ancestry::C3 | Ancestry::Apart | Ancestry::Levels => {}
        }
        for base in prepended.into_iter().rev() {
            self.visit(base, order, met, way);
        }
        met.push(of);
        for base in types {
            self.visit(base, order, met, way);
        }
        way.end();
    }

    /// The C3 linearization; None where the bases contradict each other.
    fn linearized(&mut self, of: Def, way: &mut Way) -> Option<Vec<Def>> {
        if !way.begin(&of) {
            return Some(vec![of]);
        }
        let Bases { types, open, .. } = self.bases(&of);
        way.open |= open;
        let mut lines: Vec<Vec<Def>> = Vec::with_capacity(types.len() + 1);
        for base in &types {
            lines.push(self.linearized(*base, way)?);
        }
        lines.push(types);
        way.end();
        let mut merged = vec![of];
        loop {
            lines.retain(|line| !line.is_empty());
            if lines.is_empty() {
                return Some(merged);
            }
            let waits = |def: &Def| lines.iter().any(|line| line.iter().skip(1).any(|one| one.id == def.id));
            let next = lines.iter().filter_map(|line| line.first()).find(|def| !waits(def)).copied()?;
            for line in &mut lines {
                line.retain(|def| def.id != next.id);
            }
            merged.push(next);
        }
    }
}

fn is_interface(def: &Def) -> bool {
    def.kind == SymbolKind::Interface && def.form != Form::Trait
}

/// What several types share comes after all of them: the last time counts.
fn last_of_each(met: Vec<Def>) -> Vec<Def> {
    let mut types: Vec<Def> = Vec::with_capacity(met.len());
    for def in met.into_iter().rev() {
        if !types.iter().any(|known| known.id == def.id) {
            types.push(def);
        }
    }
    types.reverse();
    types
}
