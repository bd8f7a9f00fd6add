//! Queues and exchanges: what code declares, binds, publishes to and consumes from, by the calls of client libraries.
//!
//! Only what stands in the source as text counts, or as a name that the same file gives a text. A routing key that is
//! computed makes no contract.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::Role;

use crate::tokens::{Kind, Token};

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Event {
    pub(crate) line: u32,
    pub(crate) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// An exchange and its type.
    Exchange {
        exchange: String,
        kind: String,
    },
    /// A queue gets what an exchange has for a key.
    Bind {
        queue: Queue,
        exchange: String,
        key: String,
    },
    /// The default exchange is `""`.
    Publish {
        exchange: String,
        key: Option<String>,
    },
    Consume {
        queue: Queue,
    },
}

/// A queue by its name, or by what the source calls one whose name the broker chooses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Queue {
    Named(String),
    Held(String),
}

/// A function of a client library.
struct Call {
    languages: &'static [&'static str],
    names: &'static [&'static str],
    /// Whether others have functions of that name, so that the file has to name the library.
    common: bool,
    does: Does,
    /// Where the queue, the exchange, the key (or an exchange's type) stand among the arguments; 9: nowhere.
    at: [usize; 3],
}

#[derive(Clone, Copy)]
enum Does {
    DeclareQueue,
    DeclareExchange,
    Bind,
    Publish,
    Consume,
    /// Spring's: key and message, or exchange, key and message.
    Send,
}

/// What arguments are called where they have names: of the queue, the exchange, the key or type.
const ARGUMENT_NAMES: [&[&str]; 3] = [
    &["queue", "name", "queueName"],
    &["exchange", "exchange_name"],
    &["routing_key", "routingKey", "exchange_type", "type"],
];

/// What a file names that uses such a library.
const LIBRARIES: &[&str] = &[
    "amqplib",
    "amqp-connection-manager",
    "pika",
    "aio_pika",
    "aioamqp",
    "amqp091-go",
    "streadway/amqp",
    "rabbitmq",
    "RabbitMQ",
    "bunny",
    "Bunny",
    "lapin",
    "php-amqplib",
    "PhpAmqpLib",
    "springframework.amqp",
];

const JS: &[&str] = &["javascript", "typescript"];
const PYTHON: &[&str] = &["python"];
const GO: &[&str] = &["go"];
const JVM: &[&str] = &["java", "kotlin", "scala"];
const CSHARP: &[&str] = &["csharp"];
const RUST: &[&str] = &["rust"];
const PHP: &[&str] = &["php"];
const NO: usize = 9;

const fn call(
    languages: &'static [&'static str],
    names: &'static [&'static str],
    does: Does,
    at: [usize; 3],
) -> Call {
    Call { languages, names, common: false, does, at }
}

const fn common(
    languages: &'static [&'static str],
    names: &'static [&'static str],
    does: Does,
    at: [usize; 3],
) -> Call {
    Call { languages, names, common: true, does, at }
}

const CALLS: &[Call] = &[
    call(JS, &["assertQueue", "checkQueue"], Does::DeclareQueue, [0, NO, NO]),
    call(JS, &["assertExchange"], Does::DeclareExchange, [NO, 0, 1]),
    call(JS, &["bindQueue"], Does::Bind, [0, 1, 2]),
    call(JS, &["sendToQueue"], Does::Publish, [NO, NO, 0]),
    common(JS, &["publish"], Does::Publish, [NO, 0, 1]),
    common(JS, &["consume"], Does::Consume, [0, NO, NO]),
    call(PYTHON, &["queue_declare", "declare_queue"], Does::DeclareQueue, [0, NO, NO]),
    call(PYTHON, &["exchange_declare", "declare_exchange"], Does::DeclareExchange, [NO, 0, 1]),
    call(PYTHON, &["queue_bind"], Does::Bind, [0, 1, 2]),
    call(PYTHON, &["basic_publish"], Does::Publish, [NO, 0, 1]),
    call(PYTHON, &["basic_consume"], Does::Consume, [0, NO, NO]),
    call(GO, &["QueueDeclare"], Does::DeclareQueue, [0, NO, NO]),
    call(GO, &["ExchangeDeclare"], Does::DeclareExchange, [NO, 0, 1]),
    call(GO, &["QueueBind"], Does::Bind, [0, 2, 1]),
    common(GO, &["Publish"], Does::Publish, [NO, 0, 1]),
    common(GO, &["PublishWithContext", "PublishWithDeferredConfirmWithContext"], Does::Publish, [NO, 1, 2]),
    common(GO, &["Consume"], Does::Consume, [0, NO, NO]),
    common(GO, &["ConsumeWithContext"], Does::Consume, [1, NO, NO]),
    call(JVM, &["queueDeclare"], Does::DeclareQueue, [0, NO, NO]),
    call(JVM, &["exchangeDeclare"], Does::DeclareExchange, [NO, 0, 1]),
    call(JVM, &["queueBind"], Does::Bind, [0, 1, 2]),
    call(JVM, &["basicPublish"], Does::Publish, [NO, 0, 1]),
    call(JVM, &["basicConsume"], Does::Consume, [0, NO, NO]),
    common(JVM, &["convertAndSend"], Does::Send, [NO, NO, NO]),
    call(CSHARP, &["QueueDeclare", "QueueDeclareAsync"], Does::DeclareQueue, [0, NO, NO]),
    call(CSHARP, &["ExchangeDeclare", "ExchangeDeclareAsync"], Does::DeclareExchange, [NO, 0, 1]),
    call(CSHARP, &["QueueBind", "QueueBindAsync"], Does::Bind, [0, 1, 2]),
    call(CSHARP, &["BasicPublish", "BasicPublishAsync"], Does::Publish, [NO, 0, 1]),
    call(CSHARP, &["BasicConsume", "BasicConsumeAsync"], Does::Consume, [0, NO, NO]),
    call(RUST, &["queue_declare"], Does::DeclareQueue, [0, NO, NO]),
    call(RUST, &["exchange_declare"], Does::DeclareExchange, [NO, 0, NO]),
    call(RUST, &["queue_bind"], Does::Bind, [0, 1, 2]),
    call(RUST, &["basic_publish"], Does::Publish, [NO, 0, 1]),
    call(RUST, &["basic_consume"], Does::Consume, [0, NO, NO]),
    call(PHP, &["queue_declare"], Does::DeclareQueue, [0, NO, NO]),
    call(PHP, &["exchange_declare"], Does::DeclareExchange, [NO, 0, 1]),
    call(PHP, &["queue_bind"], Does::Bind, [0, 1, 2]),
    call(PHP, &["basic_publish"], Does::Publish, [NO, 1, 2]),
    call(PHP, &["basic_consume"], Does::Consume, [0, NO, NO]),
];

/// Whether a text may hold a call of one of the libraries: most do not, and need no reading.
pub(crate) fn may_hold(text: &str) -> bool {
    CALLS.iter().filter(|call| !call.common).flat_map(|call| call.names).any(|name| text.contains(name))
        || text.contains("RabbitListener")
        || names_library(text)
}

fn names_library(text: &str) -> bool {
    LIBRARIES.iter().any(|name| text.contains(name))
}

/// The calls of a file.
pub(crate) fn events(text: &str, language: &str, tokens: &[Token]) -> Vec<Event> {
    let known = names_library(text);
    let mut file = File { tokens, texts: constants(tokens), queues: BTreeMap::new() };
    let mut events = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(word) = token.word() else { continue };
        if word == "RabbitListener" && sign(tokens, at.wrapping_sub(1), '@') && sign(tokens, at + 1, '(') {
            events.extend(file.listened(at + 2, token.line));
            continue;
        }
        if !sign(tokens, at + 1, '(') || !is_member(tokens, at) {
            continue;
        }
        let call = CALLS.iter().find(|call| {
            call.languages.contains(&language) && call.names.contains(&word) && (known || !call.common)
        });
        if let Some(call) = call {
            let arguments = arguments(tokens, at + 2);
            let what = file.what(call, at, &arguments);
            events.extend(what.map(|what| Event { line: token.line, what }));
        }
    }
    events
}

fn sign(tokens: &[Token], at: usize, sign: char) -> bool {
    tokens.get(at).is_some_and(|token| token.is(sign))
}

/// Whether it is called on something: `channel.`, `channel->`, `Channel::`.
fn is_member(tokens: &[Token], at: usize) -> bool {
    let before = at.wrapping_sub(1);
    sign(tokens, before, '.')
        || (sign(tokens, before, '>') && sign(tokens, at.wrapping_sub(2), '-'))
        || (sign(tokens, before, ':') && sign(tokens, at.wrapping_sub(2), ':'))
}

/// `NAME = "text"`, `NAME: &str = "text"`: what a file calls its texts, where it gives a name one text only.
fn constants(tokens: &[Token]) -> BTreeMap<&str, &str> {
    let mut texts: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for (at, token) in tokens.iter().enumerate() {
        if !token.is('=') {
            continue;
        }
        let Some(value) = tokens.get(at + 1).and_then(Token::text) else { continue };
        // What goes on is computed.
        if tokens.get(at + 2).is_some_and(|next| next.is('+') || next.is('.') || next.is('%')) {
            continue;
        }
        let Some(name) = assigned(tokens, at) else { continue };
        texts
            .entry(name)
            .and_modify(|known| *known = known.filter(|known| *known == value))
            .or_insert(Some(value));
    }
    texts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The name on the left of the `=` at `at`, past `:=` and the type of a constant.
fn assigned(tokens: &[Token], at: usize) -> Option<&str> {
    let before = at.checked_sub(1)?;
    if sign(tokens, before, ':') {
        return tokens.get(before.checked_sub(1)?)?.word();
    }
    let word = tokens.get(before)?.word()?;
    // `NAME: &'static str = `, `val NAME: String = `, `const NAME string = `
    let typed = matches!(word, "str" | "String" | "string" | "STRING");
    if !typed {
        return Some(word);
    }
    let earlier = tokens.get(before.saturating_sub(5)..before)?;
    let colon = earlier.iter().rposition(|token| token.is(':'));
    match colon {
        Some(colon) => earlier.get(colon.checked_sub(1)?)?.word(),
        None => earlier.last()?.word(),
    }
}

/// An argument: what it is called, and its tokens.
struct Argument<'t> {
    name: Option<&'t str>,
    value: &'t [Token],
}

/// Most arguments that a call is read with, and tokens that one may have.
const MAX_ARGUMENTS: usize = 16;
const MAX_TOKENS: usize = 2_000;

/// The arguments from behind the `(`.
fn arguments(tokens: &[Token], begin: usize) -> Vec<Argument<'_>> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut first = begin;
    let end = tokens.len().min(begin.saturating_add(MAX_TOKENS));
    for at in begin..end {
        let Some(token) = tokens.get(at) else { break };
        let closes = token.is(')') && depth == 0;
        if closes || (token.is(',') && depth == 0) {
            if let Some(value) = tokens.get(first..at).filter(|value| !value.is_empty()) {
                found.push(argument(value));
            }
            first = at + 1;
            if closes || found.len() == MAX_ARGUMENTS {
                break;
            }
            continue;
        }
        match token.kind {
            Kind::Sign('(' | '[' | '{') => depth += 1,
            Kind::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// `name = value`, `name: value`, `value`
fn argument(tokens: &[Token]) -> Argument<'_> {
    let named = matches!(tokens.get(1), Some(token) if token.is('=') || token.is(':'))
        && !sign(tokens, 2, '=')
        && !sign(tokens, 2, ':');
    match tokens.first().and_then(Token::word).filter(|_| named) {
        Some(name) => Argument { name: Some(name), value: tokens.get(2..).unwrap_or(&[]) },
        None => Argument { name: None, value: tokens },
    }
}

struct File<'t> {
    tokens: &'t [Token],
    texts: BTreeMap<&'t str, &'t str>,
    /// What holds a declared queue, and that queue's name; empty where the broker chooses it.
    queues: BTreeMap<String, String>,
}

impl<'t> File<'t> {
    fn what(&mut self, call: &Call, at: usize, arguments: &[Argument<'t>]) -> Option<What> {
        let [queue_at, exchange_at, key_at] = call.at;
        let get = |which: usize, place: usize| {
            let names = ARGUMENT_NAMES.get(which).copied().unwrap_or(&[]);
            let named = arguments.iter().find(|one| one.name.is_some_and(|name| names.contains(&name)));
            named.or_else(|| arguments.get(place).filter(|one| one.name.is_none())).map(|one| one.value)
        };
        let queue = || get(0, queue_at).and_then(|value| self.queue(value));
        match call.does {
            Does::DeclareQueue => {
                let name = get(0, queue_at).map_or(Some(String::new()), |value| self.text(value))?;
                if let Some(holder) = self.holder(at) {
                    self.queues.insert(holder.to_owned(), name);
                }
                None
            }
            Does::DeclareExchange => {
                let exchange = self.text(get(1, exchange_at)?)?;
                let kind = get(2, key_at).map(|value| self.kind(value)).unwrap_or_default();
                Some(What::Exchange { exchange, kind })
            }
            Does::Bind => {
                let key = get(2, key_at).map_or(Some(String::new()), |value| self.text(value))?;
                Some(What::Bind { queue: queue()?, exchange: self.text(get(1, exchange_at)?)?, key })
            }
            Does::Publish => {
                let exchange = get(1, exchange_at).map_or(Some(String::new()), |value| self.text(value))?;
                let key = get(2, key_at).map_or(Some(String::new()), |value| self.key(value));
                Some(What::Publish { exchange, key })
            }
            Does::Consume => Some(What::Consume { queue: queue()? }),
            Does::Send => match arguments {
                [key, _] => Some(What::Publish { exchange: String::new(), key: self.text(key.value) }),
                [exchange, key, _] => {
                    Some(What::Publish { exchange: self.text(exchange.value)?, key: self.text(key.value) })
                }
                _ => None,
            },
        }
    }

    /// A text, or a name that the file gives one.
    fn text(&self, value: &[Token]) -> Option<String> {
        match value {
            [one] => match &one.kind {
                Kind::Text(text) => Some(text.clone()),
                Kind::Word(word) => self.texts.get(word.as_str()).map(|text| (*text).to_owned()),
                _ => None,
            },
            // `$queue`, `&name`, `*name`
            [first, rest @ ..] if first.is('$') || first.is('&') || first.is('*') => self.text(rest),
            // `"orders".into()`, `"orders".to_string()`
            [one, dot, name, open, close] if dot.is('.') && open.is('(') && close.is(')') => {
                let same = matches!(
                    name.word(),
                    Some("into" | "to_string" | "to_owned" | "as_str" | "clone" | "as_ref" | "freeze")
                );
                if same { self.text(std::slice::from_ref(one)) } else { None }
            }
            [class, dot, name]
                if dot.is('.')
                    && name.word() == Some("Empty")
                    && matches!(class.word(), Some("string" | "String")) =>
            {
                Some(String::new())
            }
            // `Queues.ORDERS`, `self.QUEUE`, `Self::QUEUE`: a name that the file gives one text.
            [.., before, last] if before.is('.') || before.is(':') => {
                let upper =
                    |word: &str| word.chars().any(char::is_alphabetic) && !word.contains(char::is_lowercase);
                let name = last.word().filter(|word| upper(word))?;
                self.texts.get(name).map(|text| (*text).to_owned())
            }
            _ => None,
        }
    }

    /// A queue's name, or what holds it: `q`, `q.Name`, `result.method.queue`.
    fn queue(&self, value: &[Token]) -> Option<Queue> {
        if let Some(name) = self.text(value).filter(|name| !name.is_empty()) {
            return Some(Queue::Named(name));
        }
        let holder = held(value)?;
        Some(match self.queues.get(holder) {
            Some(name) if !name.is_empty() => Queue::Named(name.clone()),
            _ => Queue::Held(holder.to_owned()),
        })
    }

    /// A routing key; that of the default exchange is the name of a queue.
    fn key(&self, value: &[Token]) -> Option<String> {
        self.text(value).or_else(|| match self.queue(value) {
            Some(Queue::Named(name)) => Some(name),
            _ => None,
        })
    }

    /// `"topic"`, `ExchangeType.TOPIC`, `BuiltinExchangeType.TOPIC`
    fn kind(&self, value: &[Token]) -> String {
        let last = value.last().and_then(Token::word);
        self.text(value).or_else(|| last.map(str::to_owned)).unwrap_or_default().to_lowercase()
    }

    /// What gets the result of the call whose name stands at `at`: `q` of `q, err := ch.QueueDeclare(`.
    fn holder(&self, at: usize) -> Option<&'t str> {
        let begin = at.saturating_sub(12);
        let equals = (begin..at).rev().find(|place| sign(self.tokens, *place, '='))?;
        // Between the two stand only what it is called on, and `await`.
        let between = self.tokens.get(equals + 1..at)?;
        if between.iter().any(|token| token.is(';') || token.is('(') || token.is('{')) {
            return None;
        }
        let line = self.tokens.get(equals)?.line;
        let mut place = equals;
        let mut name = None;
        while let Some(before) = place.checked_sub(1).and_then(|before| self.tokens.get(before)) {
            let part = before.word().is_some()
                || before.is(',')
                || before.is(':')
                || before.is('_')
                || before.is('$');
            if before.line != line || !part {
                break;
            }
            let keyword = matches!(before.word(), Some("var" | "let" | "const" | "val" | "err"));
            if let Some(word) = before.word().filter(|_| !keyword) {
                name = Some(word);
            }
            place -= 1;
            if keyword && before.word() != Some("err") {
                break;
            }
        }
        name
    }

    /// `@RabbitListener(queues = "a")`, `queues = {"a", B}`; `begin` is behind the `(`.
    fn listened(&self, begin: usize, line: u32) -> Vec<Event> {
        let mut found = Vec::new();
        for argument in arguments(self.tokens, begin) {
            if argument.name.is_some_and(|name| name != "queues") {
                continue;
            }
            let inner = argument
                .value
                .iter()
                .filter(|token| !matches!(token.kind, Kind::Sign('{' | '}' | '[' | ']')));
            let inner: Vec<Token> = inner.cloned().collect();
            for one in inner.split(|token| token.is(',')) {
                if let Some(name) = self.text(one).filter(|name| !name.contains("${")) {
                    found.push(Event { line, what: What::Consume { queue: Queue::Named(name) } });
                }
            }
        }
        found
    }
}

/// `q` of `q`, `q.Name`, `$q`, `result.method.queue`; None for what is computed.
fn held(value: &[Token]) -> Option<&str> {
    let value = value.strip_prefix(&[Token { line: 0, kind: Kind::Sign('$') }]).unwrap_or(value);
    let plain = value.iter().all(|token| token.word().is_some() || token.is('.') || token.is('$'));
    plain.then(|| value.iter().find_map(Token::word)).flatten()
}

/// The calls of a repository, file by file.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// By path, of the file's node.
    files: Vec<(String, Option<String>, Vec<Event>)>,
}

/// Exchanges and keys of a queue; of one that has no name, in its file.
type Bindings<'a> = BTreeMap<(Option<&'a str>, &'a Queue), Vec<(&'a str, &'a str)>>;

/// A side of a contract that code shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) owner: Option<String>,
    pub(crate) path: String,
    pub(crate) line: u32,
}

impl Calls {
    pub(crate) fn add(&mut self, path: &str, owner: Option<&str>, events: Vec<Event>) {
        if !events.is_empty() {
            self.files.push((path.to_owned(), owner.map(str::to_owned), events));
        }
    }

    /// The contracts: publishing and consuming, with what bindings of the same repository say.
    pub(crate) fn contracts(mut self) -> Vec<Shown> {
        self.files.sort();
        let mut fanout = BTreeSet::new();
        let mut bound: Bindings<'_> = BTreeMap::new();
        for (path, _, events) in &self.files {
            for event in events {
                match &event.what {
                    What::Exchange { exchange, kind } if kind == "fanout" || kind == "headers" => {
                        fanout.insert(exchange.as_str());
                    }
                    What::Bind { queue, exchange, key } => {
                        // What holds a queue means it in its file alone.
                        let within = matches!(queue, Queue::Held(_)).then_some(path.as_str());
                        bound.entry((within, queue)).or_default().push((exchange, key));
                    }
                    _ => {}
                }
            }
        }
        let name = |exchange: &str, key: &str| match (exchange, key) {
            ("", key) => key.to_owned(),
            (exchange, key) if key.is_empty() || fanout.contains(exchange) => exchange.to_owned(),
            (exchange, key) => format!("{exchange}/{key}"),
        };
        let mut shown = BTreeSet::new();
        for (path, owner, events) in &self.files {
            for event in events {
                let mut add = |name: String, role: Role| {
                    // What begins like that is the broker's own: replies, its log.
                    if !name.is_empty() && !name.starts_with("amq.rabbitmq.") {
                        let (owner, path) = (owner.clone(), path.clone());
                        shown.insert(Shown { name, role, owner, path, line: event.line });
                    }
                };
                match &event.what {
                    What::Publish { exchange, key } => match key {
                        Some(key) => add(name(exchange, key), Role::Produces),
                        None if fanout.contains(exchange.as_str()) => add(exchange.clone(), Role::Produces),
                        None => {}
                    },
                    What::Consume { queue } => {
                        let within = matches!(queue, Queue::Held(_)).then_some(path.as_str());
                        match (bound.get(&(within, queue)), queue) {
                            (Some(bindings), _) => {
                                for (exchange, key) in bindings {
                                    add(name(exchange, key), Role::Consumes);
                                }
                            }
                            (None, Queue::Named(queue)) => add(queue.clone(), Role::Consumes),
                            (None, Queue::Held(_)) => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        shown.into_iter().collect()
    }
}

/// Bytes of a routing key.
const MAX_KEY: usize = 255;

/// Whether what is published as `published` reaches who asks for `asked`: `orders/*.created` has the words of a topic.
pub(crate) fn reaches(published: &str, asked: &str) -> bool {
    let (Some((exchange, key)), Some((wanted, pattern))) = (published.split_once('/'), asked.split_once('/'))
    else {
        return published == asked;
    };
    if exchange != wanted {
        return false;
    }
    // The protocol allows no longer ones.
    if key.len() > MAX_KEY || pattern.len() > MAX_KEY {
        return key == pattern;
    }
    let words: Vec<&str> = key.split('.').collect();
    // Which prefixes of the words fit what is read of the pattern.
    let mut fits: Vec<bool> = (0..=words.len()).map(|length| length == 0).collect();
    for part in pattern.split('.') {
        let mut next = vec![false; words.len() + 1];
        for length in 0..=words.len() {
            if !fits.get(length).copied().unwrap_or(false) {
                continue;
            }
            match part {
                "#" => next.iter_mut().skip(length).for_each(|fit| *fit = true),
                part => {
                    if words.get(length).is_some_and(|word| part == "*" || part == *word)
                        && let Some(fit) = next.get_mut(length + 1)
                    {
                        *fit = true;
                    }
                }
            }
        }
        fits = next;
    }
    fits.last().copied().unwrap_or(false)
}
