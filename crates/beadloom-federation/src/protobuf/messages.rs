//! The messages of a repository: what a name means, and what services and messages reach.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use beadloom_model::answers::ContractField;

use super::{MAX_DEPTH, Message, ProtoFile, Service};
use crate::fields::{MAX_FIELDS, member, root};

const SCALARS: &[&str] = &[
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64",
    "sfixed32", "sfixed64", "bool", "string", "bytes",
];

/// All messages of a repository, by name and the file that has them: copies of a file are told apart.
#[derive(Debug, Default)]
pub(crate) struct Messages<'f> {
    by_name: BTreeMap<&'f str, BTreeMap<&'f str, &'f Message>>,
}

impl<'f> Messages<'f> {
    pub(crate) fn new(files: &'f BTreeMap<String, ProtoFile>) -> Self {
        let mut messages = Self::default();
        for (path, file) in files {
            for message in &file.messages {
                messages.by_name.entry(&message.name).or_default().entry(path).or_insert(message);
            }
        }
        messages
    }

    /// What a name means in a file: inside of `scope` and outwards, in the nearest file that has it.
    fn find(&self, name: &str, scope: &str, from: &str) -> Option<(&'f str, &'f Message)> {
        if let Some(whole) = name.strip_prefix('.') {
            return self.nearest(whole, from);
        }
        let mut scope = scope;
        for _ in 0..=MAX_DEPTH * 2 {
            if scope.is_empty() {
                break;
            }
            if let Some(found) = self.nearest(&format!("{scope}.{name}"), from) {
                return Some(found);
            }
            scope = scope.rsplit_once('.').map_or("", |(outer, _)| outer);
        }
        self.nearest(name, from)
    }

    fn nearest(&self, name: &str, from: &str) -> Option<(&'f str, &'f Message)> {
        let of_name = self.by_name.get(name)?;
        if let Some((path, message)) = of_name.get_key_value(from) {
            return Some((path, message));
        }
        // The first of those that have most in common.
        let mut best: Option<(usize, (&'f str, &'f Message))> = None;
        for (path, message) in of_name {
            let common = crate::folders::common_folders(path, from);
            if best.is_none_or(|(most, _)| common > most) {
                best = Some((common, (path, message)));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The fields of a service: its methods, and the messages that they reach.
    pub(crate) fn of_service(&self, service: &Service, package: &str, path: &str) -> Vec<ContractField> {
        let mut walk = Walk::new(self, package);
        for method in &service.methods {
            let input = walk.type_text(&method.takes, package, path);
            let answers = walk.type_text(&method.answers, package, path);
            walk.fields.push(ContractField {
                input: Some(input),
                r#type: Some(answers),
                ..root(method.name.clone())
            });
        }
        walk.finish()
    }

    /// The fields of a message, of no type, and of the messages that they reach.
    pub(crate) fn of_message(
        &self,
        message: &'f Message,
        package: &str,
        path: &'f str,
    ) -> Vec<ContractField> {
        let mut walk = Walk::new(self, package);
        walk.next.push_back((path, message));
        let mut fields = walk.finish();
        let own = short(&message.name, package).to_owned();
        // One that holds itself stays a type too.
        let within = fields
            .iter()
            .any(|field| field.r#type.as_deref().is_some_and(|text| crate::fields::unwrapped(text).0 == own));
        let of_own: Vec<ContractField> =
            fields.iter().filter(|field| field.of.as_ref() == Some(&own)).cloned().collect();
        if !within {
            fields.retain(|field| field.of.as_ref() != Some(&own));
        }
        fields.extend(of_own.into_iter().map(|field| ContractField { of: None, ..field }));
        fields
    }

    /// The messages that fields of others name.
    pub(crate) fn held<'m>(
        &'m self,
        path: &'m str,
        file: &'m ProtoFile,
    ) -> impl Iterator<Item = &'f str> + 'm {
        file.messages.iter().flat_map(move |message| {
            let names = message.fields.iter().map(|field| crate::fields::unwrapped(&field.r#type).0);
            let found = names.filter_map(move |name| self.find(name, &message.name, path));
            found.map(|(_, found)| found.name.as_str()).filter(|name| *name != message.name)
        })
    }
}

struct Walk<'m, 'f> {
    messages: &'m Messages<'f>,
    package: &'m str,
    fields: Vec<ContractField>,
    seen: BTreeSet<&'f str>,
    next: VecDeque<(&'f str, &'f Message)>,
}

impl<'m, 'f> Walk<'m, 'f> {
    fn new(messages: &'m Messages<'f>, package: &'m str) -> Self {
        Self { messages, package, fields: Vec::new(), seen: BTreeSet::new(), next: VecDeque::new() }
    }

    /// A type as written in a file, with what it names by its full name; that is looked at too.
    fn type_text(&mut self, written: &str, scope: &str, from: &str) -> String {
        let (name, around) = crate::fields::unwrapped(written);
        if SCALARS.contains(&name) {
            return written.to_owned();
        }
        let full = match self.messages.find(name, scope, from) {
            Some((path, message)) => {
                if self.seen.insert(&message.name) {
                    self.next.push_back((path, message));
                }
                if message.is_enum {
                    "enum".to_owned()
                } else {
                    short(&message.name, self.package).to_owned()
                }
            }
            None => name.trim_start_matches('.').to_owned(),
        };
        around.replacen('_', &full, 1)
    }

    fn finish(mut self) -> Vec<ContractField> {
        while let Some((path, message)) = self.next.pop_front() {
            if self.fields.len() > MAX_FIELDS {
                break;
            }
            let of = short(&message.name, self.package).to_owned();
            for field in &message.fields {
                let text = self.type_text(&field.r#type, &message.name, path);
                self.fields.push(ContractField {
                    number: Some(field.number),
                    required: field.required,
                    ..member(&of, field.name.clone(), text)
                });
            }
        }
        self.fields
    }
}

/// Without the package that everything else is in.
fn short<'n>(name: &'n str, package: &str) -> &'n str {
    match name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) {
        Some(rest) if !package.is_empty() => rest,
        _ => name,
    }
}
