//! What methods handle and resolve: by the types that they take, by their annotations and names.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use beadloom_model::{LanguageId, ReferenceKind, SymbolFacts, SymbolKind};

use crate::convention::OWN_TYPE;
use crate::fields::{field, plain_type, type_fields};
use crate::marks::{Mark, Reading, Role};
use crate::signature::{taken, types_in};

/// Lines before the name of a definition that may hold its annotations.
const MAX_HEAD_LINES: usize = 30;

/// Bytes of these lines: in a file of one line, each definition would have all others before it.
const MAX_HEAD_BYTES: usize = 8_192;

/// A symbol with its position in the file's list.
type Numbered<'s> = (u32, &'s SymbolFacts);

impl<'s> Reading<'s> {
    /// Whether the file writes a name out.
    fn is_quoted(&self, name: &str) -> bool {
        self.quoted.get_or_init(|| quoted_words(self.source.text)).contains(name)
    }

    /// Methods with the types that they belong to.
    fn methods(&self) -> Vec<(u32, &'s SymbolFacts, Option<Numbered<'s>>)> {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let symbols = self.source.symbols;
        let types: HashMap<&str, (u32, &SymbolFacts)> = symbols
            .iter()
            .enumerate()
            .filter(|(_, one)| {
                matches!(one.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type)
            })
            .map(|(at, one)| (one.qualified_name.as_str(), (number(at), one)))
            .collect();
        let is_method = |one: &SymbolFacts| {
            matches!(one.kind, SymbolKind::Method | SymbolKind::Function | SymbolKind::Route)
        };
        symbols
            .iter()
            .enumerate()
            .filter(|(_, one)| is_method(one))
            .map(|(at, one)| {
                let owner = one.qualified_name.rsplit_once('.').and_then(|(owner, _)| types.get(owner));
                (number(at), one, owner.copied())
            })
            .collect()
    }

    /// What each type inherits from, by its position.
    fn bases(&self) -> HashMap<u32, HashSet<&'s str>> {
        let mut bases: HashMap<u32, HashSet<&str>> = HashMap::new();
        for fact in self.source.references.iter().filter(|fact| fact.kind == ReferenceKind::Inherit) {
            if let Some(from) = fact.from {
                bases.entry(from).or_default().insert(&fact.name);
            }
        }
        bases
    }

    /// Whether a type has one of the bases itself, or may have it from those that it has.
    fn role(of: Option<&HashSet<&str>>, wanted: &[&str]) -> Option<Role> {
        match of {
            Some(of) if wanted.iter().any(|base| of.contains(base)) => Some(Role::Gives),
            Some(_) if !wanted.is_empty() => Some(Role::Maybe),
            _ => None,
        }
    }

    pub(crate) fn takes(
        &mut self,
        rule: u16,
        bases: &[&str],
        annotations: &[&str],
        (suffixes, folders): (&[&str], &[&str]),
        methods: &[&str],
    ) {
        let text = self.source.text;
        let is_inside = folders.iter().any(|folder| is_in(self.source.path, folder));
        if !folders.is_empty() && !is_inside {
            return;
        }
        if bases.is_empty()
            && suffixes.is_empty()
            && folders.is_empty()
            && !annotations.iter().any(|one| text.contains(one))
        {
            return;
        }
        let inherits = self.bases();
        for (at, method, owner) in self.methods() {
            if !methods.is_empty() && !methods.contains(&method.symbol_name.as_str()) {
                continue;
            }
            // A type that says by names which methods handle something.
            let is_named = !methods.is_empty() || self.is_quoted(&method.symbol_name);
            let direct = is_named
                && bases.iter().any(|base| {
                    owner.is_some_and(|(owner, _)| inherits.get(&owner).is_some_and(|of| of.contains(base)))
                });
            let mut role = if direct { Some(Role::Gives) } else { None };
            let mut messages: Vec<&str> = Vec::new();
            if !annotations.is_empty() {
                let own = self.annotated(method, annotations);
                let around = match (&own, owner) {
                    // An annotation of the type speaks for methods of known names alone, or for the one that is called like the type.
                    (None, Some((_, owner))) if !methods.is_empty() || method.symbol_name == "__invoke" => {
                        self.annotated(owner, annotations)
                    }
                    _ => None,
                };
                if let Some(arguments) = own.or(around) {
                    role = Some(Role::Gives);
                    messages = types_in(arguments);
                }
            }
            if role.is_none() && is_inside && owner.is_some() {
                role = Some(Role::Gives);
            }
            if role.is_none()
                && suffixes.iter().any(|end| owner.is_some_and(|(_, of)| of.symbol_name.ends_with(end)))
            {
                role = Some(Role::Gives);
            }
            if role.is_none() && !methods.is_empty() {
                role = Self::role(owner.and_then(|(owner, _)| inherits.get(&owner)), bases);
            }
            let Some(role) = role else { continue };
            messages.extend(taken(&method.signature, &method.symbol_name));
            for name in messages {
                self.give(rule, role, name, at, method);
            }
        }
    }

    pub(crate) fn is_run(&mut self, rule: u16, bases: &[&str], methods: &[&str]) {
        let inherits = self.bases();
        for (at, method, owner) in self.methods() {
            if let Some((number, owner)) = owner.filter(|_| methods.contains(&method.symbol_name.as_str()))
                && let Some(role) = Self::role(inherits.get(&number), bases)
            {
                self.give(rule, role, &owner.symbol_name, at, method);
            }
        }
    }

    fn give(&mut self, rule: u16, role: Role, name: &str, at: u32, method: &SymbolFacts) {
        let (line, from) = (method.line_start, Some(at));
        self.add(Mark { name: name.to_owned(), role, rule, line, last: line, detail: String::new(), from });
    }

    /// The arguments of one of these annotations of a definition, where it has one.
    fn annotated(&self, symbol: &'s SymbolFacts, annotations: &[&str]) -> Option<&'s str> {
        let head = self.head(symbol);
        annotations.iter().find_map(|annotation| annotation_in(head, annotation)).or_else(|| {
            annotations.iter().find_map(|annotation| annotation_in(&symbol.signature, annotation))
        })
    }

    /// What stands before the name of a definition, from its first line.
    fn head(&self, symbol: &SymbolFacts) -> &'s str {
        self.line(0);
        let starts = self.lines.get().map_or(&[][..], Vec::as_slice);
        let first = (symbol.line_start as usize).saturating_sub(1);
        let begin = starts.get(first).copied().unwrap_or(0);
        let end = starts.get(first + MAX_HEAD_LINES).copied().unwrap_or(self.source.text.len());
        let end = self.source.text.floor_char_boundary(end.min(begin + MAX_HEAD_BYTES));
        let text = self.source.text.get(begin..end).unwrap_or_default();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let own = text.match_indices(symbol.symbol_name.as_str()).find(|(at, name)| {
            let before = text.get(..*at).and_then(|before| before.chars().next_back());
            let after = text.get(at + name.len()..).and_then(|after| after.chars().next());
            !before.is_some_and(|c| is_part(c) || matches!(c, '@' | '[' | '"' | '\'' | '\\'))
                && !after.is_some_and(is_part)
        });
        own.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
    }

    pub(crate) fn resolves(
        &mut self,
        rule: u16,
        owners: &[(&str, &'static str)],
        interfaces: &[(&str, &'static str)],
        prefixes: &[&str],
        annotations: &[&str],
    ) {
        if !annotations.is_empty() && !annotations.iter().any(|one| self.source.text.contains(one)) {
            return;
        }
        let is_schema = self.source.language == Some(LanguageId::GraphQl);
        if is_schema {
            for (name, at) in type_fields(self.source.text) {
                self.at(rule, Role::Gives, name, at);
            }
        }
        let fields: Vec<(u32, &SymbolFacts, String)> = if is_schema {
            let of_root = |symbol: &SymbolFacts| {
                let (owner, name) = symbol.qualified_name.rsplit_once('.')?;
                let (_, root) = owners.iter().find(|(known, _)| *known == owner)?;
                Some(field(root, name))
            };
            let numbered = self.source.symbols.iter().enumerate();
            numbered.filter_map(|(at, one)| Some((u32::try_from(at).ok()?, one, of_root(one)?))).collect()
        } else {
            let mut found = Vec::new();
            let inherits = if interfaces.is_empty() { HashMap::new() } else { self.bases() };
            for (at, method, owner) in self.methods() {
                let name = method.symbol_name.as_str();
                // In Go a method names its type, which stands in another file.
                let scope = method.qualified_name.rsplit_once('.').map_or("", |(scope, _)| scope);
                let scope = scope.rsplit('.').next().unwrap_or(scope);
                let scope = owner.map_or(scope, |(_, owner)| owner.symbol_name.as_str());
                let extended = owner.filter(|_| self.source.language == Some(LanguageId::CSharp));
                let extended = extended.and_then(|(_, owner)| extended_root(self.head(owner)));
                let mut root = extended.or_else(|| owner_root(scope, owners));
                if root.is_none() {
                    let bases = owner.and_then(|(number, _)| inherits.get(&number));
                    let is = |base: &str| bases.is_some_and(|bases| bases.contains(base));
                    root = interfaces.iter().find(|(base, _)| is(base)).map(|(_, root)| Cow::Borrowed(*root));
                }
                let mut explicit = None;
                if !annotations.is_empty() {
                    let head = self.head(method);
                    let Some(annotation) = annotations.iter().find(|one| head.contains(*one)) else {
                        continue;
                    };
                    if owners.is_empty() {
                        root = annotation_root(annotation);
                    }
                    // What the field belongs to is the first that the method takes.
                    if annotation.ends_with("Mapping") && root.is_none() {
                        let first = taken(&method.signature, &method.symbol_name);
                        root = first.last().map(|of| Cow::Owned(plain_type(of)));
                    }
                    explicit = named_argument(head.split_once(annotation).map_or("", |(_, rest)| rest));
                }
                let Some(root) = root else { continue };
                let plain = match prefixes {
                    [] => Some(name),
                    prefixes => prefixes
                        .iter()
                        .find_map(|prefix| name.strip_prefix(prefix).filter(|rest| !rest.is_empty())),
                };
                let plain = plain.map(|plain| plain.strip_suffix("Async").unwrap_or(plain));
                if let Some(plain) = explicit.or(plain) {
                    found.push((at, method, field(&root, plain)));
                }
            }
            found
        };
        for (at, symbol, name) in fields {
            self.give(rule, Role::Gives, &name, at, symbol);
        }
    }
}

/// Whether a file lies in a folder of that name, at any depth.
fn is_in(path: &str, folder: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(folders, _)| folders.split('/').any(|one| one == folder))
}

/// The root of a field by the name of the type that resolves it; of a type that is no root, what it is called says which.
fn owner_root(scope: &str, owners: &[(&str, &'static str)]) -> Option<Cow<'static, str>> {
    let (_, root) = owners.iter().find(|(end, _)| scope.ends_with(end))?;
    Some(if *root == OWN_TYPE { Cow::Owned(plain_type(scope)) } else { Cow::Borrowed(*root) })
}

/// What an attribute of Hot Chocolate says that a class of C# adds fields to: `[ExtendObjectType(typeof(Order))]`, `[QueryType]`.
fn extended_root(head: &str) -> Option<Cow<'static, str>> {
    for (attribute, root) in
        [("[QueryType", "query"), ("[MutationType", "mutation"), ("[SubscriptionType", "subscription")]
    {
        if head.contains(attribute) {
            return Some(Cow::Borrowed(root));
        }
    }
    let rest = ["ExtendObjectType", "[ObjectType<"].iter().find_map(|attribute| {
        let (_, rest) = head.split_once(attribute)?;
        Some(rest.split([']', '\n']).next().unwrap_or(rest))
    })?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = rest.split(|c: char| !is_part(c));
    let name = words.filter(|word| !matches!(*word, "" | "typeof" | "nameof" | "Name")).find(|word| {
        !matches!(
            *word,
            "OperationTypeNames" | "OperationType" | "ExtendsType" | "IgnoreFields" | "IgnoreProperties"
        )
    })?;
    Some(match name {
        "Query" => Cow::Borrowed("query"),
        "Mutation" => Cow::Borrowed("mutation"),
        "Subscription" => Cow::Borrowed("subscription"),
        name => Cow::Owned(plain_type(name)),
    })
}

/// The root that an annotation names.
fn annotation_root(annotation: &str) -> Option<Cow<'static, str>> {
    let lower = annotation.to_lowercase();
    ["mutation", "subscription", "query"].into_iter().find(|root| lower.contains(root)).map(Cow::Borrowed)
}

/// The arguments of an annotation in the head of a definition; empty where it has none.
fn annotation_in<'t>(head: &'t str, annotation: &str) -> Option<&'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    head.match_indices(annotation).find_map(|(at, _)| {
        let before = head.get(..at)?.chars().next_back();
        let rest = head.get(at + annotation.len()..)?;
        if !before.is_some_and(|c| matches!(c, '@' | '[' | '.' | '\\' | ',')) || rest.starts_with(is_part) {
            return None;
        }
        let Some(arguments) = rest.trim_start().strip_prefix('(') else { return Some("") };
        Some(arguments.split(')').next().unwrap_or(""))
    })
}

/// The name that an annotation gives: `("orders")`, `(name = "orders")`, `(() => [Order], { name: 'orders' })`.
fn named_argument(rest: &str) -> Option<&str> {
    let end = rest.find(['\n', ';']).unwrap_or(rest.len());
    let arguments = rest.get(..end)?;
    let after = ["name:", "name =", "name=", "field =", "field=", "value =", "value="]
        .iter()
        .find_map(|key| arguments.split_once(key).map(|(_, after)| after));
    let after = after.or_else(|| arguments.strip_prefix('(').filter(|rest| rest.starts_with(['"', '\''])))?;
    let value = after.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value.get(1..)?.split(quote).next().filter(|name| !name.is_empty())
}

/// The words of a text that stand in quotes, each alone.
fn quoted_words(text: &str) -> HashSet<&str> {
    let word = |(at, quote): (usize, &str)| {
        let rest = text.get(at + quote.len()..)?;
        let (word, after) = rest.split_at_checked(rest.find(['\'', '"', '\n'])?)?;
        after.starts_with(quote).then_some(word)
    };
    text.match_indices(['\'', '"']).filter_map(word).collect()
}
