//! What pages of ASP.NET name besides actions: view components, and handlers of the page itself.

use std::collections::BTreeMap;

use beadloom_conventions::{Role, Thing};
use beadloom_model::Result;
use beadloom_store::ConventionRow;

use super::links::{ConventionLink, Marks, Named, Target};
use super::named::is_callable;
use super::project::Conventions;

/// What runs of a view component.
const RUN: &[&str] = &["InvokeAsync", "Invoke"];

/// The words that a handler of a page begins with.
const VERBS: &[&str] = &["OnGet", "OnPost", "OnPut", "OnDelete", "OnPatch"];

/// The folder of templates of components, and the one that is shown without a name.
const TEMPLATES: &str = "Components";
const DEFAULT: &str = "Default.cshtml";

impl Conventions<'_> {
    /// Links from a page to the component that it shows, and from that to its template.
    pub(super) fn add_components(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let mut components: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Component) {
            let class = self.facts.around(mark)?;
            let symbols = self.facts.symbols(mark.file_id)?;
            let run = symbols.iter().find(|row| {
                RUN.contains(&row.symbol_name.as_str())
                    && is_callable(row.kind)
                    && symbols.iter().any(|of| {
                        Some(of.id) == class
                            && row.qualified_name == format!("{}.{}", of.qualified_name, row.symbol_name)
                    })
            });
            let target = (mark.file_id, run.map(|row| row.id).or(class));
            components.entry(&mark.name).or_default().push(target);
        }
        if components.is_empty() {
            return Ok(());
        }
        for mark in marks.using(Thing::Component) {
            if let Some(targets) = components.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("shows the component {}", mark.name), named)?;
            }
        }
        for (file, path) in self.store.files_within(TEMPLATES)? {
            let mut parts = path.rsplit('/');
            let (last, folder) = (parts.next(), parts.next());
            let (Some(DEFAULT), Some(folder)) = (last, folder) else { continue };
            let Some(targets) = components.get(folder.to_lowercase().as_str()) else { continue };
            for user in targets {
                let reason = "shows the template of its name (ASP.NET)".into();
                named.add(ConventionLink::sure(*user, self.line_of(*user)?, (file, None), reason));
            }
        }
        Ok(())
    }

    /// Links from a page to a handler in the code behind it.
    pub(super) fn add_page_handlers(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        for mark in users.iter().filter(|mark| mark.role == Role::Uses.number()) {
            let path = self.facts.path(mark.file_id)?;
            let Some(code) = self.store.file_id(&format!("{path}.cs"))? else { continue };
            let symbols = self.facts.symbols(code)?;
            let handles = |name: &str| {
                let name = name.strip_suffix("Async").unwrap_or(name);
                VERBS.iter().any(|verb| {
                    name.strip_prefix(verb).is_some_and(|rest| rest.eq_ignore_ascii_case(&mark.name))
                })
            };
            let found = symbols.iter().filter(|row| is_callable(row.kind) && handles(&row.symbol_name));
            let targets: Vec<Target> = found.map(|row| (code, Some(row.id))).collect();
            self.link(mark, &targets, &format!("leads to {}", mark.name), named)?;
        }
        Ok(())
    }
}
