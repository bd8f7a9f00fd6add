//! Every request by its name: the one call that the addon makes.

use beadloom_model::requests::{self, Request};
use beadloom_model::{Code, Error, Result};
use beadloom_query::{AnswerBound, Query, QueryInput, query, within};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use crate::answers::whole;
use crate::json::to_json;
use crate::unchanged::Unchanged;
use crate::{Call, Engine, counting, vocabularies};

/// Reads the request whose name it is, and gives it to whatever answers it.
macro_rules! dispatch {
    ($name:ident, $object:ident, { $($request:ident($read:ident) => $answer:expr,)+ }) => {
        match $name {
            $(requests::$request::NAME => {
                let $read = requests::$request::read($object)?;
                $answer
            })+
            _ => Err(Error::new(Code::Internal, format!("no request of the engine is called {:?}", $name))),
        }
    };
}

impl Engine {
    /// Answers the request of that name, given as JSON text: with JSON, Markdown or a picture. `within` among its fields bounds the
    /// answer: see [`AnswerBound`].
    ///
    /// # Errors
    /// `usage` for a request that does not read, and those of the method that answers it.
    pub fn call(&self, name: &str, json: &str, call: &Call<'_>) -> Result<String> {
        let mut object = requests::object_of(name, json)?;
        let bound = object.remove("within").map(AnswerBound::deserialize).transpose().map_err(|error| {
            Error::new(Code::Usage, format!("within of {name} is no bound of an answer")).caused_by(error)
        })?;
        let answer = match query(name) {
            Some(read) => self.queried(read(object)?, call)?,
            None => self.dispatched(name, object, call)?,
        };
        match bound {
            Some(bound) => within(name, answer, &bound),
            None => Ok(answer),
        }
    }

    /// What a query says that needs little more than the index.
    fn queried(&self, query: Query, call: &Call<'_>) -> Result<String> {
        let refresh = query.refresh;
        self.answer(refresh, call, |store, settings, stale| {
            let sources = Unchanged::new(self.root(), store, refresh, stale);
            let budget = whole(settings.config.context.budget);
            let counter = || vocabularies::counter(counting::counting(&settings.config));
            query.answer(&QueryInput {
                store,
                stale,
                read: &|path| sources.text(path),
                budget,
                counter: &counter,
            })
        })
    }

    fn dispatched(&self, name: &str, object: Map<String, Value>, call: &Call<'_>) -> Result<String> {
        dispatch!(name, object, {
            ContextRequest(request) => self.context(&request, call),
            TaskRequest(request) => self.task(&request, call),
            NextFileRequest(request) => self.next_file(&request, call),
            OverviewRequest(request) => self.overview(&request, call),
            PrimeRequest(request) => self.prime(&request, call),
            SearchRequest(request) => self.search(&request, call),
            ExactRequest(request) => self.exact(&request, call),
            ShowRequest(request) => self.show(&request, call),
            GraphRequest(request) => self.graph(&request, call),
            ReceiptsRequest(request) => to_json(&self.receipts(&request)?),
            DebtRequest(request) => self.debt(&request, call),
            DoctorRequest(request) => self.doctor(&request, call),
            CiRequest(request) => self.ci(&request, call),
            LintRequest(request) => self.lint(&request, call),
            ExplainRuleRequest(request) => self.explain_rule(&request, call),
            SyncCheckRequest(request) => self.sync_check(&request, call),
            SyncReviewRequest(request) => self.sync_review(&request, call),
            DocsAuditRequest(request) => self.audit_documents(&request, call),
            DocsLinksRequest(request) => self.docs_links(&request, call),
            GenerateDocsRequest(request) => self.documentation(&request, call),
            DiffRequest(request) => self.diff(&request, call),
            AffectedRequest(request) => self.affected(&request, call),
            SnapshotSaveRequest(request) => self.snapshot(&request, call),
            SnapshotListRequest(request) => self.snapshots(&request),
            SnapshotCompareRequest(request) => self.compare_snapshots(&request, call),
            ExportRequest(request) => self.export(&request, call),
            FederateRequest(request) => self.federate(&request, call),
            ReindexRequest(request) => to_json(&self.reindex(request.full, call)?),
            RememberRequest(request) => self.of_memories(call, |memories| memories.remember(&request)),
            RecallRequest(request) => self.of_memories(call, |memories| memories.recall(&request)),
            ForgetRequest(request) => self.of_memories(call, |memories| memories.forget(&request)),
            MemoriesRequest(request) => self.of_memories(call, |memories| memories.list(&request)),
            MemoryRequest(request) => self.of_memories(call, |memories| memories.memory(&request)),
            MemoriesExportRequest(request) => self.with_memories(call, |memories| memories.export(&request)),
            MemoriesImportRequest(request) => self.of_memories(call, |memories| memories.import(&request)),
            MemoriesAdoptRequest(request) => self.of_memories(call, |memories| memories.adopt(&request)),
            MemoriesAcceptRequest(request) => self.of_memories(call, |memories| memories.accept(&request)),
            MemoriesResolveRequest(_request) => self.of_memories(call, |memories| memories.resolve()),
            ModelListRequest(_request) => to_json(&self.model_list(call)?),
            ModelStatusRequest(_request) => to_json(&self.model_status(call)?),
            SyncUpdateRequest(request) => to_json(&self.sync_update(&request, call)?),
            DocsGenerateRequest(request) => to_json(&self.skeletons(&request, call)?),
            BootstrapRequest(request) => to_json(&self.bootstrap(&request, call)?),
            MergeRequest(request) => to_json(&self.merge(&request, call)?),
            CodeEdgesRequest(_request) => to_json(&self.code_edges(call)?),
            ImportDocumentsRequest(request) => to_json(&self.import(&request, call)?),
        })
    }
}

/// Checks a request that the shell itself answers.
///
/// # Errors
/// `usage` for a request that does not read.
pub fn check_request(name: &str, json: &str) -> Result<()> {
    match name {
        requests::InitRequest::NAME => requests::InitRequest::parse(json).map(drop),
        requests::LinkRequest::NAME => requests::LinkRequest::parse(json).map(drop),
        requests::WriteEdgesRequest::NAME => requests::WriteEdgesRequest::parse(json).map(drop),
        requests::DocsUnlinkRequest::NAME => requests::DocsUnlinkRequest::parse(json).map(drop),
        requests::UpdateNodeRequest::NAME => requests::UpdateNodeRequest::parse(json).map(drop),
        _ => Err(Error::new(Code::Internal, format!("no request of the shell is called {name:?}"))),
    }
}
