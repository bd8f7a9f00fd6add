//! Modules that are loaded where they have no name: `import("./a").then((m) => m.run())`, `(await import("./a")).run()`,
//! `require("./b")()`, `lazy(() => import("./page"))`.

use beadloom_model::{ImportKind, ReferenceKind};
use tree_sitter::Node;

use super::File;
use super::calls::{MEMBERS, is_of_promise};
use super::file::{KeysOf, Modules};
use super::literal::literal;
use super::names::Names;
use crate::loaded::local_name;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parentheses, assertions, `await` and the like around a load.
const LAYERS: usize = 8;
/// Modules of one list.
const MAX_LISTED_ITEMS: usize = 64;

/// What takes a function that loads a component, and uses the module's default: by the last name of the function that is
/// called, or the key that it is given under.
const TAKES_DEFAULT: &[&str] = &[
    "asyncComponent", "component", "defineAsyncComponent", "dynamic", "lazy", "loadComponent", "loadable",
    "loader",
];

/// Endings of files whose default is all that they give.
const COMPONENTS: &[&str] = &[".astro", ".svelte", ".vue"];

/// What becomes of a loaded module where nothing around took notice of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nothing: it is loaded for what loading does.
    None,
    /// A member is read, as was recorded.
    Member,
    /// It goes to what the file does not show.
    HandedOn,
}

impl File<'_> {
    /// `import("…")` or `require("…")` that no variable is given to.
    pub(super) fn load<'t>(
        &mut self,
        call: Node<'_>,
        specifier: &'t str,
        imports: bool,
        outline: &mut Outline<'t>,
    ) {
        if !imports {
            self.routes.import(specifier, &Names::default());
        }
        let kind = if imports { ImportKind::Dynamic } else { ImportKind::Import };
        let at = call.start_byte();
        let Some(number) = outline.module(specifier) else {
            outline.import(specifier, Vec::new(), kind, at);
            return;
        };
        let followed = self.followed.remove(&call.id());
        let seen = if followed { Use::Member } else { self.becomes(call, number, specifier, outline) };
        if seen == Use::None && !imports {
            outline.import(specifier, Vec::new(), kind, at);
            return;
        }
        if seen == Use::HandedOn {
            outline.hand_on(number);
        }
        let mut all = Names::default();
        all.add("*", Some(&local_name(number)));
        outline.import_as(specifier, all.names, all.aliases, kind, at);
    }

    /// A call of a function that gives a module.
    pub(super) fn loader_called(&mut self, call: Node<'_>, function: Node<'_>, outline: &mut Outline<'_>) {
        if self.rules.kinds.identifier.is(function)
            && let Some(number) = outline.bound_loader(outline.text(function))
            && !self.followed.remove(&call.id())
        {
            self.becomes(call, number, "", outline);
        }
    }

    /// What becomes of what this call gives, by what is around it.
    fn becomes(&mut self, call: Node<'_>, number: u32, specifier: &str, outline: &mut Outline<'_>) -> Use {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut node = call;
        for _ in 0..LAYERS {
            let Some(around) = node.parent() else { return Use::HandedOn };
            if self.passes_through(around) || self.chooses(around, outline) {
                node = around;
            } else if kinds.expression_statement.is(around) {
                return Use::None;
            } else if kinds.member_expression.is(around) {
                let Some(property) = fields.property.of(around) else { return Use::HandedOn };
                let name = outline.text(property);
                if is_of_promise(name) {
                    return Use::HandedOn;
                }
                outline.use_of_module(ReferenceKind::Value, name, (number, true), property.start_byte());
                return Use::Member;
            } else if let Some(index) = fields.index.of(around)
                && let Some(name) = literal(index, outline)
            {
                outline.use_of_module(ReferenceKind::Value, name, (number, true), index.start_byte());
                return Use::Member;
            } else {
                if let Some(sure) = self.takes_default(node, around, specifier, outline) {
                    let at = call.start_byte();
                    outline.use_of_module(ReferenceKind::Value, "default", (number, sure), at);
                }
                return Use::HandedOn;
            }
        }
        Use::HandedOn
    }

    /// Whether the default of the module is used where a load stands, and whether that is sure.
    fn takes_default(
        &self,
        load: Node<'_>,
        around: Node<'_>,
        specifier: &str,
        outline: &Outline<'_>,
    ) -> Option<bool> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if COMPONENTS.iter().any(|ending| specifier.ends_with(ending)) {
            return Some(true);
        }
        if self.required_module(load, outline).is_some() {
            // What a module of CommonJS gives is its default, whoever gets it.
            return Some(true);
        }
        let (given, to) = if self.is_function(around) { (around, around.parent()?) } else { (load, around) };
        let taker = if kinds.pair.is(to) {
            let key = fields.key.of(to)?;
            literal(key, outline).unwrap_or_else(|| outline.text(key))
        } else if let Some(call) = to.parent().filter(|call| kinds.call_expression.is(*call)) {
            let callee = call.child(0).filter(|callee| callee.id() != given.id())?;
            let path = outline.text(callee);
            path.rsplit('.').next().unwrap_or(path)
        } else {
            return self.is_function(around).then_some(false);
        };
        Some(TAKES_DEFAULT.contains(&taker))
    }

    fn passes_through(&self, node: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        kinds.await_expression.is(node)
            || kinds.parenthesized_expression.is(node)
            || kinds.as_expression.is(node)
            || kinds.satisfies_expression.is(node)
            || kinds.non_null_expression.is(node)
    }

    /// `a ? b : c`, `a || b`
    fn chooses(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        kinds.ternary_expression.is(node)
            || kinds.binary_expression.is(node)
                && fields.operator.of(node).is_some_and(|of| matches!(outline.text(of), "||" | "??" | "&&"))
    }

    /// The module that an expression gives, or a promise of it.
    pub(super) fn module_of<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>) -> Option<u32> {
        self.module_within(node, outline, LAYERS)
    }

    fn module_within<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>, layers: usize) -> Option<u32> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let below = layers.checked_sub(1)?;
        if kinds.identifier.is(node) {
            return outline.bound_module(outline.text(node));
        }
        if self.passes_through(node) {
            return self.module_within(node.named_child(0)?, outline, below);
        }
        if kinds.call_expression.is(node) {
            let function = node.child(0)?;
            if kinds.import.is(function) || self.required_module(node, outline).is_some() {
                let number = outline.module(self.first_argument(node, outline)?)?;
                self.followed.insert(node.id());
                return Some(number);
            }
            if kinds.identifier.is(function) {
                let number = outline.bound_loader(outline.text(function))?;
                self.followed.insert(node.id());
                return Some(number);
            }
            let property = fields.property.of(function)?;
            let passes = matches!(outline.text(property), "catch" | "finally");
            let object = fields.object.of(function).filter(|_| passes)?;
            return self.module_within(object, outline, below);
        }
        if !self.chooses(node, outline) {
            return None;
        }
        let parts = if kinds.ternary_expression.is(node) {
            [fields.consequence.of(node), fields.alternative.of(node)]
        } else {
            [fields.left.of(node), fields.right.of(node)]
        };
        parts.into_iter().flatten().find_map(|part| self.module_within(part, outline, below))
    }

    /// The modules that an expression gives: one, or those of `Promise.all([…])`.
    pub(super) fn modules_of(&mut self, node: Node<'_>, outline: &mut Outline<'_>) -> Option<Modules> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = self.bare(node);
        if kinds.await_expression.is(of) {
            of = self.bare(of.named_child(0)?);
        }
        if kinds.call_expression.is(of)
            && let Some(function) = of.child(0).filter(|function| kinds.member_expression.is(*function))
            && matches!(outline.text(function), "Promise.all" | "Promise.race" | "Promise.any")
        {
            let all = outline.text(function) == "Promise.all";
            let list =
                named_children(fields.arguments.of(of)?).next().filter(|list| kinds.array.is(*list))?;
            let mut found = Vec::new();
            for part in parts(list).into_iter().take(MAX_LISTED_ITEMS) {
                found.push(part.and_then(|part| self.module_of(part, outline)));
            }
            if !all {
                return found.into_iter().flatten().next().map(Modules::One);
            }
            return found.iter().any(Option::is_some).then_some(Modules::Several(found));
        }
        self.module_of(node, outline).map(Modules::One)
    }

    /// The module that a path begins with, and what follows it: `(await import("./a")).b.c`.
    pub(super) fn module_path<'t>(
        &mut self,
        object: Node<'_>,
        outline: &mut Outline<'t>,
    ) -> Option<(u32, &'t str)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut at = object;
        let mut first = None;
        for _ in 0..MEMBERS {
            if !kinds.member_expression.is(at) {
                break;
            }
            first = Some(fields.property.of(at)?.start_byte());
            at = fields.object.of(at)?;
        }
        // What has a name is found by it.
        if kinds.identifier.is(at) || kinds.this.is(at) {
            return None;
        }
        let number = self.module_of(at, outline)?;
        let path = match first {
            Some(first) => outline.text.get(first..object.end_byte())?,
            None => "",
        };
        Some((number, path))
    }

    /// `load.then((module) => …)`
    pub(super) fn then(&mut self, call: Node<'_>, function: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if !kinds.member_expression.is(function)
            || fields.property.of(function).is_none_or(|of| outline.text(of) != "then")
        {
            return;
        }
        let Some(object) = fields.object.of(function) else { return };
        let Some(modules) = self.modules_of(object, outline) else { return };
        let first = fields.arguments.of(call).and_then(|list| named_children(list).next());
        match first.filter(|first| self.is_function(*first)) {
            Some(function) => self.given.push((function.id(), modules)),
            None => self.hand_on(&modules, outline),
        }
    }

    /// Binds the parameter of a function that modules are given to.
    pub(super) fn bind_given(&mut self, function: Node<'_>, outline: &mut Outline<'_>) {
        let Some(place) = self.given.iter().rposition(|(given, _)| *given == function.id()) else { return };
        let (_, modules) = self.given.swap_remove(place);
        let fields = &self.rules.fields;
        let parameter = fields.parameter.of(function).or_else(|| {
            let first = named_children(fields.parameters.of(function)?).next()?;
            Some(fields.pattern.of(first).unwrap_or(first))
        });
        if let Some(parameter) = parameter {
            self.give(parameter, &modules, outline);
        }
    }

    /// A pattern is given modules.
    pub(super) fn give(&mut self, pattern: Node<'_>, modules: &Modules, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let pattern =
            if kinds.assignment_pattern.is(pattern) { fields.left.of(pattern) } else { Some(pattern) };
        let Some(pattern) = pattern else { return };
        match modules {
            Modules::One(number) => self.give_one(pattern, *number, outline),
            Modules::Several(numbers) if kinds.array_pattern.is(pattern) => {
                for (part, number) in parts(pattern).into_iter().zip(numbers) {
                    if let (Some(part), Some(number)) = (part, number) {
                        self.give(part, &Modules::One(*number), outline);
                    }
                }
            }
            Modules::Several(_) => self.hand_on(modules, outline),
        }
    }

    fn give_one(&mut self, pattern: Node<'_>, number: u32, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.identifier.is(pattern) {
            outline.bind_module(outline.text(pattern), number);
            return;
        }
        if !kinds.object_pattern.is(pattern) {
            outline.hand_on(number);
            return;
        }
        for part in named_children(pattern).take(MAX_LISTED_ITEMS) {
            let (theirs, ours) = if kinds.shorthand_property_identifier_pattern.is(part) {
                (Some(part), Some(part))
            } else if kinds.object_assignment_pattern.is(part) {
                (fields.left.of(part), fields.left.of(part))
            } else if kinds.pair_pattern.is(part) {
                let value = fields.value.of(part);
                let value = value.and_then(|of| {
                    if kinds.assignment_pattern.is(of) { fields.left.of(of) } else { Some(of) }
                });
                (fields.key.of(part), value.filter(|of| kinds.identifier.is(*of)))
            } else if kinds.rest_pattern.is(part) {
                if let Some(rest) = part.named_child(0).filter(|rest| kinds.identifier.is(*rest)) {
                    outline.bind_module(outline.text(rest), number);
                }
                continue;
            } else {
                continue;
            };
            if let (Some(theirs), Some(ours)) = (theirs, ours) {
                outline.bind_module_member(outline.text(ours), number, outline.text(theirs));
            }
        }
        self.keys_of(pattern, KeysOf::Module(number));
    }

    pub(super) fn hand_on(&self, modules: &Modules, outline: &mut Outline<'_>) {
        match modules {
            Modules::One(number) => outline.hand_on(*number),
            Modules::Several(numbers) => numbers.iter().flatten().for_each(|one| outline.hand_on(*one)),
        }
    }

    /// `const { total } = order`: reads members of the value.
    pub(super) fn take_apart(&mut self, pattern: Node<'_>, value: Node<'_>, outline: &Outline<'_>) {
        if let Some((path, false)) = self.path(value, outline)
            && let Some(start) = (path.as_ptr() as usize).checked_sub(outline.text.as_ptr() as usize)
        {
            self.keys_of(pattern, KeysOf::Path(start..start + path.len()));
        }
    }

    /// A function of that name that gives a module: `() => import("./a")`.
    pub(super) fn bind_if_loader(&mut self, name: &str, function: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(body) = fields.body.of(function) else { return };
        let given = if kinds.statement_block.is(body) {
            let last = named_children(body).last().filter(|last| kinds.return_statement.is(*last));
            last.and_then(|last| last.named_child(0))
        } else {
            Some(body)
        };
        let is_load = |of: &Node<'_>| {
            let call = self.bare(*of);
            let call = if kinds.await_expression.is(call) { call.named_child(0) } else { Some(call) };
            call.is_some_and(|call| call.child(0).is_some_and(|function| kinds.import.is(function)))
        };
        let Some(given) = given.filter(is_load) else { return };
        if let Some(number) = self.module_of(given, outline) {
            let start = (name.as_ptr() as usize).checked_sub(outline.text.as_ptr() as usize);
            let text = outline.text;
            if let Some(name) = start.and_then(|start| text.get(start..start + name.len())) {
                outline.bind_loader(name, number);
            }
            // Whoever else calls it has the module.
            outline.hand_on(number);
        }
    }
}

/// The parts of an array or a pattern of one, in order; none for a hole.
fn parts(list: Node<'_>) -> Vec<Option<Node<'_>>> {
    let mut parts = Vec::new();
    let mut last = None;
    let mut cursor = list.walk();
    let mut more = cursor.goto_first_child();
    while more && parts.len() < MAX_LISTED_ITEMS {
        let part = cursor.node();
        if part.is_named() && !part.is_extra() {
            last = Some(part);
        } else if part.kind() == "," {
            parts.push(last.take());
        }
        more = cursor.goto_next_sibling();
    }
    parts.extend(last.map(Some));
    parts
}
