//! From an outline to a `ParsedFile`: who is exported, which comments speak for what, lines, signatures, hashes.

use std::collections::HashMap;
use std::ops::Range;

use beadloom_model::{Annotations, ParsedFile, SymbolFacts, SymbolKind};

use crate::comments::{self, Comment};
use crate::language::DocComments;
use crate::outline::{Draft, ExportRule, Outline};
use crate::prose;

/// More annotations in one file than anybody writes; the rest is left out.
const ANNOTATIONS: usize = 1000;

/// A generated marker stands in the first lines of a file.
const TOP_LINES: u32 = 40;

/// Definitions lead to definitions around them at most this often.
const PARENTS: usize = 64;

/// Makes the file's facts, and says whether anything had to be left out. The diagnostics are the caller's.
pub(crate) fn assemble(mut outline: Outline<'_>, docs: DocComments) -> (ParsedFile, bool) {
    let mut order: Vec<usize> = (0..outline.drafts.len()).collect();
    order.sort_by_key(|number| {
        outline.drafts.get(*number).map(|draft| (draft.definition.outer, usize::MAX - draft.definition.end))
    });
    let exported = exported(&outline);
    let claims = claims(&outline);
    let first = order.first().copied();
    let notes = Notes::read(&mut outline, first, &claims);
    let summary = file_summary(&outline, first.and_then(|first| claims.get(first)), docs);
    let own = notes.own(&outline, &claims);
    let effective = in_force(&outline, &own, &notes.file);
    let mut symbols = Vec::with_capacity(order.len());
    for number in order {
        let annotations = effective.get(number).cloned().unwrap_or_default();
        let cost = annotations
            .iter()
            .map(|(key, values)| key.len() + values.iter().map(String::len).sum::<usize>() + 64)
            .sum();
        if !outline.spend(cost) {
            break;
        }
        let Some(draft) = outline.drafts.get(number) else { continue };
        let claim = claims.get(number).cloned().unwrap_or_default();
        let mut symbol = symbol(&outline, draft, claim, docs);
        symbol.exported = exported.get(number).copied().unwrap_or(false);
        symbol.annotations = annotations;
        let cost = symbol.signature.len() + symbol.summary.as_ref().map_or(0, String::len);
        symbols.push(symbol);
        if !outline.spend(cost) {
            break;
        }
    }
    let file = ParsedFile {
        symbols,
        summary,
        generated: generated(&outline),
        entry_point: outline.entry_point || outline.text.starts_with("#!/"),
        lines: outline.lines.count(outline.text),
        imports: std::mem::take(&mut outline.imports),
        annotations: notes.all,
        file_annotations: notes.file,
        diagnostics: Vec::new(),
    };
    (file, outline.limited)
}

fn symbol(outline: &Outline<'_>, draft: &Draft, claim: Range<usize>, docs: DocComments) -> SymbolFacts {
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
    SymbolFacts {
        symbol_name: definition.name.clone(),
        qualified_name: draft.qualified_name.clone(),
        kind: if component { SymbolKind::Component } else { definition.kind },
        form: definition.form.to_owned(),
        line_start: outline.lines.line_of(definition.outer),
        line_end: outline.lines.line_of(last),
        signature,
        summary: doc_of(outline, draft, claim, docs),
        exported: false,
        annotations: Annotations::new(),
        signature_hash: outline.tokens.hash(definition.start..definition.body, &definition.skip),
        body_hash: outline.tokens.hash(definition.outer..definition.end, &[]),
    }
}

// Visibility

fn exported(outline: &Outline<'_>) -> Vec<bool> {
    let types = types(outline);
    let own = |draft: &Draft| {
        let top = draft.parent.is_none() && draft.owner.is_none() && !draft.local;
        let listed = top && outline.exports.contains(&draft.definition.name);
        match outline.export_rule {
            ExportRule::Only if top => listed,
            _ => draft.definition.visible || listed,
        }
    };
    outline
        .drafts
        .iter()
        .map(|draft| {
            let mut at = draft;
            for _ in 0..PARENTS {
                if !own(at) {
                    return false;
                }
                match around(at, &types).and_then(|around| outline.drafts.get(around)) {
                    Some(around) => at = around,
                    None => return true,
                }
            }
            false
        })
        .collect()
}

/// The file's types by qualified name, each with its first definition.
fn types<'o>(outline: &'o Outline<'_>) -> HashMap<&'o str, usize> {
    let mut types = HashMap::new();
    for (number, draft) in outline.drafts.iter().enumerate() {
        if matches!(draft.definition.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type) {
            types.entry(draft.qualified_name.as_str()).or_insert(number);
        }
    }
    types
}

/// The definition that another belongs to: its type, wherever that stands in the file, else what is around it.
fn around(draft: &Draft, types: &HashMap<&str, usize>) -> Option<usize> {
    draft.owner.as_deref().and_then(|owner| types.get(owner).copied()).or(draft.parent)
}

// Comments

/// For each definition the comments right above it, by index.
fn claims(outline: &Outline<'_>) -> Vec<Range<usize>> {
    // Many definitions may begin at one place (`const a = 1, b = 2, …`): each place is looked at once.
    let mut known: HashMap<usize, Range<usize>> = HashMap::new();
    outline
        .drafts
        .iter()
        .map(|draft| {
            let at = draft.definition.outer;
            known.entry(at).or_insert_with(|| above(outline, at)).clone()
        })
        .collect()
}

fn above(outline: &Outline<'_>, at: usize) -> Range<usize> {
    outline.comments.right_above(at, outline.tokens.index_of(at), outline.lines)
}

fn comment_text<'t>(outline: &Outline<'t>, comment: &Comment) -> &'t str {
    outline.text.get(comment.start..comment.end).unwrap_or("")
}

fn doc_of(outline: &Outline<'_>, draft: &Draft, claim: Range<usize>, docs: DocComments) -> Option<String> {
    let definition = &draft.definition;
    if let Some(range) = &definition.docstring {
        return prose::sentence(prose::docstring_lines(outline.text.get(range.clone())?));
    }
    let own = match docs {
        DocComments::Docstrings => None,
        DocComments::Plain => doc_sentence(outline, claim, |_| true),
        DocComments::Marked => doc_sentence(outline, claim, is_outer_doc)
            .or_else(|| {
                // A blank line below does not part a marked comment from what it documents.
                let above = outline.comments.within(0..definition.outer);
                let last = outline.comments.list.get(above.end.checked_sub(1)?)?;
                let text = comment_text(outline, last);
                (last.tokens == outline.tokens.index_of(definition.outer) && is_outer_doc(text))
                    .then(|| doc_sentence(outline, above.end - 1..above.end, is_outer_doc))?
            })
            .or_else(|| {
                doc_sentence(
                    outline,
                    outline.comments.within(definition.outer..definition.start),
                    is_outer_doc,
                )
            }),
    };
    own.or_else(|| match docs {
        DocComments::Docstrings => None,
        DocComments::Plain => doc_sentence(outline, above(outline, definition.group?), |_| true),
        DocComments::Marked => doc_sentence(outline, above(outline, definition.group?), is_outer_doc),
    })
}

fn is_outer_doc(text: &str) -> bool {
    prose::is_doc_comment(text) && !prose::is_inner_doc(text)
}

/// The first sentence of the comments of a block that count as documentation. A block comment stands alone:
/// the last one wins.
fn doc_sentence(outline: &Outline<'_>, range: Range<usize>, counts: impl Fn(&str) -> bool) -> Option<String> {
    let list = outline.comments.list.get(range)?;
    let texts = || list.iter().map(|comment| comment_text(outline, comment)).filter(|text| counts(text));
    let last_block =
        list.iter().rev().map(|comment| comment_text(outline, comment)).find(|text| counts(text))?;
    if last_block.starts_with("/*") {
        return prose::sentence(prose::comment_lines(last_block));
    }
    prose::sentence(texts().take(200).flat_map(prose::comment_lines))
}

/// The module's docstring, or the first comment at the head of the file that is neither licence nor directive
/// nor the first definition's.
fn file_summary(outline: &Outline<'_>, first: Option<&Range<usize>>, docs: DocComments) -> Option<String> {
    if let Some(range) = &outline.docstring {
        let lines = || prose::docstring_lines(outline.text.get(range.clone()).unwrap_or(""));
        if !prose::is_licence(lines().take(3)) {
            return prose::sentence(lines());
        }
    }
    let list = &outline.comments.list;
    let head = list.iter().take_while(|comment| comment.tokens == 0).count();
    let mut at = 0;
    while at < head {
        let block = block(outline, at, head);
        let comments = list.get(block.clone()).unwrap_or(&[]);
        let lines = || {
            comments.iter().take(200).flat_map(|comment| prose::comment_lines(comment_text(outline, comment)))
        };
        let taken =
            first.is_some_and(|first| first.contains(&block.start) || first.contains(&(block.end - 1)));
        let inner =
            comments.first().is_some_and(|comment| prose::is_inner_doc(comment_text(outline, comment)));
        if (!taken || inner)
            && !prose::is_licence(lines())
            && let Some(sentence) = prose::sentence(lines().filter(|line| !prose::is_directive(line)))
        {
            return Some(sentence);
        }
        at = block.end;
    }
    // Inner documentation may follow attributes or a licence.
    if docs == DocComments::Marked {
        let inner =
            list.iter().take(200).position(|comment| prose::is_inner_doc(comment_text(outline, comment)))?;
        if outline
            .drafts
            .iter()
            .all(|draft| list.get(inner).is_some_and(|comment| comment.start < draft.definition.outer))
        {
            return prose::sentence(prose::comment_lines(comment_text(outline, list.get(inner)?)));
        }
    }
    None
}

/// Line comments without a gap, or one block comment.
fn block(outline: &Outline<'_>, from: usize, limit: usize) -> Range<usize> {
    let list = &outline.comments.list;
    let mut end = from + 1;
    let is_line = |index: usize| {
        list.get(index).is_some_and(|comment| !comment_text(outline, comment).starts_with("/*"))
    };
    while end < limit && is_line(from) && is_line(end) {
        let (Some(last), Some(next)) = (list.get(end - 1), list.get(end)) else { break };
        // Some grammars count the line break to the comment.
        if outline.lines.line_of(last.end.saturating_sub(1)) + 1 < outline.lines.line_of(next.start) {
            break;
        }
        let inner = |comment: &Comment| prose::is_inner_doc(comment_text(outline, comment));
        if inner(last) != inner(next) {
            break;
        }
        end += 1;
    }
    from..end
}

fn generated(outline: &Outline<'_>) -> bool {
    let near = |at: usize| outline.lines.line_of(at) <= TOP_LINES;
    let comments = outline.comments.list.iter().take(100).take_while(|comment| near(comment.start));
    comments.map(|comment| comment_text(outline, comment)).any(comments::says_generated)
        || outline
            .docstring
            .as_ref()
            .is_some_and(|range| comments::says_generated(outline.text.get(range.clone()).unwrap_or("")))
}

// Annotations

struct Notes {
    all: Vec<beadloom_model::Annotation>,
    file: Annotations,
    /// Comment index and the range of `all` that it holds; only comments that hold any.
    of_comment: Vec<(usize, Range<usize>)>,
}

impl Notes {
    /// Reads every comment. The file's are those before the first definition that are not right above it.
    fn read(outline: &mut Outline<'_>, first: Option<usize>, claims: &[Range<usize>]) -> Self {
        let mut notes = Self { all: Vec::new(), file: Annotations::new(), of_comment: Vec::new() };
        let first_draft = first.and_then(|first| outline.drafts.get(first));
        let before = first_draft.map_or(usize::MAX, |draft| draft.definition.outer);
        let claim = first.and_then(|first| claims.get(first)).cloned().unwrap_or_default();
        let group = first_draft
            .and_then(|draft| draft.definition.group)
            .map(|at| above(outline, at))
            .unwrap_or_default();
        for (index, comment) in outline.comments.list.iter().enumerate() {
            let text = comment_text(outline, comment);
            let mut found = comments::annotations(text, 0);
            if found.is_empty() {
                continue;
            }
            if notes.all.len() + found.len() > ANNOTATIONS {
                outline.limited = true;
                break;
            }
            let line = outline.lines.line_of(comment.start);
            let from = notes.all.len();
            for annotation in &mut found {
                annotation.line += line;
                if comment.start < before && !claim.contains(&index) && !group.contains(&index) {
                    comments::add(&mut notes.file, &annotation.key, &annotation.value);
                }
            }
            notes.all.append(&mut found);
            notes.of_comment.push((index, from..notes.all.len()));
        }
        notes
    }

    fn collect(&self, comments: Range<usize>) -> Annotations {
        let mut annotations = Annotations::new();
        let from = self.of_comment.partition_point(|(index, _)| *index < comments.start);
        for (index, range) in self.of_comment.iter().skip(from) {
            if *index >= comments.end {
                break;
            }
            for annotation in self.all.get(range.clone()).unwrap_or(&[]) {
                comments::add(&mut annotations, &annotation.key, &annotation.value);
            }
        }
        annotations
    }

    /// For each definition what stands right above it, between its decorators, or above its group.
    fn own(&self, outline: &Outline<'_>, claims: &[Range<usize>]) -> Vec<Annotations> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let mut groups: HashMap<usize, Range<usize>> = HashMap::new();
        outline
            .drafts
            .iter()
            .zip(claims)
            .map(|(draft, claim)| {
                let definition = &draft.definition;
                let mut annotations = match definition.group {
                    Some(at) => self.collect(groups.entry(at).or_insert_with(|| above(outline, at)).clone()),
                    None => Annotations::new(),
                };
                annotations.extend(self.collect(claim.clone()));
                annotations.extend(self.collect(outline.comments.within(definition.outer..definition.start)));
                annotations
            })
            .collect()
    }
}

/// The file's annotations, overridden key by key by those of the definitions around, outermost first, and by
/// the definition's own. Empty where the file has none at all.
fn in_force(outline: &Outline<'_>, own: &[Annotations], file: &Annotations) -> Vec<Annotations> {
    if own.is_empty() {
        return Vec::new();
    }
    let types = types(outline);
    (0..outline.drafts.len())
        .map(|number| {
            let mut chain = vec![number];
            let mut at = number;
            while chain.len() < PARENTS
                && let Some(draft) = outline.drafts.get(at)
                && let Some(around) = around(draft, &types)
            {
                chain.push(around);
                at = around;
            }
            let mut annotations = file.clone();
            for number in chain.iter().rev() {
                annotations.extend(own.get(*number).cloned().unwrap_or_default());
            }
            annotations
        })
        .collect()
}
