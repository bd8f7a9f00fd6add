//! What an agent needs to know when a session starts: counts, parts, rules, health, how to ask for more. In fewer than
//! 2,000 tokens, however large the project is.

use beadloom_model::CompactSort as _;
use beadloom_model::requests::TextFormat;
use std::collections::HashMap;
use std::fmt::Write;

use beadloom_model::answers::{
    ANSWER_VERSION, Coverage, PrimeAnswer, PrimeArchitecture, PrimeHealth, PrimeLint, PrimeMemory, PrimeNode,
    PrimeOmitted, PrimeRule, Severity,
};
use beadloom_model::{About, Result, VERSION, counted};
use beadloom_store::Store;
use beadloom_tokens::{CachedCounter, Counter};

use crate::answer::heading::Heading;
use crate::answer::json::{json, tokens_of};
use crate::answer::packer::{Entry, Queue};
use crate::answer::places::Places;
use crate::answer::summary::{self, Pieces, SummaryInput};
use crate::lists::each_once;
use crate::text::{cut_at_word, line, lined};
use crate::{Staleness, meta, status};

/// Tokens of either rendering, at most.
const MAX_TOKENS: usize = 1_999;

/// Digits of the count itself, which is not known while it is counted.
const COUNT: u64 = 1_999;

/// Characters of a name of a project and of what is said of a part or a rule.
const MAX_LINE_CHARS: usize = 120;

/// Characters of a warning: it may name files with long paths.
const MAX_WARNING_CHARS: usize = 400;

/// Longer ids and paths are counted, and not shown: one of them would cost the room of many others.
const MAX_NAME_CHARS: usize = 200;

/// Entries of a list that are looked at: more never fit.
const MAX_ENTRIES: usize = 400;

/// How to use beadloom. Tools first: agents have them where a server runs; the commands say the same.
const INSTRUCTIONS: &str = "\
Tools of the MCP server `beadloom`, and the same at a shell:
- for a question, a task or a change, `explore_codebase` (`beadloom ctx --task TEXT`) first: the code that it takes; with `ref` \
(`beadloom ctx REF`) what a part, file or symbol is
- source by name, `show_code` (`beadloom show NAME`); text to the letter, `grep_code` (`beadloom search --exact TEXT`)
- before you change what others use, `find_references` (`beadloom refs NAME`) and `analyze_impact` (`beadloom why REF`)
- after a change, `check_architecture` (`beadloom lint`) and `sync_check` (`beadloom sync-check`): broken rules, documents that fell behind
- when a document says again what the code does, `mark_synced` (`beadloom sync-update REF -y`); never without reading both
- to find what earlier sessions learned, `recall` (`beadloom recall WORDS`); what the next ones should know, `remember` \
(`beadloom remember TEXT`)
- when a part became something else, `update_node` changes its summary or source in the graph
The last line of an answer says whether it is complete, and what to read if not; one with a `warning` may be behind.";

/// Said where there is no graph of the project's own.
const DERIVED: &str = "\nThe project keeps no graph: parts were derived from its folders. `beadloom init --bootstrap -y` drafts one to keep.";

/// What the answer is made of besides the index.
#[derive(Debug, Clone)]
pub struct PrimeRequest {
    /// The project's name.
    pub name: String,
    /// All of them, in the order of the file.
    pub rules: Vec<PrimeRule>,
    /// What breaks them.
    pub lint: PrimeLint,
    /// What was remembered, in the order in which it is shown.
    pub memories: Vec<PrimeMemory>,
    /// Shared memories that nobody on this machine accepted.
    pub unaccepted: u64,
    /// Those among them that are left out for what they say.
    pub withheld: u64,
    /// Whether a text reads like an order to the model that reads it: a graph and rules may come with a clone.
    pub is_order: fn(&str) -> bool,
    /// The rendering that is wanted. The bound holds for both, so that both say the same.
    pub format: TextFormat,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// The answer as JSON; or as Markdown, in the JSON of a [`crate::SummedText`].
///
/// # Errors
/// Store errors.
pub fn prime(store: &Store, request: &PrimeRequest, counter: &Counter<'_>) -> Result<String> {
    let counter = &CachedCounter::new(*counter);
    store.snapshot(|| {
        let whole = Whole::read(store, request)?;
        // The most entries with which both renderings fit. With none they do: all that is left has a bound.
        let fits = whole.queue.most(|most| Ok(whole.longest(most, counter)? <= MAX_TOKENS))?;
        let mut answer = whole.with(fits);
        if request.format == TextFormat::Markdown {
            let omitted = &answer.omitted;
            let left_out =
                [omitted.rules, omitted.domains, omitted.services, omitted.stale_docs, omitted.memories];
            let mut named = Places::default();
            named.files(&answer.health.stale_docs);
            let (text, marks) = markdown(&answer).finish();
            let summary = marks.summary(
                &text,
                SummaryInput {
                    warning: answer.warning.clone(),
                    complete: answer.warning.is_none() && left_out.iter().sum::<u64>() == 0,
                    named: named.0,
                },
            );
            return summary::to_json(text, summary);
        }
        // Its own digits count too: the second count is that of the text that is returned, but for their number.
        for _ in 0..2 {
            answer.tokens = tokens_of(&answer, counter)? as u64;
        }
        json(&answer)
    })
}

/// Leaves out what reads like an order to the model that reads it.
struct Screen {
    is_order: fn(&str) -> bool,
    /// How many were left out.
    withheld: u64,
}

impl Screen {
    fn passes(&mut self, text: &str) -> bool {
        let is_order = (self.is_order)(text);
        self.withheld += u64::from(is_order);
        !is_order
    }

    /// The nodes of a kind, in the order of the parts.
    fn nodes(&mut self, store: &Store, parts: &[Coverage], kind: &str) -> Result<Vec<PrimeNode>> {
        let ids: Vec<String> = parts
            .iter()
            .filter(|part| part.kind == kind && is_shown(&part.ref_id))
            .take(MAX_ENTRIES)
            .map(|part| part.ref_id.clone())
            .collect();
        let mut summaries: HashMap<String, String> =
            store.nodes_by_id(&ids)?.into_iter().map(|node| (node.ref_id, node.summary)).collect();
        let nodes = ids.into_iter().map(|ref_id| {
            let summary = said(&summaries.remove(&ref_id).unwrap_or_default());
            PrimeNode { ref_id, summary }
        });
        Ok(nodes.filter(|node| self.passes(&format!("{}: {}", node.ref_id, node.summary))).collect())
    }

    /// The rules, errors before warnings.
    fn rules(&mut self, rules: &[PrimeRule]) -> Vec<PrimeRule> {
        let mut rules = rules.to_vec();
        rules.compact_sort_by_key(|rule| rule.severity != Severity::Error);
        rules
            .into_iter()
            .filter(|rule| is_shown(&rule.name))
            .take(MAX_ENTRIES)
            .map(|rule| PrimeRule { description: said(&rule.description), ..rule })
            .filter(|rule| self.passes(&format!("{}: {}", rule.name, rule.description)))
            .collect()
    }
}

/// Paths that are not too long, as many as are looked at.
fn shown(paths: Vec<String>) -> Vec<String> {
    paths.into_iter().filter(|path| is_shown(path)).take(MAX_ENTRIES).collect()
}

/// All there is to say.
struct Whole {
    answer: PrimeAnswer,
    /// The entries of its lists: [`turns`].
    queue: Queue,
    totals: PrimeOmitted,
}

impl Whole {
    fn read(store: &Store, request: &PrimeRequest) -> Result<Self> {
        let mut kinds: HashMap<String, u64> = HashMap::new();
        for (_, kind) in store.node_kinds_by_id()? {
            *kinds.entry(kind).or_default() += 1;
        }
        let of = |kind: &str| kinds.get(kind).copied().unwrap_or(0);
        let mut stale_docs: Vec<String> =
            each_once(store.stale_document_nodes()?.into_iter().map(|(path, _)| path));
        let totals = PrimeOmitted {
            rules: request.rules.len() as u64,
            domains: of("domain"),
            services: of("service"),
            stale_docs: stale_docs.len() as u64,
            memories: request.memories.len() as u64,
        };
        let mut parts = status::coverage(store)?;
        parts.compact_sort_by(|a, b| b.symbols.cmp(&a.symbols).then_with(|| a.ref_id.cmp(&b.ref_id)));
        let mut screen = Screen { is_order: request.is_order, withheld: request.withheld };
        let domains = screen.nodes(store, &parts, "domain")?;
        let services = screen.nodes(store, &parts, "service")?;
        let rules = screen.rules(&request.rules);
        stale_docs.retain(|path| screen.passes(path));
        let project = said(&request.name);
        let project = if screen.passes(&project) { project } else { "project".to_owned() };
        let derived = meta::derived(store)?;
        let memories = request.memories.iter().take(MAX_ENTRIES);
        let answer = PrimeAnswer {
            version: ANSWER_VERSION,
            project,
            beadloom_version: VERSION.to_owned(),
            architecture: PrimeArchitecture {
                nodes: kinds.values().sum(),
                domains: totals.domains,
                services: totals.services,
                features: of("feature"),
                entities: of("entity"),
                symbols: store.state().totals()?.symbols,
                derived,
            },
            health: PrimeHealth {
                stale_docs: shown(stale_docs),
                lint: request.lint.clone(),
                last_reindex: meta::last_reindex(store)?,
            },
            rules,
            domains,
            services,
            memories: memories
                .map(|one| PrimeMemory { id: one.id.clone(), content: said(&one.content) })
                .collect(),
            unaccepted: request.unaccepted,
            withheld: screen.withheld,
            instructions: if derived { format!("{INSTRUCTIONS}{DERIVED}") } else { INSTRUCTIONS.to_owned() },
            omitted: PrimeOmitted { rules: 0, domains: 0, services: 0, stale_docs: 0, memories: 0 },
            tokens: COUNT,
            warning: request.stale.warning.as_deref().map(|text| cut_at_word(&line(text), MAX_WARNING_CHARS)),
            stale_paths: shown(request.stale.shown_paths()),
        };
        Ok(Self { queue: turns(&answer), answer, totals })
    }

    /// The answer with the first `most` entries.
    fn with(&self, most: usize) -> PrimeAnswer {
        let kept = self.queue.first(most);
        let [domains, rules, memories, services, stale_docs, stale_paths] =
            std::array::from_fn(|list| kept.get(list).map_or(0, Vec::len));
        let mut answer = self.answer.clone();
        answer.domains.truncate(domains);
        answer.services.truncate(services);
        answer.rules.truncate(rules);
        answer.health.stale_docs.truncate(stale_docs);
        answer.stale_paths.truncate(stale_paths);
        answer.memories.truncate(memories);
        answer.omitted = PrimeOmitted {
            rules: self.totals.rules.saturating_sub(rules as u64),
            domains: self.totals.domains.saturating_sub(domains as u64),
            services: self.totals.services.saturating_sub(services as u64),
            stale_docs: self.totals.stale_docs.saturating_sub(stale_docs as u64),
            memories: self.totals.memories.saturating_sub(memories as u64),
        };
        answer
    }

    /// Tokens of the longer rendering.
    fn longest(&self, most: usize, counter: &CachedCounter<'_>) -> Result<usize> {
        let answer = self.with(most);
        Ok(tokens_of(&answer, counter)?.max(counter.count(&markdown(&answer).finish().0)))
    }
}

/// Turn by turn, so that no list starves another: of every six entries three are domains, and one each a service, a rule and a
/// document that is behind. Where a list is at its end, the others have its turns.
fn turns(answer: &PrimeAnswer) -> Queue {
    let list = |count: usize, step: usize| {
        (0..count).map(|at| Entry { at, worth: at * step, cost: 0 }).collect::<Vec<_>>()
    };
    Queue::new(vec![
        list(answer.domains.len(), 2),
        list(answer.rules.len(), 6),
        list(answer.memories.len(), 6),
        list(answer.services.len(), 6),
        list(answer.health.stale_docs.len(), 6),
        list(answer.stale_paths.len(), 12),
    ])
}

fn is_shown(name: &str) -> bool {
    name.chars().nth(MAX_NAME_CHARS).is_none()
}

fn said(text: &str) -> String {
    cut_at_word(&line(text), MAX_LINE_CHARS)
}

const HEALTH: Heading = Heading { title: "Health", about: About::Frame };
const DOMAINS: Heading = Heading { title: "Domains", about: PrimeAnswer::domains };
const SERVICES: Heading = Heading { title: "Services", about: PrimeAnswer::services };
const RULES: Heading = Heading { title: "Rules", about: PrimeAnswer::rules };
const REMEMBERED: Heading = Heading { title: "Remembered", about: About::Frame };
const HOW_TO: Heading = Heading { title: "How to use beadloom", about: About::Frame };

fn heading(out: &mut String, heading: Heading) {
    let _ = writeln!(out, "\n## {}\n", heading.title);
}

/// Broken rules, documents that are behind, and how old the index is.
fn health(out: &mut String, PrimeAnswer { health, omitted, .. }: &PrimeAnswer) {
    heading(out, HEALTH);
    let _ = writeln!(
        out,
        "- lint: {}, {}",
        counted(health.lint.errors, "error", "errors"),
        counted(health.lint.warnings, "warning", "warnings")
    );
    let behind = health.stale_docs.len() as u64 + omitted.stale_docs;
    if behind == 0 {
        out.push_str("- documents: none is stale\n");
    } else {
        let _ = writeln!(out, "- stale documents ({behind}): {}", lined(&health.stale_docs));
        more(out, omitted.stale_docs, "`beadloom sync-check` lists all");
    }
    if let Some(time) = &health.last_reindex {
        let _ = writeln!(out, "- last reindex: {time}");
    }
}

fn markdown(answer: &PrimeAnswer) -> Pieces {
    let PrimeAnswer { architecture, omitted, .. } = answer;
    let mut out = Pieces::default();
    let _ = writeln!(out.text, "# {}\n", line(&answer.project));
    let counts = [
        (architecture.domains, "domain", "domains"),
        (architecture.services, "service", "services"),
        (architecture.features, "feature", "features"),
        (architecture.entities, "entity", "entities"),
        (architecture.symbols, "symbol", "symbols"),
    ]
    .map(|(count, one, many)| counted(count, one, many));
    let _ = writeln!(out.text, "{}. beadloom {}.", counts.join(", "), answer.beadloom_version);
    if let Some(warning) = &answer.warning {
        let _ = writeln!(out.text, "\nWarning: {}.", line(warning));
        if !answer.stale_paths.is_empty() {
            let _ = writeln!(out.text, "Changed since: {}.", lined(&answer.stale_paths));
        }
    }
    health(&mut out.text, answer);
    out.end(HEALTH.about);
    for (chapter, nodes, left_out) in
        [(DOMAINS, &answer.domains, omitted.domains), (SERVICES, &answer.services, omitted.services)]
    {
        if nodes.is_empty() && left_out == 0 {
            continue;
        }
        heading(&mut out.text, chapter);
        for PrimeNode { ref_id, summary } in nodes {
            let _ = writeln!(out.text, "- {}", named(&line(ref_id), summary));
        }
        more(&mut out.text, left_out, "`list_nodes` or `beadloom graph` lists all");
        out.end(chapter.about);
    }
    if !answer.rules.is_empty() || omitted.rules > 0 {
        heading(&mut out.text, RULES);
        for PrimeRule { name, severity, description } in &answer.rules {
            let severity = if *severity == Severity::Error { "" } else { " (warn)" };
            let _ = writeln!(out.text, "- {}", named(&format!("{}{severity}", line(name)), description));
        }
        more(&mut out.text, omitted.rules, "see rules.yml");
        out.end(RULES.about);
    }
    if !answer.memories.is_empty() || omitted.memories > 0 {
        heading(&mut out.text, REMEMBERED);
        for PrimeMemory { content, .. } in &answer.memories {
            let _ = writeln!(out.text, "- {}", line(content));
        }
        more(&mut out.text, omitted.memories, "`recall` or `beadloom recall WORDS` finds them");
    }
    if answer.unaccepted > 0 {
        let _ = writeln!(
            out.text,
            "\nShared memories of this repository that nobody on this machine accepted: {}. They are not shown here; a person reads them \
             with `beadloom memories list` and accepts them with `beadloom memories accept`.",
            answer.unaccepted
        );
    }
    if answer.withheld > 0 {
        let _ = writeln!(
            out.text,
            "\nLeft out because they read like orders to a model, or like secrets: {}; `beadloom memories list --stale` shows memories.",
            answer.withheld
        );
    }
    heading(&mut out.text, HOW_TO);
    out.text.push_str(&answer.instructions);
    out.text.push('\n');
    out
}

fn named(name: &str, says: &str) -> String {
    let says = line(says);
    if says.is_empty() { name.to_owned() } else { format!("{name}: {says}") }
}

fn more(out: &mut String, count: u64, where_they_are: &str) {
    if count > 0 {
        let _ = writeln!(out, "- and {count} more; {where_they_are}");
    }
}
