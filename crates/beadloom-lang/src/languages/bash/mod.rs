//! Bash and the shells that read alike.

mod readable;
mod sources;
mod value_places;

use std::borrow::Cow;
use std::collections::HashMap;

use beadloom_model::{ImportKind, LanguageId, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use crate::definition::{Container, Definition};
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{named_children, vocabulary};
use crate::walk::{Step, Steps, Visitor, steps};

/// Bash, and files of other shells as far as they read alike.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Bash,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::BASH, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Function,
    Declaration,
    Assignment,
    Command,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("raw_string", Step::Token),
    ("ansi_c_string", Step::Token),
    ("function_definition", Step::Enter(Role::Function)),
    ("declaration_command", Step::Enter(Role::Declaration)),
    ("variable_assignment", Step::Enter(Role::Assignment)),
    ("command", Step::Enter(Role::Command)),
];

vocabulary! {
    kinds { word, variable_assignment }
    fields { name, body, value, argument }
}

struct Bash {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    let mut steps = steps(language, STEPS);
    // A line break does the same.
    steps.skip_word(language, ";");
    Box::new(Bash { kinds: Kinds::new(language), fields: Fields::new(language), steps })
}

impl Rules for Bash {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        readable::readable(text)
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self, folders: HashMap::new() }
    }
}

struct File<'r> {
    rules: &'r Bash,
    /// Variables that hold a folder, seen from the script's own: `DIR="$(dirname "$0")"`.
    folders: HashMap<String, String>,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Command => self.command(node, outline),
            Role::Function => self.function(node, outline),
            Role::Declaration => self.declaration(node, outline),
            Role::Assignment => self.assignment(node, outline),
        }
    }
}

/// What the shell itself does, sorted: never a function of the project.
const BUILT_IN: &[&str] = &[
    ".", ":", "[", "alias", "bg", "break", "builtin", "cd", "command", "continue", "declare", "disown",
    "echo", "emulate", "eval", "exec", "exit", "export", "false", "fg", "getopts", "hash", "jobs", "kill",
    "let", "local", "mapfile", "popd", "print", "printf", "pushd", "pwd", "read", "readarray", "readonly",
    "return", "set", "setopt", "shift", "shopt", "source", "test", "times", "trap", "true", "type",
    "typeset", "ulimit", "umask", "unalias", "unset", "unsetopt", "wait", "zmodload", "zstyle",
];

impl File<'_> {
    /// `f() { … }`, `function f { … }`
    fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = Definition::new(name, SymbolKind::Function, "function", node)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    /// `readonly A=1`, `declare -r A=1`; `export -f build` names a function.
    fn declaration(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        const OPTIONS: usize = 8;
        // `export A=1` and what follows on the next line are two commands.
        outline.tokens.open_block(node.start_byte(), node.end_byte());
        let parts: Vec<Node<'_>> = named_children(node).take(OPTIONS).collect();
        let of_functions =
            |part: &Node<'_>| is_option(*part, outline) && outline.text(*part).contains(['f', 'F']);
        if parts.iter().any(of_functions) {
            for name in parts.iter().filter(|part| !is_option(**part, outline)).copied().collect::<Vec<_>>() {
                outline.value_to(outline.text(name), Before::Nothing, name.start_byte());
            }
            return;
        }
        if outline.in_function() {
            return;
        }
        let kinds = &self.rules.kinds;
        let (form, lead) = match node.child(0).map(|word| word.kind()) {
            Some("readonly") => ("readonly", "readonly "),
            Some("declare") => ("declare", "declare -r "),
            Some("typeset") => ("typeset", "typeset -r "),
            _ => return,
        };
        let fixed = form == "readonly"
            || named_children(node)
                .take(OPTIONS)
                .filter(|option| kinds.word.is(*option))
                .map(|option| outline.text(option))
                .any(|option| option.starts_with('-') && option.contains('r'));
        if !fixed {
            return;
        }
        let assignments: Vec<Node<'_>> =
            named_children(node).filter(|child| kinds.variable_assignment.is(*child)).collect();
        let several = assignments.len() > 1;
        for assignment in assignments {
            let fields = &self.rules.fields;
            let Some(name) = outline.name(fields.name.of(assignment)) else { continue };
            let at = if several { assignment } else { node };
            let mut definition =
                Definition::new(name, SymbolKind::Constant, form, at).value(fields.value.of(assignment));
            if several {
                definition.lead = lead;
                definition.group = Some(node.start_byte());
            }
            outline.define(definition);
        }
    }

    fn assignment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (Some(name), Some(value)) =
            (outline.name(fields.name.of(node)), outline.name(fields.value.of(node)))
        else {
            return;
        };
        match sources::folder(value, &self.folders) {
            Some(folder) if outline.spend(name.len() + folder.len() + 48) => {
                self.folders.insert(name.to_owned(), folder);
            }
            _ => {
                self.folders.remove(name);
            }
        }
    }

    fn command(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        // Where a command ends only a line break may say.
        outline.tokens.open_block(node.start_byte(), node.end_byte());
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(word) = fields.name.of(node).and_then(|name| name.named_child(0)) else { return };
        if !kinds.word.is(word) {
            return;
        }
        let Some(name) = outline.name(Some(word)) else { return };
        match name {
            "source" | "." => self.source(node, outline),
            "alias" => self.alias(node, outline),
            "trap" | "type" | "command" => self.named_functions(name, node, outline),
            _ if BUILT_IN.binary_search(&name).is_ok() => {}
            // Paths and options are no functions.
            _ if name.contains(['/', '$', '\\', '=']) || name.starts_with('-') => {}
            _ => outline.reference(ReferenceKind::Call, Some(word), Before::Nothing),
        }
    }

    /// `trap cleanup EXIT`, `command -v build`, `type build`: functions that are named rather than called.
    fn named_functions(&self, command: &str, node: Node<'_>, outline: &mut Outline<'_>) {
        const MAX_ARGUMENTS: usize = 16;
        let words = named_children(node).skip(1).take(MAX_ARGUMENTS);
        let named = words.filter(|word| self.rules.kinds.word.is(*word) && !is_option(*word, outline));
        let named: Vec<Node<'_>> = named.take(if command == "trap" { 1 } else { MAX_ARGUMENTS }).collect();
        for word in named {
            outline.value_to(outline.text(word), Before::Nothing, word.start_byte());
        }
    }

    fn source(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(argument) = self.rules.fields.argument.of(node) else { return };
        let Some(path) = outline.name(Some(argument)) else { return };
        if let Some(path) = sources::path(path, &self.folders) {
            outline.import(&path, vec!["*".to_owned()], ImportKind::Import, node.start_byte());
        }
    }

    /// `alias ll='ls -l'`
    fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(argument) = fields.argument.of(node) else { return };
        let Some((name, _)) = outline.name(Some(argument)).and_then(|text| text.split_once('=')) else {
            return;
        };
        let plain =
            !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || matches!(c, '$' | '"' | '\''));
        if plain {
            outline.define(Definition::new(name, SymbolKind::Function, "alias", node));
        }
    }
}

fn is_option(word: Node<'_>, outline: &Outline<'_>) -> bool {
    outline.text(word).starts_with('-')
}
