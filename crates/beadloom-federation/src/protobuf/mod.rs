//! Protocol buffers: services, messages, their fields and numbers.

mod messages;

use crate::cursor::Cursor;
use crate::fields::MAX_FIELDS;
use beadloom_model::LanguageId;

use crate::tokens::{Kind, Token, tokens};

pub(crate) use messages::Messages;

/// Tokens of one file.
const MAX_TOKENS: usize = 2_000_000;

/// How deep messages may nest.
const MAX_DEPTH: usize = 32;

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
    let tokens = tokens(text, LanguageId::Protobuf, MAX_TOKENS);
    let mut reader = Reader { cursor: Cursor::new(&tokens) };
    let mut file = ProtoFile::default();
    while let Some(token) = reader.cursor.next() {
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
    cursor: Cursor<'t>,
}

impl Reader<'_> {
    /// `a.b.C`, `.a.b.C`
    fn take_name(&mut self) -> String {
        let mut name = String::new();
        while let Some(token) = self.cursor.peek() {
            match &token.kind {
                Kind::Word(word) if name.is_empty() || name.ends_with('.') => name.push_str(word),
                Kind::Sign('.') => name.push('.'),
                _ => break,
            }
            self.cursor.skip(1);
        }
        name
    }

    /// To the end of a statement that began with `first`: `;`, or a block.
    fn skip_statement(&mut self, first: &Token) {
        if first.is(';') || first.is('}') {
            return;
        }
        let mut depth = usize::from(first.is('{'));
        while let Some(token) = self.cursor.peek() {
            if depth == 0 && token.is('}') {
                return;
            }
            self.cursor.skip(1);
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
        while let Some(token) = self.cursor.next() {
            if token.is('{') {
                self.skip_statement(token);
                return;
            }
        }
    }

    /// The name and `{` of a definition.
    fn begin(&mut self, file: &ProtoFile, outer: &str) -> Option<(String, u32)> {
        let token = self.cursor.next()?;
        let name = token.word()?;
        if !self.cursor.take('{') {
            return None;
        }
        let prefix = if outer.is_empty() { &file.package } else { outer };
        Some((if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }, token.line))
    }

    fn read_message(&mut self, file: &mut ProtoFile, outer: &str, depth: usize) {
        let Some((name, line)) = self.begin(file, outer) else { return };
        if depth > MAX_DEPTH {
            self.cursor.back();
            return self.skip_block();
        }
        let place = file.messages.len();
        file.messages.push(Message { name: name.clone(), line, fields: Vec::new(), is_enum: false });
        let mut fields = Vec::new();
        // How many `oneof` it stands in.
        let mut inside = 0_usize;
        while let Some(token) = self.cursor.next() {
            match &token.kind {
                Kind::Sign('}') if inside == 0 => break,
                Kind::Sign('}') => inside -= 1,
                Kind::Word(word) => match word.as_str() {
                    "message" if self.begins_block() => self.read_message(file, &name, depth + 1),
                    "enum" if self.begins_block() => self.read_enum(file, &name),
                    "oneof" if self.begins_block() => {
                        self.cursor.skip(2);
                        inside += 1;
                    }
                    "extend" => self.skip_block(),
                    "option" | "reserved" | "extensions" => self.skip_statement(token),
                    _ => {
                        self.cursor.back();
                        match self.take_field() {
                            Some(field) if fields.len() <= MAX_FIELDS => fields.push(field),
                            _ => {}
                        }
                    }
                },
                Kind::Sign('.') => {
                    self.cursor.back();
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
        self.cursor.peek().is_some_and(|token| token.word().is_some())
            && self.cursor.peek_behind(1).is_some_and(|token| token.is('{'))
    }

    /// `repeated a.B name = 3 [options];` The reader is behind it in any case, or behind what began it.
    fn take_field(&mut self) -> Option<Field> {
        let first = self.cursor.peek()?;
        let label = first.word().filter(|word| matches!(*word, "repeated" | "optional" | "required"));
        if label.is_some() {
            self.cursor.skip(1);
        }
        let is_map = self.cursor.peek().and_then(Token::word) == Some("map")
            && self.cursor.peek_behind(1).is_some_and(|token| token.is('<'));
        let r#type = if is_map {
            self.cursor.skip(2);
            let key = self.take_name();
            let comma = self.cursor.next().is_some_and(|token| token.is(','));
            let value = self.take_name();
            let closed = self.cursor.next().is_some_and(|token| token.is('>'));
            (comma && closed).then(|| format!("map<{key}, {value}>"))
        } else {
            let name = self.take_name();
            (!name.is_empty()).then(|| if label == Some("repeated") { format!("[{name}]") } else { name })
        };
        let name = self.cursor.take_word().map(str::to_owned);
        let mut number = None;
        if name.is_some() && self.cursor.take('=') {
            number = self.cursor.next().and_then(Token::word).and_then(read_number);
        }
        // Options, or the block of a group.
        if !self.cursor.sees(';')
            && let Some(token) = self.cursor.next()
        {
            self.skip_statement(token);
        }
        Some(Field { name: name?, r#type: r#type?, number: number?, required: label == Some("required") })
    }

    fn read_enum(&mut self, file: &mut ProtoFile, outer: &str) {
        let Some((name, line)) = self.begin(file, outer) else { return };
        file.messages.push(Message { name, line, fields: Vec::new(), is_enum: true });
        while let Some(token) = self.cursor.next() {
            if token.is('}') {
                return;
            }
            self.skip_statement(token);
        }
    }

    fn read_service(&mut self, file: &mut ProtoFile) {
        let Some((name, line)) = self.begin(file, "") else { return };
        let mut methods = Vec::new();
        while let Some(token) = self.cursor.next() {
            if token.is('}') {
                break;
            }
            if token.word() != Some("rpc") {
                self.skip_statement(token);
                continue;
            }
            methods.extend(self.take_method());
            if let Some(token) = self.cursor.next() {
                self.skip_statement(token);
            }
        }
        file.services.push(Service { name, line, methods });
    }

    /// `GetCart(stream A) returns (B)`
    fn take_method(&mut self) -> Option<Method> {
        let name = self.cursor.next()?.word()?.to_owned();
        let takes = self.take_message_type()?;
        if self.cursor.next()?.word() != Some("returns") {
            return None;
        }
        Some(Method { name, takes, answers: self.take_message_type()? })
    }

    fn take_message_type(&mut self) -> Option<String> {
        if !self.cursor.next()?.is('(') {
            return None;
        }
        // `stream .a.B` and `stream a.B`; a message may be called `stream` too.
        let is_stream = self.cursor.peek().and_then(Token::word) == Some("stream")
            && self.cursor.peek_behind(1).is_some_and(|next| !next.is(')'));
        if is_stream {
            self.cursor.skip(1);
        }
        let name = if is_stream { format!("stream {}", self.take_name()) } else { self.take_name() };
        self.cursor.next()?.is(')').then_some(name)
    }
}

/// `12`, `0x0c`
fn read_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
