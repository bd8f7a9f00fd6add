//! Links by conventions of frameworks: who sends a message and who handles it, who names a route and what answers it, who shows a
//! template.
//!
//! The index has what each file gives and uses (`conventions`); both sides meet here when it is asked. Messages are types, which
//! references tell apart (`messages`, `handled`); names are compared (`named`, `addresses`, `signals`, `fields`, `pages`, `components`, `laravel`, `ruby`, `dotted`); templates lie where their names say (`templates`). Nothing holds
//! where the project does not import the framework, and nothing is `exact`.

mod addresses;
mod commands;
mod components;
mod dotted;
mod facts;
mod fields;
mod handled;
mod laravel;
mod links;
mod listed;
mod messages;
mod named;
mod pages;
mod project;
mod routed;
mod ruby;
mod signals;
mod templates;

use std::rc::Rc;
use std::sync::Arc;

use beadloom_model::Result;

use links::Named;

pub(crate) use links::ConventionLink;
pub use listed::{ListedLink, convention_links};
pub(crate) use project::Conventions;

impl Conventions<'_> {
    /// Links to what stands in a file.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_to(&mut self, file: i64) -> Result<Rc<Vec<ConventionLink>>> {
        if let Some(known) = self.to.get(&file) {
            return Ok(Rc::clone(known));
        }
        let mut links = Vec::new();
        if self.any()? {
            self.add_senders(file, &mut links)?;
            links.extend(self.named()?.to(file));
            self.add_showing(file, &mut links)?;
        }
        let links = tidy(links);
        self.to.insert(file, Rc::clone(&links));
        Ok(links)
    }

    /// Links from what stands in a file.
    ///
    /// # Errors
    /// Store errors.
    pub fn links_from(&mut self, file: i64) -> Result<Rc<Vec<ConventionLink>>> {
        if let Some(known) = self.from.get(&file) {
            return Ok(Rc::clone(known));
        }
        let mut links = Vec::new();
        if self.any()? {
            self.add_handlers(file, &mut links)?;
            links.extend(self.named()?.from(file));
            self.add_shown(file, &mut links)?;
        }
        let links = tidy(links);
        self.from.insert(file, Rc::clone(&links));
        Ok(links)
    }

    fn named(&mut self) -> Result<Arc<Named>> {
        if let Some(named) = &self.named {
            return Ok(Arc::clone(named));
        }
        let store = self.store;
        let named = store.derived(|| self.find_named())?;
        self.named = Some(Arc::clone(&named));
        Ok(named)
    }
}

/// In order, each once, nothing from a place to itself.
fn tidy(mut links: Vec<ConventionLink>) -> Rc<Vec<ConventionLink>> {
    links.retain(|link| link.user_file != link.used_file || link.user != link.used);
    links.sort_unstable();
    links.dedup_by(|a, b| {
        (a.user_file, a.line, a.user, a.used_file, a.used)
            == (b.user_file, b.line, b.user, b.used_file, b.used)
    });
    Rc::new(links)
}
