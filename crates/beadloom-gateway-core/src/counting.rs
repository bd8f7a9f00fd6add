//! What is counted: calls, lists, tokens.

use std::collections::BTreeMap;

use beadloom_gateway::{bucket, quantile};
use beadloom_model::Result;
use beadloom_model::answers::{
    GatewayDoneAnswer, GatewayLatency, GatewayServerStats, GatewayStatsAnswer, GatewayTokensAnswer,
};
use beadloom_model::requests::{GatewayCalledRequest, GatewayListedRequest, GatewayTokensRequest};
use beadloom_store::LatencyCount;

use crate::state::State;
use beadloom_local::count_tokens;

impl State {
    pub fn called(&mut self, request: &GatewayCalledRequest) -> Result<GatewayDoneAnswer> {
        let buckets = (bucket(request.upstream_ms), bucket(request.added_ms));
        self.store.count_call(&request.server, &request.name, request.ok, request.bytes, buckets)?;
        Ok(GatewayDoneAnswer {})
    }

    pub fn listed(&mut self, request: &GatewayListedRequest) -> Result<GatewayDoneAnswer> {
        self.store.note_list(request.tokens_all, request.tokens_shown)?;
        Ok(GatewayDoneAnswer {})
    }

    pub fn stats(&mut self) -> Result<GatewayStatsAnswer> {
        self.refresh()?;
        let latencies = self.store.latency_counts()?;
        let mut servers: BTreeMap<String, GatewayServerStats> = BTreeMap::new();
        let mut of = |name: &str, change: &dyn Fn(&mut GatewayServerStats)| {
            change(servers.entry(name.to_owned()).or_insert_with(|| GatewayServerStats {
                name: name.to_owned(),
                tools: 0,
                held: 0,
                calls: 0,
                failed: 0,
                bytes: 0,
                learned_pairs: 0,
                upstream: latency(&latencies, |one| !one.is_added && one.server == name),
            }));
        };
        let (rows, tools) = self.rows();
        rows.iter().for_each(|row| of(&row.name, &|_| {}));
        for row in tools {
            of(&row.server, &|stats| {
                stats.tools += 1;
                stats.held += u64::from(row.held.is_some());
            });
        }
        for count in self.store.call_counts()? {
            of(&count.server, &|stats| {
                stats.calls += count.calls.unsigned_abs();
                stats.failed += count.failed.unsigned_abs();
                stats.bytes += count.bytes.unsigned_abs();
            });
        }
        for (server, pairs) in self.store.pair_counts()? {
            of(&server, &|stats| stats.learned_pairs += pairs);
        }
        let servers: Vec<GatewayServerStats> = servers.into_values().collect();
        let sum = |of: &dyn Fn(&GatewayServerStats) -> u64| servers.iter().map(of).sum();
        let outcomes = self.store.outcomes()?;
        let hits = outcomes.iter().filter(|(_, hit)| *hit).count();
        let recall =
            (!outcomes.is_empty()).then(|| (hits as f64 / outcomes.len() as f64 * 1_000.0).round() / 1_000.0);
        let last = self.store.last_list()?;
        Ok(GatewayStatsAnswer {
            calls: sum(&|stats| stats.calls),
            failed: sum(&|stats| stats.failed),
            learned_pairs: sum(&|stats| stats.learned_pairs),
            recall,
            upstream: latency(&latencies, |one| !one.is_added),
            added: latency(&latencies, |one| one.is_added),
            bytes: sum(&|stats| stats.bytes),
            tokens_all: last.map(|(all, _)| all),
            tokens_shown: last.map(|(_, shown)| shown),
            servers,
            notice: self.notice.clone(),
        })
    }
}

fn latency(counts: &[LatencyCount], wanted: impl Fn(&LatencyCount) -> bool) -> GatewayLatency {
    let buckets: Vec<(i64, i64)> =
        counts.iter().filter(|one| wanted(one)).map(|one| (one.bucket, one.calls)).collect();
    GatewayLatency { p50_ms: quantile(&buckets, 0.5), p99_ms: quantile(&buckets, 0.99) }
}

/// Counts tokens.
pub(crate) fn tokens(request: &GatewayTokensRequest) -> Result<GatewayTokensAnswer> {
    let tokens = request.texts.iter().map(|text| count_tokens(text)).collect::<Result<_>>()?;
    Ok(GatewayTokensAnswer { tokens })
}
