//! What Ruby finds by a symbol: actions of a controller, factories of tests, methods that views call.

use std::collections::BTreeMap;

use beadloom_conventions::{Thing, controller_of};
use beadloom_model::Result;
use beadloom_store::ConventionRow;

use super::links::{Marks, Named, Target};
use super::named::{Controllers, is_callable};
use super::pages::around;
use super::project::Conventions;

const HELPERS: &str = "app/helpers";
const VIEWS: &str = "app/views/";

impl Conventions<'_> {
    /// Links from where an action is named to it: of the controller that the line names, or of that which the file is of.
    pub(super) fn add_named_actions(
        &mut self,
        users: &[&ConventionRow],
        controllers: &Controllers,
        named: &mut Named,
    ) -> Result<()> {
        for mark in users {
            let path = self.facts.path(mark.file_id)?;
            let own = controller_of(&path).or_else(|| {
                let (_, below) = around(&path, VIEWS)?;
                below.rsplit_once('/').map(|(controller, _)| controller)
            });
            let beside = own.and_then(|own| own.rsplit_once('/')).map(|(module, _)| module);
            let names: Vec<String> = match (mark.detail.as_str(), own) {
                ("", Some(own)) => vec![own.to_owned()],
                ("", None) => continue,
                // From the module of the file, and from the top.
                (said, _) => beside
                    .map(|beside| format!("{beside}/{said}"))
                    .into_iter()
                    .chain([said.to_owned()])
                    .collect(),
            };
            for controller in names {
                if !controllers.contains_key(controller.as_str()) {
                    continue;
                }
                let mut targets = self.action(controllers, &controller, &mark.name)?;
                // A word that only looks like an action has no method.
                targets.retain(|(_, method)| method.is_some());
                let reason = format!("asks for {controller}#{}", mark.name);
                self.link(mark, &targets, &reason, named)?;
                break;
            }
        }
        Ok(())
    }

    /// Links from where tests make something to the factory of that name.
    pub(super) fn add_factories(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let users = marks.using(Thing::NamedFactory);
        let mut factories: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::NamedFactory).into_iter().filter(|_| !users.is_empty()) {
            let target = (mark.file_id, self.facts.around(mark)?);
            let known = factories.entry(&mark.name).or_default();
            if !known.contains(&target) {
                known.push(target);
            }
        }
        for mark in users {
            if let Some(targets) = factories.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("makes a {}", mark.name), named)?;
            }
        }
        Ok(())
    }

    /// Links from a view to the methods of modules for views that it calls.
    pub(super) fn add_view_helpers(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mut methods: BTreeMap<String, Vec<Target>> = BTreeMap::new();
        for (file, _) in self.store.files_within(HELPERS)? {
            for row in self.facts.symbols(file)?.iter().filter(|row| is_callable(row.kind)) {
                methods.entry(row.symbol_name.clone()).or_default().push((file, Some(row.id)));
            }
        }
        for mark in users {
            if let Some(targets) = methods.get(&mark.name) {
                self.link(mark, &targets.clone(), &format!("calls {}", mark.name), named)?;
            }
        }
        Ok(())
    }
}
