//! The blocks that put something before routes.

use super::arguments::Arguments;
use super::state::Scope;
use crate::languages::ruby::Ruby;
use crate::outline::Outline;

impl Scope {
    pub(super) fn namespace(
        &self,
        rules: &Ruby,
        arguments: &Arguments<'_, '_>,
        outline: &Outline<'_>,
    ) -> Option<Self> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let name = arguments.places.first().and_then(|name| rules.literal(*name, outline))?;
        let module = named("module").unwrap_or(name);
        let mut inner = self.below(named("path").unwrap_or(name));
        inner.module = format!("{}{module}/", self.module);
        inner.controller = None;
        Some(inner)
    }

    pub(super) fn scope(
        &self,
        rules: &Ruby,
        arguments: &Arguments<'_, '_>,
        outline: &Outline<'_>,
    ) -> Option<Self> {
        let named = |key| arguments.named(key).and_then(|value| rules.literal(value, outline));
        let mut inner = self.clone();
        for part in &arguments.places {
            inner = inner.below(rules.literal(*part, outline)?);
        }
        if let Some(part) = named("path") {
            inner = inner.below(part);
        }
        if let Some(module) = named("module") {
            inner.module = format!("{}{module}/", self.module);
        }
        if let Some(controller) = named("controller") {
            inner.controller = Some(inner.in_module(controller));
        }
        inner.shallow |= arguments.named("shallow").is_some_and(|of| outline.text(of) == "true");
        Some(inner)
    }
}
