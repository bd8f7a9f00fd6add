//! Who serves and who calls a protobuf service, by the names that generated code gives to both.

use beadloom_model::CompactSort as _;
use beadloom_model::LanguageId;
use beadloom_model::answers::Role;
use beadloom_model::languages::LanguageFamily;

use crate::tokens::Token;

/// A place in code that serves or calls a service.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Evidence {
    /// The service's name, without its package.
    pub(crate) service: String,
    pub(crate) role: Role,
    /// 1-based.
    pub(crate) line: u32,
}

const JVM: &[LanguageId] = &[LanguageId::Java, LanguageId::Kotlin, LanguageId::Scala];
const NATIVE: &[LanguageId] = &[LanguageId::Go, LanguageId::Rust, LanguageId::CSharp, LanguageId::Php];

/// What generated code calls the sides of a service `X` in which languages: before it, behind it, and which side that is.
const NAMES: &[(&[LanguageId], &str, &str, Role)] = &[
    (&[LanguageId::Go], "Register", "Server", Role::Produces),
    (&[LanguageId::Go], "New", "Client", Role::Consumes),
    (&[LanguageId::Python], "add_", "Servicer_to_server", Role::Produces),
    (&[LanguageId::Python], "", "Stub", Role::Consumes),
    (JVM, "", "ImplBase", Role::Produces),
    (JVM, "", "CoroutineImplBase", Role::Produces),
    (JVM, "", "BlockingStub", Role::Consumes),
    (JVM, "", "FutureStub", Role::Consumes),
    (JVM, "", "CoroutineStub", Role::Consumes),
    (JVM, "", "Stub", Role::Consumes),
    (&[LanguageId::CSharp], "", "Base", Role::Produces),
    (NATIVE, "", "Client", Role::Consumes),
    (&[LanguageId::Rust], "", "Server", Role::Produces),
];

/// Who is served and called in a file that is not generated. `known`: whether that is the name of a service.
pub(crate) fn evidence(
    language: LanguageId,
    tokens: &[Token],
    known: &dyn Fn(&str) -> bool,
) -> Vec<Evidence> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(word) = token.word() else { continue };
        let mut add = |service: &str, role: Role| {
            if known(service) {
                found.push(Evidence { service: service.to_owned(), role, line: token.line });
            }
        };
        for (languages, before, behind, role) in NAMES {
            if languages.contains(&language)
                && let Some(service) = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind))
            {
                // A class of that name is the generated one, or somebody's own.
                let is_defined = tokens.get(at.wrapping_sub(1)).and_then(Token::word).is_some_and(|word| {
                    matches!(word, "class" | "struct" | "interface" | "type" | "trait" | "object" | "func")
                });
                if !is_defined {
                    add(service, *role);
                }
            }
        }
        // JavaScript: server.addService(proto.X.service, …) and new proto.X(address, …).
        if word == "service"
            && sign(tokens, at.wrapping_sub(1), '.')
            && is_added(tokens, at)
            && let Some(service) = tokens.get(at.wrapping_sub(2)).and_then(Token::word)
        {
            add(service, Role::Produces);
        }
        let ecma = language.family() == LanguageFamily::Ecma;
        if ecma && sign(tokens, at + 1, '(') {
            match made(tokens, at) {
                Some(true) => {
                    add(word, Role::Consumes);
                    add(word.strip_suffix("Client").unwrap_or_default(), Role::Consumes);
                }
                Some(false) => add(word.strip_suffix("Client").unwrap_or_default(), Role::Consumes),
                None => {}
            }
        }
        // The same of what is generated for TypeScript: server.addService(XService, …).
        if ecma
            && let Some(service) = word.strip_suffix("Service")
            && sign(tokens, at.wrapping_sub(1), '(')
            && tokens.get(at.wrapping_sub(2)).and_then(Token::word) == Some("addService")
        {
            add(service, Role::Produces);
        }
        // Ruby and C++: X::Service, X::Stub.new, X::NewStub(…).
        if sign(tokens, at + 1, ':') && sign(tokens, at + 2, ':') {
            match tokens.get(at + 3).and_then(Token::word) {
                Some("Service") => add(word, Role::Produces),
                Some("Stub" | "NewStub") => add(word, Role::Consumes),
                _ => {}
            }
        }
    }
    found.compact_sort();
    found.dedup_by(|a, b| a.service == b.service && a.role == b.role);
    found
}

fn sign(tokens: &[Token], at: usize, sign: char) -> bool {
    tokens.get(at).is_some_and(|token| token.is(sign))
}

/// Whether `addService(a.b.X.service` stands there, `at` being that of `service`.
fn is_added(tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(at.saturating_sub(12)..at).unwrap_or(&[]);
    before.iter().any(|token| token.word() == Some("addService"))
}

/// Whether `new X` stands there, `at` being that of `X`: true for `new a.b.X`, the class of a package, as clients are
/// made of files that are read at run time.
fn made(tokens: &[Token], at: usize) -> Option<bool> {
    let mut at = at;
    let mut dotted = false;
    while sign(tokens, at.wrapping_sub(1), '.')
        && tokens.get(at.wrapping_sub(2)).and_then(Token::word).is_some()
    {
        at -= 2;
        dotted = true;
    }
    (tokens.get(at.wrapping_sub(1)).and_then(Token::word) == Some("new")).then_some(dotted)
}
