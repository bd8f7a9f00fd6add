//! The functions of client libraries, and what stands where among their arguments.

use beadloom_model::LanguageId;

/// A function of a client library.
pub(super) struct Call {
    pub(super) languages: &'static [LanguageId],
    pub(super) names: &'static [&'static str],
    /// Whether others have functions of that name, so that the file has to name the library.
    pub(super) common: bool,
    pub(super) does: Does,
    /// Where the queue, the exchange, the key (or an exchange's type) stand among the arguments; 9: nowhere.
    pub(super) at: [usize; 3],
}

#[derive(Clone, Copy)]
pub(super) enum Does {
    DeclareQueue,
    DeclareExchange,
    Bind,
    Publish,
    Consume,
    /// Spring's: key and message, or exchange, key and message.
    Send,
    /// On an exchange: the message, and its key by name or behind it.
    PublishOn,
    /// On a queue: to an exchange.
    BindOn,
    /// On a queue.
    ConsumeOn,
}

/// What arguments are called where they have names: of the queue, the exchange, the key or type.
pub(super) const ARGUMENT_NAMES: [&[&str]; 3] = [
    &["queue", "name", "queueName"],
    &["exchange", "exchange_name", "name"],
    &["routing_key", "routingKey", "exchange_type", "type"],
];

/// What a file names that uses such a library.
const LIBRARIES: &[&str] = &[
    "amqplib", "amqp-connection-manager", "pika", "aio_pika", "aioamqp", "amqp091-go", "streadway/amqp",
    "rabbitmq", "RabbitMQ", "bunny", "Bunny", "lapin", "php-amqplib", "PhpAmqpLib", "springframework.amqp",
];

const JS: &[LanguageId] = &[LanguageId::JavaScript, LanguageId::TypeScript];
const PYTHON: &[LanguageId] = &[LanguageId::Python];
const RUBY: &[LanguageId] = &[LanguageId::Ruby];
const GO: &[LanguageId] = &[LanguageId::Go];
const JVM: &[LanguageId] = &[LanguageId::Java, LanguageId::Kotlin, LanguageId::Scala];
const CSHARP: &[LanguageId] = &[LanguageId::CSharp];
const RUST: &[LanguageId] = &[LanguageId::Rust];
const PHP: &[LanguageId] = &[LanguageId::Php];
const NO: usize = 9;

const fn call(
    languages: &'static [LanguageId],
    names: &'static [&'static str],
    does: Does,
    at: [usize; 3],
) -> Call {
    Call { languages, names, common: false, does, at }
}

const fn common(
    languages: &'static [LanguageId],
    names: &'static [&'static str],
    does: Does,
    at: [usize; 3],
) -> Call {
    Call { languages, names, common: true, does, at }
}

pub(super) const CALLS: &[Call] = &[
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
    common(PYTHON, &["publish"], Does::PublishOn, [NO, NO, 1]),
    common(PYTHON, &["bind"], Does::BindOn, [NO, 0, 1]),
    common(PYTHON, &["consume", "iterator"], Does::ConsumeOn, [NO, NO, NO]),
    common(RUBY, &["queue"], Does::DeclareQueue, [0, NO, NO]),
    common(RUBY, &["fanout", "topic", "direct", "headers"], Does::DeclareExchange, [NO, 0, NO]),
    common(RUBY, &["publish"], Does::PublishOn, [NO, NO, NO]),
    common(RUBY, &["bind"], Does::BindOn, [NO, 0, NO]),
    common(RUBY, &["subscribe"], Does::ConsumeOn, [NO, NO, NO]),
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
    call(RUST, &["exchange_declare"], Does::DeclareExchange, [NO, 0, 1]),
    call(RUST, &["queue_bind"], Does::Bind, [0, 1, 2]),
    call(RUST, &["basic_publish"], Does::Publish, [NO, 0, 1]),
    call(RUST, &["basic_consume"], Does::Consume, [0, NO, NO]),
    call(PHP, &["queue_declare"], Does::DeclareQueue, [0, NO, NO]),
    call(PHP, &["exchange_declare"], Does::DeclareExchange, [NO, 0, 1]),
    call(PHP, &["queue_bind"], Does::Bind, [0, 1, 2]),
    call(PHP, &["basic_publish"], Does::Publish, [NO, 1, 2]),
    call(PHP, &["basic_consume"], Does::Consume, [0, NO, NO]),
];

/// Words of which a text has one that may hold a call of one of the libraries.
pub(crate) fn signs() -> impl Iterator<Item = &'static str> {
    let calls = CALLS.iter().filter(|call| !call.common).flat_map(|call| call.names);
    calls.chain(["RabbitListener"].iter()).chain(LIBRARIES).copied()
}

/// Whether a text may hold a call of one of the libraries: most do not, and need no reading.
pub(crate) fn may_hold(text: &str) -> bool {
    signs().any(|sign| text.contains(sign))
}

pub(super) fn names_library(text: &str) -> bool {
    LIBRARIES.iter().any(|name| text.contains(name))
}
