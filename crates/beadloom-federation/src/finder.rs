//! The contracts of a repository, found in its files one after the other.

use aho_corasick::AhoCorasick;
use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use beadloom_model::answers::{Contract, ContractField, ContractOrigin, Protocol, Role};
use beadloom_model::{Diagnostic, LanguageId};

use crate::amqp::{self, Calls};
use crate::fields::{Room, schema_hash, settle};
use crate::folders::common_folders;
use crate::graphql::Schema;
use crate::grpc::{self, Evidence};
use crate::protobuf::{self, Messages, ProtoFile};
use crate::specification::{self, Documents, line_of, lines_of_keys};
use crate::tokens::{Token, has_libraries, tokens};
use crate::{asyncapi, openapi};

/// Tokens of one file of code.
const MAX_TOKENS: usize = 1_000_000;

/// What stands in a schema, and hardly in another string.
const SCHEMA_SIGNS: &[&str] =
    &["type Query {", "type Mutation {", "extend type Query", "extend type Mutation"];

/// Packages that come with the protocol or its tools, as copies of somebody else's files.
const FOREIGN_PACKAGES: &[&str] = &["google", "grpc", "gogoproto", "validate", "buf"];

/// A file that may say something of a contract.
#[derive(Debug, Clone, Copy)]
pub struct SourceFile<'a> {
    /// Relative to the root.
    pub path: &'a str,
    /// Its language, where it has one.
    pub language: Option<LanguageId>,
    /// Its content.
    pub text: &'a str,
    /// The node that owns it.
    pub owner: Option<&'a str>,
    /// Whether a program wrote it.
    pub generated: bool,
}

/// Whether a file of that path and language is worth reading.
pub fn may_hold_contracts(path: &str, language: Option<LanguageId>) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "yaml" | "yml" | "json")
        || matches!(language, Some(LanguageId::Protobuf | LanguageId::GraphQl))
        || language.is_some_and(has_libraries)
}

/// Takes the files of a repository, and says what contracts they hold together. Those of protocol buffers come first, the
/// others by path: in code only the services count that are known by then.
#[derive(Debug, Default)]
pub struct Finder {
    contracts: Vec<Contract>,
    unread: Vec<Diagnostic>,
    protos: BTreeMap<String, ProtoFile>,
    owners: BTreeMap<String, String>,
    schemas: BTreeMap<Option<String>, (String, Schema)>,
    calls: Calls,
    /// By the name of a service without its package; those that are defined here.
    evidence: BTreeMap<String, Vec<(String, Evidence)>>,
    /// Finds the names of all services in one pass, and how many there were when it was built. None where they are too many.
    services: Option<(usize, Option<AhoCorasick>)>,
    room: Room,
}

impl Finder {
    /// Words of which a file must hold one, in whatever case, to say anything of a contract; the services that are defined in
    /// what was taken so far are among them. Files of protocol buffers and GraphQL are worth reading without.
    pub fn signs(&self) -> Vec<&str> {
        let mut all = vec!["openapi", "swagger", "asyncapi"];
        all.extend(SCHEMA_SIGNS);
        for sign in amqp::signs() {
            all.push(sign);
        }
        all.extend(self.evidence.keys().map(String::as_str));
        all
    }

    /// Looks at a file. `read` gives the text of another file of the project, for what it refers to.
    pub fn take(&mut self, file: &SourceFile<'_>, read: &dyn Fn(&str) -> Option<String>) {
        match file.language {
            Some(LanguageId::Protobuf) => self.take_proto(file),
            Some(LanguageId::GraphQl) => self.take_graphql(file),
            Some(language) if has_libraries(language) => self.take_code(file, language),
            _ => self.take_specification(file, read),
        }
    }

    fn take_proto(&mut self, file: &SourceFile<'_>) {
        let read = protobuf::read(file.text);
        for service in &read.services {
            self.evidence.entry(last_part(&service.name).to_owned()).or_default();
        }
        self.protos.insert(file.path.to_owned(), read);
        if let Some(owner) = file.owner {
            self.owners.insert(file.path.to_owned(), owner.to_owned());
        }
    }

    fn take_graphql(&mut self, file: &SourceFile<'_>) {
        self.read_graphql(file, file.text);
    }

    fn read_graphql(&mut self, file: &SourceFile<'_>, text: &str) {
        let owner = file.owner.map(str::to_owned);
        let known = self.schemas.remove(&owner);
        let was_known = known.is_some();
        let (path, mut schema) = known.unwrap_or_else(|| (file.path.to_owned(), Schema::default()));
        if schema.read(text) || was_known {
            self.schemas.insert(owner, (path, schema));
        }
    }

    /// Whether a text holds the name of a service that is known by now; true where that cannot be said cheaply.
    fn names_service(&mut self, text: &str) -> bool {
        let count = self.evidence.len();
        if self.services.as_ref().is_none_or(|(built_for, _)| *built_for != count) {
            self.services = Some((count, AhoCorasick::new(self.evidence.keys()).ok()));
        }
        let names = self.services.as_ref().and_then(|(_, names)| names.as_ref());
        names.is_none_or(|names| names.is_match(text))
    }

    fn take_code(&mut self, file: &SourceFile<'_>, language: LanguageId) {
        if file.generated || is_generated_stub(file.path) {
            return;
        }
        let amqp = amqp::may_hold(file.text);
        // Whatever serves or calls a service has its name in it; most files name none, and need no reading.
        let grpc = self.names_service(file.text);
        let graphql = SCHEMA_SIGNS.iter().any(|sign| file.text.contains(sign));
        if !(amqp || grpc || graphql) {
            return;
        }
        let tokens = tokens(file.text, language, MAX_TOKENS);
        if graphql {
            // Servers have their schema in a string as often as in a file.
            let schemas = tokens.iter().filter_map(Token::text);
            for text in schemas.filter(|text| SCHEMA_SIGNS.iter().any(|sign| text.contains(sign))) {
                self.read_graphql(file, text);
            }
        }
        if amqp {
            self.calls.add(file.path, file.owner, amqp::events(file.text, language, &tokens));
        }
        let known = |name: &str| self.evidence.contains_key(name);
        for one in if grpc { grpc::evidence(language, &tokens, &known) } else { Vec::new() } {
            self.evidence.entry(one.service.clone()).or_default().push((file.path.to_owned(), one));
        }
        if let Some(owner) = file.owner {
            self.owners.insert(file.path.to_owned(), owner.to_owned());
        }
    }

    fn take_specification(&mut self, file: &SourceFile<'_>, read: &dyn Fn(&str) -> Option<String>) {
        let named = |word: &str| file.text.contains(word);
        let candidate = (named("paths") && (named("openapi") || named("swagger")))
            || (named("channels") && named("asyncapi"));
        if !candidate || !says_version(file.text) {
            return;
        }
        let document = match specification::read(file.path, file.text) {
            Ok(document) => Rc::new(document),
            Err(finding) => return self.unread.push(*finding),
        };
        let mut documents = Documents::new(file.path, Rc::clone(&document), read);
        if openapi::is_openapi(&document) {
            let fields = openapi::fields(file.path, &document, &mut documents);
            let name = title(&document, file.path).to_owned();
            let key = if document.get("openapi").is_some() { "openapi" } else { "swagger" };
            let side = Side { protocol: Protocol::OpenApi, role: Role::Produces, name };
            self.push(file, side, line_of(file.text, key), fields);
        } else if asyncapi::is_asyncapi(&document) {
            let begin = line_of(file.text, "channels");
            let lines = lines_of_keys(file.text, begin);
            for channel in asyncapi::channels(file.path, &document, &mut documents, &mut self.room) {
                let line = lines.get(channel.key.as_str()).copied().unwrap_or(begin);
                // A socket's only channel has no name that would tell it from another socket's.
                let bare = channel.name.trim_matches('/').is_empty();
                let name = if bare { title(&document, file.path).to_owned() } else { channel.name };
                let side = Side { protocol: Protocol::AsyncApi, role: channel.role, name };
                self.push(file, side, line, channel.fields);
            }
        }
    }

    fn push(&mut self, file: &SourceFile<'_>, side: Side, line: u32, fields: Vec<ContractField>) {
        let place = Place { owner: file.owner, path: file.path, line, schema: file.path };
        self.contracts.push(contract(side, ContractOrigin::Specification, &place, fields));
    }

    /// The contracts of all files, and what could not be read. `repo` is the repository's name, which a GraphQL schema
    /// has that belongs to no node.
    pub fn finish(mut self, repo: &str) -> (Vec<Contract>, Vec<Diagnostic>) {
        let mut contracts = std::mem::take(&mut self.contracts);
        for (owner, (path, schema)) in std::mem::take(&mut self.schemas) {
            let name = owner.as_deref().unwrap_or(repo).to_owned();
            let side = Side { protocol: Protocol::GraphQl, role: Role::Produces, name };
            let place = Place { owner: owner.as_deref(), path: &path, line: 1, schema: &path };
            contracts.push(contract(side, ContractOrigin::Specification, &place, schema.fields()));
        }
        for shown in std::mem::take(&mut self.calls).contracts() {
            let side = Side { protocol: Protocol::Amqp, role: shown.role, name: shown.name };
            let place =
                Place { owner: shown.owner.as_deref(), path: &shown.path, line: shown.line, schema: "" };
            contracts.push(contract(side, ContractOrigin::Code, &place, Vec::new()));
        }
        let mut room = std::mem::take(&mut self.room);
        self.protobuf(&mut contracts, &mut room);
        (contracts, self.unread)
    }

    fn protobuf(&self, contracts: &mut Vec<Contract>, room: &mut Room) {
        let messages = Messages::new(&self.protos);
        let own = |file: &ProtoFile| {
            let first = file.package.split('.').next().unwrap_or("");
            !FOREIGN_PACKAGES.contains(&first)
        };
        let mut services: BTreeMap<&str, Vec<(&str, &ProtoFile, &protobuf::Service)>> = BTreeMap::new();
        let mut shorts: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut with_services = BTreeSet::new();
        for (path, file) in self.protos.iter().filter(|(_, file)| own(file)) {
            for service in &file.services {
                services.entry(&service.name).or_default().push((path, file, service));
                shorts.entry(last_part(&service.name)).or_default().insert(&service.name);
                with_services.insert(file.package.as_str());
            }
        }
        // A copy of a file says nothing of those of its services that this repository has nothing to do with.
        let involved: BTreeSet<&str> = services
            .iter()
            .filter(|(name, _)| self.evidence.get(last_part(name)).is_some_and(|found| !found.is_empty()))
            .flat_map(|(_, definitions)| definitions.iter().map(|(_, file, _)| file.package.as_str()))
            .collect();
        for (name, definitions) in &services {
            let short = last_part(name);
            // A name that two packages have says nothing of either.
            let alone = shorts.get(short).is_some_and(|names| names.len() == 1);
            let evidence = self.evidence.get(short).filter(|_| alone).map_or(&[][..], Vec::as_slice);
            let mut seen = BTreeSet::new();
            let mut evidence: Vec<&(String, Evidence)> = evidence.iter().collect();
            evidence.compact_sort_by_key(|(path, one)| (path, one.line));
            for (path, one) in evidence {
                let owner = self.owners.get(path).map(String::as_str);
                if !seen.insert((owner, one.role)) {
                    continue;
                }
                let Some((defined, file, service)) = nearest(definitions, path) else { continue };
                let fields = room.of(|| messages.of_service(service, &file.package, defined));
                let side = Side { protocol: Protocol::Protobuf, role: one.role, name: (*name).to_owned() };
                let place = Place { owner, path, line: one.line, schema: defined };
                contracts.push(contract(side, ContractOrigin::Code, &place, fields));
            }
            if seen.is_empty()
                && let Some((path, file, service)) = definitions.first()
                && !(alone && involved.contains(file.package.as_str()))
            {
                let fields = room.of(|| messages.of_service(service, &file.package, path));
                let side =
                    Side { protocol: Protocol::Protobuf, role: Role::Produces, name: (*name).to_owned() };
                let owner = self.owners.get(*path).map(String::as_str);
                let place = Place { owner, path, line: service.line, schema: path };
                contracts.push(contract(side, ContractOrigin::Specification, &place, fields));
            }
        }
        // A package without services is there for its messages: those that are no part of another one.
        let mut named = BTreeSet::new();
        let held: BTreeSet<&str> =
            self.protos.iter().flat_map(|(path, file)| messages.held(path, file)).collect();
        for (path, file) in self.protos.iter().filter(|(_, file)| own(file)) {
            if with_services.contains(file.package.as_str()) || file.package.is_empty() {
                continue;
            }
            for message in &file.messages {
                let within = message.name.strip_prefix(&file.package).unwrap_or("");
                let is_outer = within.matches('.').count() == 1;
                if message.is_enum
                    || !is_outer
                    || held.contains(message.name.as_str())
                    || !named.insert(&message.name)
                {
                    continue;
                }
                let fields = room.of(|| messages.of_message(message, &file.package, path));
                let side =
                    Side { protocol: Protocol::Protobuf, role: Role::Produces, name: message.name.clone() };
                let owner = self.owners.get(path).map(String::as_str);
                let place = Place { owner, path, line: message.line, schema: path };
                contracts.push(contract(side, ContractOrigin::Specification, &place, fields));
            }
        }
    }
}

struct Side {
    protocol: Protocol,
    role: Role,
    name: String,
}

struct Place<'a> {
    owner: Option<&'a str>,
    path: &'a str,
    line: u32,
    /// Empty: none.
    schema: &'a str,
}

fn contract(
    side: Side,
    origin: ContractOrigin,
    place: &Place<'_>,
    mut fields: Vec<ContractField>,
) -> Contract {
    let whole = settle(&mut fields);
    Contract {
        protocol: side.protocol,
        role: side.role,
        name: side.name,
        ref_id: place.owner.map(str::to_owned),
        origin,
        path: place.path.to_owned(),
        line: place.line,
        schema: (!place.schema.is_empty()).then(|| place.schema.to_owned()),
        schema_hash: schema_hash(&fields),
        external: false,
        complete: whole && !fields.is_empty(),
        fields,
    }
}

/// Whether one of the keys stands where a document says which version it is of: at the beginning of a line or of the
/// whole.
fn says_version(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches(['\u{feff}', '{', ' ', '\t']);
        let line = line.strip_prefix(['"', '\'']).unwrap_or(line);
        ["openapi", "swagger", "asyncapi"].iter().any(|key| {
            line.strip_prefix(key)
                .map(|rest| rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start())
                .is_some_and(|rest| rest.starts_with(':'))
        })
    }) || text.lines().take(1).any(|line| line.len() > 1_000)
}

/// What the tools of the protocol write, also where it does not say so.
fn is_generated_stub(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    const ENDS: &[&str] = &[
        "_pb2.py", "_pb2_grpc.py", ".pb.go", ".pb.cc", ".pb.h", "_pb.js", "_pb.d.ts", "_pb.ts",
        "_grpc_pb.js", "_pb.rb", "Grpc.java", "GrpcKt.kt", "Grpc.cs",
    ];
    ENDS.iter().any(|end| name.ends_with(end)) || path.split('/').any(|folder| folder == "generated")
}

/// The last part of a dotted name.
fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// What a document calls itself, else its file's name.
fn title<'d>(document: &'d serde_json::Value, path: &'d str) -> &'d str {
    let title = document.pointer("/info/title").and_then(serde_json::Value::as_str).map(str::trim);
    title.filter(|title| !title.is_empty()).unwrap_or_else(|| stem(path))
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

type Definition<'f> = (&'f str, &'f ProtoFile, &'f protobuf::Service);

/// The definition that has most folders in common with a path, the first of several.
fn nearest<'f>(definitions: &[Definition<'f>], path: &str) -> Option<Definition<'f>> {
    let mut best: Option<(usize, Definition<'f>)> = None;
    for definition in definitions {
        let common = common_folders(definition.0, path);
        if best.is_none_or(|(most, _)| common > most) {
            best = Some((common, *definition));
        }
    }
    best.map(|(_, definition)| definition)
}
