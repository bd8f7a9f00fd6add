//! Calls out of the tokens of a file, with what the file says of the names in them.

use std::collections::BTreeMap;

use beadloom_model::LanguageId;

use super::calls::{ARGUMENT_NAMES, CALLS, Call, Does, names_library};
use super::event::{Event, Queue, What};
use crate::tokens::{Kind, Token};

/// The calls of a file.
pub(crate) fn events(text: &str, language: LanguageId, tokens: &[Token]) -> Vec<Event> {
    let known = names_library(text);
    let mut file =
        File { tokens, texts: constants(tokens), queues: BTreeMap::new(), exchanges: BTreeMap::new() };
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
    /// What holds an exchange, and its name.
    exchanges: BTreeMap<String, String>,
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
                let kind = match get(2, key_at) {
                    Some(value) => self.kind(value),
                    // Ruby says it by the name of the call.
                    None => self.tokens.get(at).and_then(Token::word).unwrap_or_default().to_owned(),
                };
                if let Some(holder) = self.holder(at) {
                    self.exchanges.insert(holder.to_owned(), exchange.clone());
                }
                Some(What::Exchange { exchange, kind })
            }
            Does::PublishOn => {
                let exchange = match self.receiver(at)? {
                    "default_exchange" => String::new(),
                    holder => self.exchanges.get(holder)?.clone(),
                };
                let key = get(2, key_at).map_or(Some(String::new()), |value| self.key(value));
                Some(What::Publish { exchange, key })
            }
            Does::BindOn => {
                let queue = self.held_queue(at)?;
                let value = get(1, exchange_at)?;
                let exchange = match self.text(value) {
                    Some(exchange) => exchange,
                    None => self.exchanges.get(held(value)?)?.clone(),
                };
                let key = get(2, key_at).map_or(Some(String::new()), |value| self.text(value))?;
                Some(What::Bind { queue, exchange, key })
            }
            Does::ConsumeOn => Some(What::Consume { queue: self.held_queue(at)? }),
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

    /// What the call whose name stands at `at` is made on: `exchange` of `self.exchange.publish(`.
    fn receiver(&self, at: usize) -> Option<&'t str> {
        self.tokens.get(at.checked_sub(2)?)?.word()
    }

    /// The queue that it is made on, where that is one.
    fn held_queue(&self, at: usize) -> Option<Queue> {
        let holder = self.receiver(at)?;
        let name = self.queues.get(holder)?;
        Some(if name.is_empty() { Queue::Held(holder.to_owned()) } else { Queue::Named(name.clone()) })
    }

    /// A text, or a name that the file gives one.
    fn text(&self, value: &[Token]) -> Option<String> {
        // `$queue`, `&name`, `*name`
        let signs = value.iter().take_while(|token| token.is('$') || token.is('&') || token.is('*')).count();
        match value.get(signs..).unwrap_or_default() {
            [one] => match &one.kind {
                Kind::Text(text) => Some(text.clone()),
                Kind::Word(word) => self.texts.get(word.as_str()).map(|text| (*text).to_owned()),
                _ => None,
            },
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

/// `q` of `q`, `q.Name`, `$q`, `self.q`, `this.q.queue`; None for what is computed.
fn held(value: &[Token]) -> Option<&str> {
    let value = value.strip_prefix(&[Token { line: 0, kind: Kind::Sign('$') }]).unwrap_or(value);
    let plain = value.iter().all(|token| token.word().is_some() || token.is('.') || token.is('$'));
    let mut words = value.iter().filter_map(Token::word);
    plain.then(|| words.find(|word| !matches!(*word, "self" | "this"))).flatten()
}
