//! The modules of a crate: what each defines, imports and names, and in which file.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, tokens};

/// Words that a definition begins with. The name follows.
const DEFINING: &[&str] = &["fn", "struct", "enum", "union", "trait", "type", "const", "static"];

/// Words that may stand between such a word and the name.
const BETWEEN: &[&str] = &["fn", "unsafe", "async", "extern", "mut"];

/// A name that a module has from elsewhere.
#[derive(Debug)]
pub struct Import {
    /// As it is called here; `*` for all names.
    pub name: String,
    pub path: Vec<String>,
    /// Whether others may import it from here.
    pub passed_on: bool,
}

#[derive(Debug, Default)]
pub struct Module {
    pub parent: Option<usize>,
    /// By position in [`Crate::files`].
    pub file: usize,
    pub children: BTreeMap<String, usize>,
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Paths of more than one part, outside `use`.
    pub paths: BTreeSet<Vec<String>>,
    /// All words, outside `use`.
    pub words: BTreeSet<String>,
    /// Where files of modules within it lie, with a final `/`.
    folder: String,
}

/// A crate, from its root on.
#[derive(Debug, Default)]
pub struct Crate {
    /// The first one is the root.
    pub modules: Vec<Module>,
    /// Relative to `src/`.
    pub files: Vec<String>,
}

/// What a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Module(usize),
    /// Something that the module defines, or something within that.
    Item(usize),
}

impl Crate {
    /// Reads the modules below `root`; `read` gives the text of a file relative to `src/`.
    pub fn read(root: &str, read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut read_so_far = Self::default();
        read_so_far.add_file(None, root, String::new(), read);
        read_so_far
    }

    fn add_file(
        &mut self,
        parent: Option<usize>,
        path: &str,
        folder: String,
        read: &dyn Fn(&str) -> Option<String>,
    ) -> usize {
        let module = self.modules.len();
        let file = self.files.len();
        self.files.push(path.to_owned());
        self.modules.push(Module { parent, file, folder, ..Module::default() });
        let tokens = tokens(&read(path).unwrap_or_default());
        self.items(module, &tokens, read);
        module
    }

    /// The items of a module, or of what a macro makes there.
    fn items(&mut self, module: usize, tokens: &[Token], read: &dyn Fn(&str) -> Option<String>) {
        let mut i = 0;
        let (mut is_test, mut passed_on, mut place) = (false, false, None);
        while let Some(token) = tokens.get(i) {
            let end = end_of_item(tokens, i);
            let name = |at: usize| tokens.get(at).and_then(Token::word).map(str::to_owned);
            match token.word() {
                _ if token.is('#') => {
                    let open = i + 1 + usize::from(tokens.get(i + 1).is_some_and(|next| next.is('!')));
                    let close = matching(tokens, open);
                    let inside = &tokens[(open + 1).min(close)..close];
                    let words: Vec<&str> = inside.iter().filter_map(Token::word).collect();
                    is_test |= words == ["cfg", "test"];
                    if let ([Token::Word(word), _, Token::Text(text)], true) = (inside, words == ["path"]) {
                        place = (word == "path").then(|| text.clone());
                    }
                    i = close + 1;
                    continue;
                }
                Some("pub") => {
                    passed_on = true;
                    i += 1;
                    if tokens.get(i).is_some_and(|next| next.is('(')) {
                        i = matching(tokens, i) + 1;
                    }
                    continue;
                }
                Some("unsafe" | "async" | "extern" | "default") | None if !token.is('{') => {
                    i += 1;
                    continue;
                }
                _ if is_test => i = end,
                Some("use") => {
                    use_tree(
                        &tokens[i + 1..end],
                        &mut Vec::new(),
                        passed_on,
                        &mut self.modules[module].imports,
                    );
                    i = end;
                }
                Some("mod") => {
                    let Some(child) = name(i + 1) else { break };
                    let folder = format!("{}{child}/", self.modules[module].folder);
                    let made = if tokens.get(i + 2).is_some_and(|next| next.is('{')) {
                        let file = self.modules[module].file;
                        let made = self.modules.len();
                        self.modules.push(Module { parent: Some(module), file, folder, ..Module::default() });
                        self.items(made, &tokens[i + 3..end - 1], read);
                        made
                    } else {
                        let beside = &self.modules[module].folder;
                        let path = match &place {
                            Some(place) => format!("{beside}{place}"),
                            None => format!("{beside}{child}.rs"),
                        };
                        let path = if read(&path).is_some() { path } else { format!("{folder}mod.rs") };
                        self.add_file(Some(module), &path, folder, read)
                    };
                    // Of two for two platforms the one without a place of its own counts; both are read.
                    if place.is_none() || !self.modules[module].children.contains_key(&child) {
                        self.modules[module].children.insert(child, made);
                    }
                    i = end;
                }
                Some("macro_rules") => {
                    self.modules[module].items.extend(name(i + 2));
                    self.body(module, &tokens[i..end]);
                    i = end;
                }
                Some(word) if DEFINING.contains(&word) => {
                    let mut at = i + 1;
                    while name(at).is_some_and(|word| BETWEEN.contains(&word.as_str()))
                        || matches!(tokens.get(at), Some(Token::Text(_)))
                    {
                        at += 1;
                    }
                    self.modules[module].items.extend(name(at));
                    self.body(module, &tokens[i..end]);
                    i = end;
                }
                Some(_) if tokens.get(i + 1).is_some_and(|next| next.is('!')) => {
                    self.body(module, &tokens[i..end]);
                    let open = i + 2;
                    if tokens.get(open).is_some_and(|open| open.is('{')) {
                        self.items(module, &tokens[open + 1..matching(tokens, open)], read);
                    }
                    i = end;
                }
                _ => {
                    self.body(module, &tokens[i..end]);
                    i = end;
                }
            }
            (is_test, passed_on, place) = (false, false, None);
        }
    }

    /// What an item names: in its signature and its body.
    fn body(&mut self, module: usize, tokens: &[Token]) {
        let module = &mut self.modules[module];
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            if token.word() == Some("use") {
                let end = i + tokens[i..].iter().position(|token| token.is(';')).unwrap_or(tokens.len() - i);
                use_tree(&tokens[i + 1..end], &mut Vec::new(), false, &mut module.imports);
                i = end;
                continue;
            }
            let follows = i > 0 && (tokens[i - 1] == Token::Separator || tokens[i - 1].is('.'));
            i += 1;
            let Some(first) = token.word() else { continue };
            module.words.insert(first.to_owned());
            if follows {
                continue;
            }
            let mut path = vec![first.to_owned()];
            while tokens.get(i) == Some(&Token::Separator)
                && let Some(next) = tokens.get(i + 1).and_then(Token::word)
            {
                module.words.insert(next.to_owned());
                path.push(next.to_owned());
                i += 2;
            }
            if path.len() > 1 {
                module.paths.insert(path);
            }
        }
    }

    /// What a path in a module names; None for what is of another crate or not understood. `as_module`: whether more follows, as a
    /// module and a function may have one name.
    pub fn named(&self, module: usize, path: &[String], as_module: bool) -> Option<Named> {
        self.resolve(module, path, as_module, 0)
    }

    fn resolve(&self, module: usize, path: &[String], as_module: bool, depth: usize) -> Option<Named> {
        let (first, rest) = path.split_first()?;
        let needs_module = as_module || !rest.is_empty();
        let mut current = match first.as_str() {
            "crate" => Named::Module(0),
            "self" => Named::Module(module),
            "super" => Named::Module(self.modules[module].parent?),
            name => self.lookup(module, name, needs_module, depth)?,
        };
        for (at, name) in rest.iter().enumerate() {
            let Named::Module(inside) = current else { return Some(current) };
            let needs_module = as_module || at + 1 < rest.len();
            current = match name.as_str() {
                "super" => Named::Module(self.modules[inside].parent?),
                name => self.lookup(inside, name, needs_module, depth)?,
            };
        }
        Some(current)
    }

    /// What a name means in a module.
    fn lookup(&self, module: usize, name: &str, as_module: bool, depth: usize) -> Option<Named> {
        // Imports in a circle, through globs.
        if depth > 16 {
            return None;
        }
        let here = &self.modules[module];
        let child = here.children.get(name).map(|child| Named::Module(*child));
        let item = here.items.contains(name).then_some(Named::Item(module));
        if as_module && child.is_some() {
            return child;
        }
        let imported = || {
            let mut found = None;
            for import in &here.imports {
                let named = match import.name.as_str() {
                    // `use x::x` in the module that has `x` names the child first.
                    own if own == name && import.path != [name] => {
                        self.resolve(module, &import.path, as_module, depth + 1)
                    }
                    "*" => match self.resolve(module, &import.path, true, depth + 1) {
                        Some(Named::Module(from)) if from != module => {
                            self.lookup(from, name, as_module, depth + 1)
                        }
                        _ => None,
                    },
                    _ => None,
                };
                match named {
                    Some(Named::Module(_)) if !as_module => found = found.or(named),
                    Some(_) => return named,
                    None => {}
                }
            }
            found
        };
        item.or_else(imported).or(child)
    }
}

/// The imports that the part of a `use` behind `before` makes.
fn use_tree(tokens: &[Token], before: &mut Vec<String>, passed_on: bool, into: &mut Vec<Import>) {
    let length = before.len();
    let mut i = 0;
    let mut name = None;
    while let Some(token) = tokens.get(i) {
        match token {
            Token::Word(word) if word == "as" => {
                name = tokens.get(i + 1).and_then(Token::word).map(str::to_owned);
                i += 1;
            }
            Token::Word(word) if word == "self" && !before.is_empty() => {}
            Token::Word(word) => before.push(word.clone()),
            Token::Sign('*') => name = Some("*".to_owned()),
            Token::Sign('{') => {
                let close = matching(tokens, i);
                let mut start = i + 1;
                let mut depth = 0;
                for at in i + 1..=close {
                    depth += i32::from(tokens[at].is('{')) - i32::from(tokens[at].is('}') && at < close);
                    if at == close || (depth == 0 && tokens[at].is(',')) {
                        if start < at {
                            use_tree(&tokens[start..at], before, passed_on, into);
                        }
                        start = at + 1;
                    }
                }
                before.truncate(length);
                return;
            }
            _ => {}
        }
        i += 1;
    }
    if let Some(name) = name.or_else(|| before.last().cloned()) {
        into.push(Import { name, path: before.clone(), passed_on });
    }
    before.truncate(length);
}

/// Behind the item that begins at `start`: behind its `;`, or behind the `}` of its body.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let mut i = start;
    while let Some(token) = tokens.get(i) {
        if token.is(';') {
            return i + 1;
        }
        if token.is('{') {
            let close = matching(tokens, i);
            // The braces of a `use` are not its end.
            if tokens[start].word() != Some("use") {
                return close + 1;
            }
            i = close;
        } else if token.is('(') || token.is('[') {
            i = matching(tokens, i);
        }
        i += 1;
    }
    tokens.len()
}

/// Where the bracket at `open` closes.
fn matching(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if let Token::Sign(sign) = token {
            depth += i32::from(matches!(sign, '(' | '[' | '{')) - i32::from(matches!(sign, ')' | ']' | '}'));
        }
        if depth <= 0 {
            return at;
        }
    }
    tokens.len().saturating_sub(1)
}
