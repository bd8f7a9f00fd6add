//! What Laravel finds by a text: what a policy decides, what stands before a route, what its container has under a name.

use std::collections::BTreeMap;

use beadloom_conventions::Thing;
use beadloom_model::Result;
use beadloom_store::ConventionRow;

use super::links::{ConventionLink, Marks, Named, Target};
use super::named::is_callable;
use super::project::Conventions;

/// Where policies lie, and what their files end in.
const POLICIES: &str = "Policies";
const POLICY: &str = "Policy.php";

impl Conventions<'_> {
    /// Links from where something is allowed or refused to the method that decides it.
    pub(super) fn add_abilities(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let users = marks.using(Thing::Ability);
        if users.is_empty() {
            return Ok(());
        }
        let mut defined: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Ability) {
            let target = (mark.file_id, self.facts.around(mark)?);
            defined.entry(&mark.name).or_default().push(target);
        }
        // By the method, and what the policy is of.
        let mut policies: BTreeMap<String, Vec<(String, Target)>> = BTreeMap::new();
        for (file, path) in self.store.files_within(POLICIES)? {
            let name = path.rsplit('/').next().unwrap_or(&path);
            let Some(subject) = name.strip_suffix(POLICY) else { continue };
            for row in self.facts.symbols(file)?.iter().filter(|row| is_callable(row.kind)) {
                let known = policies.entry(row.symbol_name.clone()).or_default();
                known.push((subject.to_lowercase(), (file, Some(row.id))));
            }
        }
        for mark in users {
            let what = format!("asks for the ability {}", mark.name);
            if let Some(targets) = defined.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &what, named)?;
                continue;
            }
            let Some(deciding) = policies.get(&camel(&mark.name)) else { continue };
            let subject = mark.detail.replace(['_', '-'], "").to_lowercase();
            let own = deciding.iter().filter(|(of, _)| *of == subject);
            let mut targets: Vec<Target> = own.map(|(_, target)| *target).collect();
            let is_sure = !targets.is_empty();
            if !is_sure {
                targets = deciding.iter().map(|(_, target)| *target).collect();
            }
            let first = named.links.len();
            self.link(mark, &targets, &what, named)?;
            if !is_sure {
                unsure(named, first);
            }
        }
        Ok(())
    }

    /// Links from an alias to what runs before the route.
    pub(super) fn add_middleware(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let users = marks.using(Thing::Middleware);
        let mut aliases: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Middleware).into_iter().filter(|_| !users.is_empty()) {
            let targets = self.running(mark)?;
            aliases.entry(&mark.name).or_default().extend(targets);
        }
        for mark in users {
            if let Some(targets) = aliases.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("runs the middleware {}", mark.name), named)?;
            }
        }
        Ok(())
    }

    /// What runs of the classes that a mark names.
    fn running(&mut self, mark: &ConventionRow) -> Result<Vec<Target>> {
        let mut targets = Vec::new();
        if mark.detail.is_empty() {
            return Ok(targets);
        }
        let ids = self.facts.meaning(mark.file_id, &mark.detail)?;
        for (symbol, file, _) in self.store.files_of_symbols(&ids)? {
            targets.push((file, Some(self.run_of(file, symbol)?)));
        }
        Ok(targets)
    }

    /// Links from a name of the container to where it is bound.
    pub(super) fn add_bindings(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let users = marks.using(Thing::Binding);
        let mut bound: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Binding).into_iter().filter(|_| !users.is_empty()) {
            let target = (mark.file_id, self.facts.around(mark)?);
            let known = bound.entry(&mark.name).or_default();
            if !known.contains(&target) {
                known.push(target);
            }
        }
        for mark in users {
            if let Some(targets) = bound.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("is bound as {}", mark.name), named)?;
            }
        }
        Ok(())
    }
}

/// Links from `first` on are not sure.
pub(super) fn unsure(named: &mut Named, first: usize) {
    for link in named.links.iter_mut().skip(first) {
        *link = ConventionLink::unsure(link.clone());
    }
}

/// The method of an ability: `forceDelete` of `force-delete`.
fn camel(name: &str) -> String {
    let mut made = String::with_capacity(name.len());
    let mut begins = false;
    for c in name.chars() {
        if matches!(c, '-' | '_') {
            begins = true;
        } else if begins {
            made.extend(c.to_uppercase());
            begins = false;
        } else {
            made.push(c);
        }
    }
    made
}
