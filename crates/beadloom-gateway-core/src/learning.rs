//! What calls teach.

use beadloom_gateway::{FIRST, confidence, cut_query};
use beadloom_model::Result;
use beadloom_model::answers::{GatewayDoneAnswer, GatewayForgetAnswer, GatewayLearnAnswer};
use beadloom_model::requests::{
    GatewayForgetRequest, GatewayHow, GatewayLearnRequest, GatewayPrivacy, GatewayScope,
    GatewaySettingsRequest,
};
use beadloom_model::{Code, Error};
use beadloom_screening::without_secrets;
use beadloom_store::PairChange;

use crate::clock::now;
use crate::state::{State, hashed};

impl State {
    pub fn learn(&mut self, request: &GatewayLearnRequest) -> Result<GatewayLearnAnswer> {
        let nothing = Ok(GatewayLearnAnswer { learned: false });
        if !self.learning || !request.ok {
            return nothing;
        }
        self.refresh()?;
        // What is kept of a query, its words and its vector, has no secret; the whole of one is looked at, before it is cut.
        let query = without_secrets(&request.query);
        let query = cut_query(&query);
        let asked = self.asked(query);
        let Some(number) = self.tools().number(&request.server, &request.name) else { return nothing };
        if asked.is_empty() {
            return nothing;
        }
        if request.how != GatewayHow::Direct {
            self.note(&asked, number)?;
        }
        let mut sorted: Vec<&str> = asked.terms().collect();
        sorted.sort_unstable();
        let key = self.key.code(b"beadloom gateway query", sorted.join(" ").as_bytes());
        let words = match self.privacy {
            GatewayPrivacy::Text => asked.terms().collect::<Vec<_>>().join(" "),
            GatewayPrivacy::Hash => {
                asked.terms().map(|term| hashed(self.key, term)).collect::<Vec<_>>().join(" ")
            }
        };
        let change = PairChange {
            server: &request.server,
            name: &request.name,
            key: key.get(..16).unwrap_or(&key),
            query: (self.privacy == GatewayPrivacy::Text).then_some(query),
            words: &words,
            now: now(),
        };
        if self.privacy == GatewayPrivacy::Text {
            self.keep_query(&asked, query)?;
        }
        self.store.learn(&change, |before| confidence(before, request.how))?;
        self.prune_when_many()?;
        Ok(GatewayLearnAnswer { learned: true })
    }

    /// Notes whether a search, as it is before this call, has the tool among the first ones.
    fn note(&mut self, asked: &beadloom_gateway::ParsedQuery, number: u32) -> Result<()> {
        let (found, signals) = self.rank(asked, None, &|_| true);
        let hit = found.iter().take(FIRST).any(|one| one.number == number);
        self.note_outcome(&signals, hit)
    }

    pub fn forget(&mut self, request: &GatewayForgetRequest) -> Result<GatewayForgetAnswer> {
        let scope = GatewayScope::of(request.all, request.server.as_deref(), request.name.as_deref())?;
        let forgotten =
            self.store.forget(|server, name| scope.holds(server, name), scope == GatewayScope::All)?;
        self.refresh()?;
        self.forget_vectors()?;
        if scope == GatewayScope::All {
            self.uncalibrate();
        }
        Ok(GatewayForgetAnswer { forgotten })
    }

    pub fn set(&mut self, request: &GatewaySettingsRequest) -> Result<GatewayDoneAnswer> {
        self.parts = beadloom_gateway::Parts::without(&request.without).ok_or_else(|| {
            Error::new(
                Code::Usage,
                format!("no part of the ranking has such a name: {}", request.without.join(", ")),
            )
        })?;
        self.privacy = request.privacy;
        self.learning = request.learning;
        if request.privacy == GatewayPrivacy::Hash {
            self.hash_kept()?;
        }
        self.unsettle();
        Ok(GatewayDoneAnswer {})
    }

    /// Replaces what text is kept by hashes.
    fn hash_kept(&mut self) -> Result<()> {
        let texts: Vec<_> =
            self.store.pairs_since(-1)?.into_iter().filter(|row| row.query.is_some()).collect();
        if texts.is_empty() {
            return Ok(());
        }
        let hashed: Vec<(i64, String)> = texts
            .into_iter()
            .map(|row| {
                let words =
                    row.words.split(' ').map(|word| hashed(self.key, word)).collect::<Vec<_>>().join(" ");
                (row.id, words)
            })
            .collect();
        self.store.replace_texts(&hashed)?;
        self.refresh()?;
        self.forget_vectors()
    }
}
