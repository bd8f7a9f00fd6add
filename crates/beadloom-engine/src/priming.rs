//! What an agent needs to know when a session starts: `prime`.

use beadloom_index::project_name;
use beadloom_model::answers::PrimeLint;
use beadloom_model::requests::PrimeRequest;
use beadloom_model::{Error, Result};
use beadloom_query as query;

use crate::rules::{InShort, in_short};
use crate::{Call, Engine, counting, vocabularies};

impl Engine {
    /// The project's name: of its settings, else of its repository or folder.
    pub fn project_name(&self) -> String {
        project_name(self.root(), &self.settings().config)
    }

    /// Counts, parts, rules, health and how to ask for more, in fewer than 2,000 tokens. A rules file that is wrong is a
    /// warning: everything else is as useful without it.
    ///
    /// # Errors
    /// `no_vocabulary`, `no_index`, store errors.
    pub fn prime(&self, options: &PrimeRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let mut stale = stale.clone();
            let InShort { rules, lint } = in_short(self, store, settings).or_else(|error| {
                if error.path.is_none() {
                    return Err(error);
                }
                let wrong = no_rules(&error);
                stale.add(Some(&wrong));
                Ok(InShort { rules: Vec::new(), lint: PrimeLint { errors: 0, warnings: 0 } })
            })?;
            let remembered = self.shown_memories(false);
            stale.add(remembered.warning.as_deref());
            let request = query::PrimeRequest {
                memories: remembered.brief(),
                unaccepted: remembered.unaccepted,
                withheld: remembered.withheld,
                is_order: |text| beadloom_screening::instruction(text).is_some(),
                name: project_name(self.root(), &settings.config),
                rules,
                lint,
                format: options.format,
                stale,
            };
            let counter = vocabularies::counter(counting::counting(&settings.config))?;
            query::prime(store, &request, &counter)
        })
    }
}

fn no_rules(error: &Error) -> String {
    let path = error.path.as_deref().unwrap_or("the rules file");
    let line = error.line.map(|line| format!(":{line}")).unwrap_or_default();
    let first = error.message.lines().next().unwrap_or_default();
    format!("{path}{line} is wrong, so no rule was looked at: {first}")
}
