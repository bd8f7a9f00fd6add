//! Edges between nodes that follow from contracts: what `export` knows of both sides.

use std::collections::BTreeMap;
use std::sync::Arc;

use beadloom_federation::crossings;
use beadloom_model::Result;
use beadloom_model::answers::FullEdge;
use beadloom_query::Staleness;
use beadloom_store::Store;
use serde_json::{Map, Value, json};

use crate::settings::Settings;
use crate::{Call, Engine};

/// What a consumer's edge to its producer is.
const KIND: &str = "uses";

impl Engine {
    /// An edge from each node that consumes a contract to the node that produces it, by src and dst.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn contract_edges(
        &self,
        store: &Store,
        settings: &Settings,
        stale: &Staleness,
        call: &Call<'_>,
    ) -> Result<Vec<FullEdge>> {
        let stamp = store.stamp()?;
        // The files of an index that is behind say something else than its stamp.
        let current = stale.warning.is_none();
        if current && let Some(known) = self.crossings.get(&stamp) {
            return Ok(known.to_vec());
        }
        let state = store.state();
        let nodes = state.nodes()?;
        if nodes.len() < 2 {
            return Ok(Vec::new());
        }
        let (contracts, _) = self.contracts(store, settings, stale, &nodes, &state.files()?, call)?;
        let mut ends: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
        for one in crossings(&contracts) {
            let what = json!({ "protocol": one.protocol, "name": one.name });
            ends.entry((one.consumer, one.producer)).or_default().push(what);
        }
        let edges: Vec<FullEdge> = ends
            .into_iter()
            .map(|((src, dst), contracts)| {
                let mut extra = Map::new();
                extra.insert("contracts".to_owned(), Value::Array(contracts));
                extra.insert("origin".to_owned(), "contract".into());
                FullEdge { src, dst, kind: KIND.to_owned(), extra }
            })
            .collect();
        let edges = Arc::new(edges);
        if current {
            self.crossings.keep(stamp, &edges);
        }
        Ok(edges.to_vec())
    }
}
