//! What is noted of answers, with the settings of the project.

use beadloom_graph::Config;
use beadloom_model::Result;
use beadloom_model::answers::ReceiptsAnswer;
use beadloom_model::requests::ReceiptsRequest;
use beadloom_receipts::{Given, Receipts, Settings};

use crate::{Engine, counting, vocabularies};

impl Engine {
    /// Notes that something was answered or opened, and says whether it could. `sent` is the text that was given, `answer` the
    /// answer as the engine gave it, where that is another one.
    pub fn note(&self, note: &str, sent: &str, answer: Option<&str>) -> bool {
        let settings = self.settings();
        Receipts::of(self.root()).note(note, Given { sent, answer }, of(&settings.config), || {
            let counter = vocabularies::counter(counting::counting(&settings.config)).ok()?;
            Some(move |text: &str| counter.count(text) as u64)
        })
    }

    /// What the receipts say; or none of them any more.
    ///
    /// # Errors
    /// As [`Receipts::report`].
    pub fn receipts(&self, request: &ReceiptsRequest) -> Result<ReceiptsAnswer> {
        self.check_open()?;
        Receipts::of(self.root()).report(request, of(&self.settings().config))
    }
}

fn of(config: &Config) -> Settings {
    Settings { keep: config.receipts.keep, questions: config.receipts.questions }
}
