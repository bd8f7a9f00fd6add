//! Protocol buffers: services, messages, their fields and numbers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use beadloom_model::answers::ContractField;

use crate::fields::{MAX_FIELDS, member, root};
use crate::tokens::{Kind, Style, Token, tokens};

/// Tokens of one file.
const MAX_TOKENS: usize = 2_000_000;

/// How deep messages may nest.
const MAX_DEPTH: usize = 32;

const SCALARS: &[&str] = &[
    "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64",
    "sfixed32", "sfixed64", "bool", "string", "bytes",
];

/// What one file says.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProtoFile {
    pub(crate) package: String,
    pub(crate) services: Vec<Service>,
    /// With those inside of others, and enumerations, which have no fields.
    pub(crate) messages: Vec<Message>,
}

#[derive(Debug, Clone)]
pub(crate) struct Service {
    /// With its package.
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) methods: Vec<Method>,
}

#[derive(Debug, Clone)]
pub(crate) struct Method {
    pub(crate) name: String,
    /// As written, `stream ` before it.
    pub(crate) takes: String,
    pub(crate) answers: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// With its package and the messages that it stands in.
    pub(crate) name: String,
    pub(crate) line: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) is_enum: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// As written.
    pub(crate) r#type: String,
    pub(crate) number: u32,
    pub(crate) required: bool,
}

/// Reads a file; what is wrong in it is passed over.
pub(crate) fn read(text: &str) -> ProtoFile {
    let tokens = tokens(text, Style::PROTOBUF, MAX_TOKENS);
    let mut reader = Reader { tokens: &tokens, at: 0 };
    let mut file = ProtoFile::default();
    while let Some(token) = reader.next() {
        match token.word() {
            Some("package") => file.package = reader.take_name(),
            Some("message") => reader.read_message(&mut file, "", 0),
            Some("enum") => reader.read_enum(&mut file, ""),
            Some("service") => reader.read_service(&mut file),
            Some("extend") => reader.skip_block(),
            _ => reader.skip_statement(token),
        }
    }
    file
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<&'t Token> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn sees(&self, sign: char) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    /// `a.b.C`, `.a.b.C`
    fn take_name(&mut self) -> String {
        let mut name = String::new();
        while let Some(token) = self.peek() {
            match &token.kind {
                Kind::Word(word) if name.is_empty() || name.ends_with('.') => name.push_str(word),
                Kind::Sign('.') => name.push('.'),
                _ => break,
            }
            self.at += 1;
        }
        name
    }

    /// To the end of a statement that began with `first`: `;`, or a block.
    fn skip_statement(&mut self, first: &Token) {
        if first.is(';') || first.is('}') {
            return;
        }
        let mut depth = usize::from(first.is('{'));
        while let Some(token) = self.peek() {
            if depth == 0 && token.is('}') {
                return;
            }
            self.at += 1;
            match token.kind {
                Kind::Sign('{') => depth += 1,
                Kind::Sign('}') => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                Kind::Sign(';') if depth == 0 => return,
                _ => {}
            }
        }
    }

    fn skip_block(&mut self) {
        while let Some(token) = self.next() {
            if token.is('{') {
                self.skip_statement(token);
                return;
            }
        }
    }

    /// The name and `{` of a definition.
    fn begin(&mut self, file: &ProtoFile, outer: &str) -> Option<(String, u32)> {
        let token = self.next()?;
        let name = token.word()?;
        if !self.sees('{') {
            return None;
        }
        self.at += 1;
        let prefix = if outer.is_empty() { &file.package } else { outer };
        Some((if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }, token.line))
    }

    fn read_message(&mut self, file: &mut ProtoFile, outer: &str, depth: usize) {
        let Some((name, line)) = self.begin(file, outer) else { return };
        if depth > MAX_DEPTH {
            self.at -= 1;
            return self.skip_block();
        }
        let place = file.messages.len();
        file.messages.push(Message { name: name.clone(), line, fields: Vec::new(), is_enum: false });
        let mut fields = Vec::new();
        // How many `oneof` it stands in.
        let mut inside = 0_usize;
        while let Some(token) = self.next() {
            match &token.kind {
                Kind::Sign('}') if inside == 0 => break,
                Kind::Sign('}') => inside -= 1,
                Kind::Word(word) => match word.as_str() {
                    "message" if self.begins_block() => self.read_message(file, &name, depth + 1),
                    "enum" if self.begins_block() => self.read_enum(file, &name),
                    "oneof" if self.begins_block() => {
                        self.at += 2;
                        inside += 1;
                    }
                    "extend" => self.skip_block(),
                    "option" | "reserved" | "extensions" => self.skip_statement(token),
                    _ => {
                        self.at -= 1;
                        match self.take_field() {
                            Some(field) if fields.len() <= MAX_FIELDS => fields.push(field),
                            _ => {}
                        }
                    }
                },
                Kind::Sign('.') => {
                    self.at -= 1;
                    fields.extend(self.take_field());
                }
                _ => {}
            }
        }
        if let Some(message) = file.messages.get_mut(place) {
            message.fields = fields;
        }
    }

    /// Whether a name and `{` follow.
    fn begins_block(&self) -> bool {
        self.peek().is_some_and(|token| token.word().is_some())
            && self.tokens.get(self.at + 1).is_some_and(|token| token.is('{'))
    }

    /// `repeated a.B name = 3 [options];` The reader is behind it in any case, or behind what began it.
    fn take_field(&mut self) -> Option<Field> {
        let first = self.peek()?;
        let label = first.word().filter(|word| matches!(*word, "repeated" | "optional" | "required"));
        if label.is_some() {
            self.at += 1;
        }
        let is_map = self.peek().and_then(Token::word) == Some("map")
            && self.tokens.get(self.at + 1).is_some_and(|token| token.is('<'));
        let r#type = if is_map {
            self.at += 2;
            let key = self.take_name();
            let comma = self.next().is_some_and(|token| token.is(','));
            let value = self.take_name();
            let closed = self.next().is_some_and(|token| token.is('>'));
            (comma && closed).then(|| format!("map<{key}, {value}>"))
        } else {
            let name = self.take_name();
            (!name.is_empty()).then(|| if label == Some("repeated") { format!("[{name}]") } else { name })
        };
        let name = self.peek().and_then(Token::word).map(str::to_owned);
        let mut number = None;
        if name.is_some() {
            self.at += 1;
            if self.sees('=') {
                self.at += 1;
                number = self.next().and_then(Token::word).and_then(read_number);
            }
        }
        // Options, or the block of a group.
        if !self.sees(';')
            && let Some(token) = self.next()
        {
            self.skip_statement(token);
        }
        Some(Field { name: name?, r#type: r#type?, number: number?, required: label == Some("required") })
    }

    fn read_enum(&mut self, file: &mut ProtoFile, outer: &str) {
        let Some((name, line)) = self.begin(file, outer) else { return };
        file.messages.push(Message { name, line, fields: Vec::new(), is_enum: true });
        while let Some(token) = self.next() {
            if token.is('}') {
                return;
            }
            self.skip_statement(token);
        }
    }

    fn read_service(&mut self, file: &mut ProtoFile) {
        let Some((name, line)) = self.begin(file, "") else { return };
        let mut methods = Vec::new();
        while let Some(token) = self.next() {
            if token.is('}') {
                break;
            }
            if token.word() != Some("rpc") {
                self.skip_statement(token);
                continue;
            }
            methods.extend(self.take_method());
            if let Some(token) = self.next() {
                self.skip_statement(token);
            }
        }
        file.services.push(Service { name, line, methods });
    }

    /// `GetCart(stream A) returns (B)`
    fn take_method(&mut self) -> Option<Method> {
        let name = self.next()?.word()?.to_owned();
        let takes = self.take_message_type()?;
        if self.next()?.word() != Some("returns") {
            return None;
        }
        Some(Method { name, takes, answers: self.take_message_type()? })
    }

    fn take_message_type(&mut self) -> Option<String> {
        if !self.next()?.is('(') {
            return None;
        }
        // `stream .a.B` and `stream a.B`; a message may be called `stream` too.
        let is_stream = self.peek().and_then(Token::word) == Some("stream")
            && self.tokens.get(self.at + 1).is_some_and(|next| !next.is(')'));
        if is_stream {
            self.at += 1;
        }
        let name = if is_stream { format!("stream {}", self.take_name()) } else { self.take_name() };
        self.next()?.is(')').then_some(name)
    }
}

/// `12`, `0x0c`
fn read_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

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
            let common = crate::finder::common_folders(path, from);
            if best.is_none_or(|(most, _)| common > most) {
                best = Some((common, (path, message)));
            }
        }
        best.map(|(_, found)| found)
    }

    /// The fields of a service: its methods, and the messages that they reach.
    pub(crate) fn of_service(&self, service: &Service, package: &str, path: &str) -> Vec<ContractField> {
        let mut walk = Walk {
            messages: self,
            package,
            fields: Vec::new(),
            seen: BTreeSet::new(),
            next: VecDeque::new(),
        };
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
        let mut walk = Walk {
            messages: self,
            package,
            fields: Vec::new(),
            seen: BTreeSet::new(),
            next: VecDeque::new(),
        };
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

impl Walk<'_, '_> {
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
