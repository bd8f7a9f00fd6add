//! Which annotations hold for what.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use beadloom_model::{Annotation, Annotations};

use crate::comments;
use crate::definition::Draft;
use crate::outline::Outline;
use crate::owners::{PARENTS, Types, around};

/// More annotations in one file than anybody writes; the rest is left out.
const ANNOTATIONS: usize = 1000;

/// Every annotation of a file.
pub(crate) struct Notes {
    /// In order.
    pub(crate) all: Vec<Annotation>,
    /// Those that hold for the whole file.
    pub(crate) file: Annotations,
    /// There were more than are kept.
    pub(crate) limited: bool,
    /// Comment index and the range of `all` that it holds; only comments that hold any.
    of_comment: Vec<(usize, Range<usize>)>,
}

impl Notes {
    /// Reads every comment. The file's are those before the first definition that are not right above it.
    pub(crate) fn read(outline: &Outline<'_>, first: Option<&Draft>) -> Self {
        let mut notes =
            Self { all: Vec::new(), file: Annotations::new(), limited: false, of_comment: Vec::new() };
        if !outline.text.contains(comments::MARK) {
            return notes;
        }
        let before = first.map_or(usize::MAX, |draft| draft.definition.outer);
        let own = first.map(|draft| outline.above(draft.definition.outer)).unwrap_or_default();
        let group =
            first.and_then(|draft| draft.definition.group).map(|at| outline.above(at)).unwrap_or_default();
        for (index, comment) in outline.comments.list.iter().enumerate() {
            let mut found =
                comments::annotations(outline.comment_text(comment), outline.lines.line_of(comment.start));
            if found.is_empty() {
                continue;
            }
            if notes.all.len() + found.len() > ANNOTATIONS {
                notes.limited = true;
                break;
            }
            if comment.start < before && !own.contains(&index) && !group.contains(&index) {
                for annotation in &found {
                    comments::add(&mut notes.file, &annotation.key, &annotation.value);
                }
            }
            let from = notes.all.len();
            notes.all.append(&mut found);
            notes.of_comment.push((index, from..notes.all.len()));
        }
        notes
    }

    fn collect(&self, comments: Range<usize>) -> Annotations {
        let mut annotations = Annotations::new();
        let from = self.of_comment.partition_point(|(index, _)| *index < comments.start);
        let held = self.of_comment.iter().skip(from).take_while(|(index, _)| *index < comments.end);
        for annotation in held.flat_map(|(_, range)| self.all.get(range.clone()).unwrap_or(&[])) {
            comments::add(&mut annotations, &annotation.key, &annotation.value);
        }
        annotations
    }
}

/// What holds for each definition.
pub(crate) struct InForce<'o, 't> {
    outline: &'o Outline<'t>,
    notes: &'o Notes,
    types: &'o Types<'o>,
    /// What stands above a place; many definitions may begin at one.
    known: HashMap<usize, Rc<Annotations>>,
}

impl<'o, 't> InForce<'o, 't> {
    pub(crate) fn new(outline: &'o Outline<'t>, notes: &'o Notes, types: &'o Types<'o>) -> Self {
        Self { outline, notes, types, known: HashMap::new() }
    }

    /// The file's annotations, overridden key by key by those of the definitions around, outermost first, and by
    /// the definition's own.
    pub(crate) fn of(&mut self, number: usize) -> Annotations {
        if self.notes.all.is_empty() {
            return Annotations::new();
        }
        let outline = self.outline;
        let mut chain = Vec::new();
        let mut at = outline.drafts.get(number);
        while let Some(draft) = at.filter(|_| chain.len() < PARENTS) {
            chain.push(draft);
            at = around(draft, self.types).and_then(|around| outline.drafts.get(around));
        }
        let mut annotations = self.notes.file.clone();
        for draft in chain.iter().rev() {
            let definition = &draft.definition;
            if let Some(group) = definition.group {
                let group = self.at(group, group);
                annotations.extend(group.iter().map(|(key, values)| (key.clone(), values.clone())));
            }
            let own = self.at(definition.outer, definition.start);
            annotations.extend(own.iter().map(|(key, values)| (key.clone(), values.clone())));
        }
        annotations
    }

    /// What stands right above a place, and between the decorators from there to `start`.
    fn at(&mut self, outer: usize, start: usize) -> Rc<Annotations> {
        let (outline, notes) = (self.outline, self.notes);
        let known = self.known.entry(outer).or_insert_with(|| {
            let mut annotations = notes.collect(outline.above(outer));
            annotations.extend(notes.collect(outline.comments.within(outer..start)));
            Rc::new(annotations)
        });
        Rc::clone(known)
    }
}
