//! From an outline to a `ParsedFile`: order, lines, signatures, hashes, who is exported.

use std::collections::HashMap;
use std::ops::Range;

use beadloom_model::{Annotations, ParsedFile, SymbolFacts, SymbolKind};

use crate::annotations::{InForce, Notes};
use crate::definition::{Draft, ExportRule};
use crate::documentation::{self, Documentation};
use crate::language::DocComments;
use crate::loaded::note_handed_on;
use crate::outline::Outline;
use crate::owners::{PARENTS, Types, around, types};
use crate::prose;
use crate::value_sites::{Around, add_values, fold_unknown};

/// Makes the file's facts, and says whether anything had to be left out. The diagnostics are the caller's.
pub(crate) fn assemble(mut outline: Outline<'_>, docs: DocComments) -> (ParsedFile, bool) {
    let mut order: Vec<usize> = (0..outline.drafts.len()).collect();
    order.sort_by_key(|number| {
        outline.drafts.get(*number).map(|draft| (draft.definition.outer, usize::MAX - draft.definition.end))
    });
    let first = order.first().and_then(|first| outline.drafts.get(*first));
    let notes = Notes::read(&outline, first);
    let summary = documentation::of_file(&outline, first, docs);
    let mut limited = outline.limited || notes.limited;
    let mut budget = Budget::new(outline.text);
    let mut symbols = Vec::with_capacity(order.len());
    // From the order of the walk to that of the result.
    let mut positions: Vec<Option<u32>> = vec![None; outline.drafts.len()];
    let mut references = std::mem::take(&mut outline.references);
    let sites = std::mem::take(&mut outline.value_sites);
    if let Some(values) = &outline.values {
        let around = Around {
            rules: values.rules,
            lines: outline.lines,
            drafts: &outline.drafts,
            imports: &outline.imports,
            exports: &outline.exports,
            text: outline.text,
        };
        let handed_on = add_values(sites, &around, &mut references);
        note_handed_on(&mut outline.imports, &outline.loads, &handed_on);
    }
    let references = {
        let types = types(&outline);
        let inside = inside_types(&outline, &order);
        let mut documentation = Documentation::new(&outline, docs);
        let mut in_force = InForce::new(&outline, &notes, &types);
        for number in order {
            let Some(draft) = outline.drafts.get(number) else { continue };
            let is_part = draft.definition.part;
            let annotations = if is_part { Annotations::new() } else { in_force.of(number) };
            if !budget.covers(draft, &annotations) {
                limited = true;
                break;
            }
            let mut symbol = symbol(&outline, draft, inside.get(&number).map_or(&[], Vec::as_slice));
            symbol.summary = documentation.of(draft).filter(|_| !is_part);
            symbol.exported = is_exported(&outline, draft, &types);
            symbol.annotations = annotations;
            if let Some(position) = positions.get_mut(number) {
                *position = u32::try_from(symbols.len()).ok();
            }
            symbols.push(symbol);
        }
        let facts = references.into_facts(&positions, &outline.drafts, &types);
        let all_known = outline.values.as_ref().is_some_and(|values| values.rules.members_all_known);
        if all_known { facts } else { fold_unknown(facts) }
    };
    let mut routing = std::mem::take(&mut outline.routing);
    // The calls of a chain are seen from its end.
    routing.routes.sort_by_key(|route| route.line);
    routing.mounts.sort_by_key(|mount| mount.line);
    let file = ParsedFile {
        symbols,
        references,
        routing,
        summary,
        generated: documentation::says_generated(&outline),
        entry_point: outline.entry_point || outline.text.starts_with("#!/"),
        lines: outline.lines.count(outline.text),
        tests: tests(&outline),
        declared: Vec::new(),
        imports: std::mem::take(&mut outline.imports),
        export_aliases: std::mem::take(&mut outline.export_aliases),
        annotations: notes.all,
        file_annotations: notes.file,
        diagnostics: Vec::new(),
    };
    (file, limited)
}

/// The lines of the tests that stand in the file.
fn tests(outline: &Outline<'_>) -> Vec<(u32, u32)> {
    let line = |at: usize| outline.lines.line_of(at);
    let mut lines: Vec<(u32, u32)> = outline
        .tests
        .iter()
        .map(|range| (line(range.start), line(range.end.saturating_sub(1).max(range.start))))
        .collect();
    lines.sort_unstable_by_key(|(first, last)| (*first, std::cmp::Reverse(*last)));
    lines.dedup_by(|inner, outer| inner.1 <= outer.1);
    lines
}

/// What the symbols of a file may cost. Definitions overlap (`int a, b, c = …;`, members in their class), so
/// that a small hostile file could otherwise ask for any amount of hashing and text.
struct Budget {
    /// Bytes that are hashed.
    hashed: usize,
    /// Bytes of annotations.
    annotations: usize,
}

impl Budget {
    fn new(text: &str) -> Self {
        const FLOOR: usize = 1 << 20;
        Self {
            hashed: FLOOR + text.len().saturating_mul(64),
            annotations: FLOOR + text.len().saturating_mul(8),
        }
    }

    fn covers(&mut self, draft: &Draft, annotations: &Annotations) -> bool {
        let hashed = draft.definition.end.saturating_sub(draft.definition.outer);
        let size = |values: &Vec<String>| values.iter().map(|value| value.len() + 24).sum::<usize>();
        let held = annotations.iter().map(|(key, values)| key.len() + size(values)).sum();
        match (self.hashed.checked_sub(hashed), self.annotations.checked_sub(held)) {
            (Some(hashed), Some(annotations)) => {
                *self = Self { hashed, annotations };
                true
            }
            _ => false,
        }
    }
}

/// Of each type and module, where the definitions directly inside it lie, by place: they have hashes of their own, and
/// what says whether a type changed shall not be a method's body.
fn inside_types(outline: &Outline<'_>, order: &[usize]) -> HashMap<usize, Vec<Range<usize>>> {
    let mut inside: HashMap<usize, Vec<Range<usize>>> = HashMap::new();
    let drafts = order.iter().filter_map(|number| outline.drafts.get(*number));
    for draft in drafts.filter(|draft| !draft.definition.part) {
        let Some(parent) = draft.parent else { continue };
        let holds = outline.drafts.get(parent).is_some_and(|around| {
            matches!(
                around.definition.kind,
                SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Module
            )
        });
        if holds {
            inside.entry(parent).or_default().push(draft.definition.outer..draft.definition.end);
        }
    }
    inside
}

fn symbol(outline: &Outline<'_>, draft: &Draft, inside: &[Range<usize>]) -> SymbolFacts {
    let definition = &draft.definition;
    let source = outline.text.get(definition.outer..definition.end).unwrap_or("");
    let last = definition.outer + source.trim_end().len().saturating_sub(1);
    let mut signature =
        outline.tokens.line(outline.text, definition.start..definition.shown, &definition.skip);
    for tail in [":", "{", ";", "="] {
        if let Some(rest) = signature.strip_suffix(tail) {
            let rest = rest.trim_end().len();
            signature.truncate(rest);
        }
    }
    if !definition.lead.is_empty() {
        signature.insert_str(0, definition.lead);
        prose::cut(&mut signature, 400);
    }
    let component = draft.jsx
        && draft.definition.name.starts_with(char::is_uppercase)
        && matches!(definition.kind, SymbolKind::Function | SymbolKind::Constant);
    let kind = match definition.kind {
        SymbolKind::Function | SymbolKind::Method if draft.route => SymbolKind::Route,
        _ if component => SymbolKind::Component,
        kind => kind,
    };
    SymbolFacts {
        symbol_name: definition.name.clone(),
        qualified_name: draft.qualified_name.clone(),
        kind,
        form: definition.form.to_owned(),
        line_start: outline.lines.line_of(definition.outer),
        line_end: outline.lines.line_of(last),
        signature,
        summary: None,
        exported: false,
        part: definition.part,
        annotations: Annotations::new(),
        signature_hash: outline.tokens.hash(definition.start..definition.body, &definition.skip),
        body_hash: outline.tokens.hash(definition.outer..definition.end, inside),
    }
}

// Visibility

fn is_exported(outline: &Outline<'_>, draft: &Draft, types: &Types<'_>) -> bool {
    let mut at = draft;
    for _ in 0..PARENTS {
        if !is_visible(outline, at) {
            return false;
        }
        match around(at, types).and_then(|around| outline.drafts.get(around)) {
            Some(around) => at = around,
            None => return true,
        }
    }
    false
}

fn is_visible(outline: &Outline<'_>, draft: &Draft) -> bool {
    let top = draft.parent.is_none() && draft.owner.is_none() && !draft.local;
    let listed = top && outline.exports.contains(&draft.definition.name);
    match outline.export_rule {
        ExportRule::Only if top => listed,
        _ => draft.definition.visible || listed,
    }
}
