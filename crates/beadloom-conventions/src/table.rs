//! The conventions. A new one is a line here; `docs/languages.md` shows the table.

use beadloom_model::LanguageId;

use crate::convention::Thing::{
    Ability, Action, Binding, BladeComponent, Command, Component, Dotted, Endpoint, Factory, Field,
    HelperModule, Layout, Mail, ManagementCommand, Message, Middleware, NamedFactory, Object, Page,
    PageHandler, Route, Sender, Sent, Signal, SignalDefinition, TagLibrary, Template, Url, ViewHelper,
};
use crate::convention::{Convention, Files, OWN_TYPE, Rule};
use crate::no_tests::LANGUAGES;

const CS: Files = Files::Code(&[LanguageId::CSharp]);
const JVM: Files = Files::Code(&[LanguageId::Java, LanguageId::Kotlin]);
const PHP: Files = Files::Code(&[LanguageId::Php]);
const PY: Files = Files::Code(&[LanguageId::Python]);
const RB: Files = Files::Code(&[LanguageId::Ruby]);
const GO: Files = Files::Code(&[LanguageId::Go]);
const JS: Files = Files::Code(&[LanguageId::JavaScript, LanguageId::TypeScript]);
/// Pages of Inertia know the names of the server's routes.
const ZIGGY: Files =
    Files::Code(&[LanguageId::JavaScript, LanguageId::Svelte, LanguageId::TypeScript, LanguageId::Vue]);
const SCHEMA: Files = Files::Code(&[LanguageId::GraphQl]);
/// Whatever may send an operation or write out an address.
const CLIENTS: Files = Files::Code(&[
    LanguageId::CSharp,
    LanguageId::Go,
    LanguageId::GraphQl,
    LanguageId::Java,
    LanguageId::JavaScript,
    LanguageId::Kotlin,
    LanguageId::Php,
    LanguageId::Python,
    LanguageId::Ruby,
    LanguageId::Svelte,
    LanguageId::TypeScript,
    LanguageId::Vue,
]);
const RUBY_PAGES: Files = Files::Text(&["erb", "haml", "slim", "builder"]);
/// Pages with elements that lead to addresses.
const PAGES: Files = Files::Text(&["html", "htm", "erb", "cshtml", "twig", "jinja", "jinja2", "j2"]);
const HTML: Files = Files::Text(&["html", "htm"]);
const DJANGO_PAGES: Files = Files::Text(&["html", "htm", "jinja", "jinja2", "j2", "txt", "xml"]);
const RAZOR_PAGES: Files = Files::Text(&["cshtml"]);
const TWIG_PAGES: Files = Files::Text(&["twig"]);

/// A bus between services, on which the name of a type says what is sent.
pub const EVENT_BUS: &str = "Event bus";

const fn row(
    framework: &'static str,
    imports: &'static [&'static str],
    files: Files,
    rule: Rule,
) -> Convention {
    Convention { framework, imports, files, rule }
}

/// A method of a type with one of these bases.
const fn by_base(bases: &'static [&'static str], methods: &'static [&'static str]) -> Rule {
    Rule::Takes { bases, annotations: &[], suffixes: &[], folders: &[], methods }
}

/// A method with one of these annotations, or in a type with one.
const fn by_annotation(annotations: &'static [&'static str], methods: &'static [&'static str]) -> Rule {
    Rule::Takes { bases: &[], annotations, suffixes: &[], folders: &[], methods }
}

/// A method of a type that is called like this.
const fn by_suffix(suffixes: &'static [&'static str], methods: &'static [&'static str]) -> Rule {
    Rule::Takes { bases: &[], annotations: &[], suffixes, folders: &[], methods }
}

/// A method of a type in a folder of that name.
const fn by_folder(folders: &'static [&'static str], methods: &'static [&'static str]) -> Rule {
    Rule::Takes { bases: &[], annotations: &[], suffixes: &[], folders, methods }
}

const fn by_owner(
    owners: &'static [(&'static str, &'static str)],
    prefixes: &'static [&'static str],
    annotations: &'static [&'static str],
) -> Rule {
    Rule::Resolves { owners, interfaces: &[], prefixes, annotations }
}

/// A method of a type with one of these bases.
const fn by_interface(interfaces: &'static [(&'static str, &'static str)]) -> Rule {
    Rule::Resolves { owners: &[], interfaces, prefixes: &[], annotations: &[] }
}

/// Django's signals, and what Flask's are made of.
const SIGNALS: &[&str] = &["django", "blinker", "flask"];

const ROOT_TYPES: &[(&str, &str)] =
    &[("Query", "query"), ("Mutation", "mutation"), ("Subscription", "subscription")];

/// All of them.
#[rustfmt::skip]
pub const TABLE: &[Convention] = &[
    // Requests and events on a bus: C#.
    row("MediatR", &["MediatR"], CS, by_base(&["IRequestHandler", "INotificationHandler", "IStreamRequestHandler", "IRequestPreProcessor", "IRequestPostProcessor", "IRequestExceptionHandler"], &["Handle", "Process"])),
    row("MediatR", &["MediatR"], CS, Rule::Sends(&["Send", "Publish", "CreateStream", "SendAsync", "PublishAsync", "AddDomainEvent", "RaiseDomainEvent", "RegisterDomainEvent", "QueueDomainEvent"])),
    row("Mediator", &["Mediator"], CS, by_base(&["IRequestHandler", "ICommandHandler", "IQueryHandler", "INotificationHandler", "IStreamRequestHandler", "IStreamCommandHandler", "IStreamQueryHandler"], &["Handle"])),
    row("Mediator", &["Mediator"], CS, Rule::Sends(&["Send", "Publish", "CreateStream", "SendAsync", "AddDomainEvent", "RaiseDomainEvent", "RegisterDomainEvent", "QueueDomainEvent"])),
    row("FastEndpoints", &["FastEndpoints"], CS, by_base(&["IEventHandler", "ICommandHandler"], &["HandleAsync", "ExecuteAsync"])),
    row("FastEndpoints", &["FastEndpoints"], CS, Rule::Sends(&["PublishAsync", "ExecuteAsync", "QueueJobAsync"])),
    row("MassTransit", &["MassTransit"], CS, by_base(&["IConsumer", "IJobConsumer"], &["Consume", "Run"])),
    row("MassTransit", &["MassTransit"], CS, Rule::Sends(&["Publish", "Send", "PublishBatch", "SendBatch", "GetResponse", "SchedulePublish", "ScheduleSend", "RespondAsync", "SubmitJob"])),
    row("NServiceBus", &["NServiceBus"], CS, by_base(&["IHandleMessages", "IAmStartedByMessages", "IHandleTimeouts"], &["Handle", "Timeout"])),
    row("NServiceBus", &["NServiceBus"], CS, Rule::Sends(&["Send", "SendLocal", "Publish", "Reply", "RequestTimeout"])),
    row("Rebus", &["Rebus"], CS, by_base(&["IHandleMessages", "IAmInitiatedBy", "IFailed"], &["Handle"])),
    row("Rebus", &["Rebus"], CS, Rule::Sends(&["Send", "SendLocal", "Publish", "Defer", "DeferLocal", "Reply"])),
    row("Brighter", &["Paramore.Brighter"], CS, by_base(&["RequestHandler", "RequestHandlerAsync"], &["Handle", "HandleAsync"])),
    row("Brighter", &["Paramore.Brighter"], CS, Rule::Sends(&["Send", "SendAsync", "Publish", "PublishAsync", "Post", "PostAsync", "DepositPost", "DepositPostAsync"])),
    // A bus of the project's own, as services of .NET share it: queues know events by the names of their types.
    row(EVENT_BUS, &[], CS, by_base(&["IIntegrationEventHandler"], &["Handle", "HandleAsync"])),
    row(EVENT_BUS, &[], CS, Rule::Sends(&["Publish", "PublishAsync", "AddAndSaveEventAsync", "PublishThroughEventBusAsync"])),
    row("Wolverine", &["Wolverine"], CS, by_suffix(&["Handler", "Consumer"], &["Handle", "HandleAsync", "Handles", "HandlesAsync", "Consume", "ConsumeAsync", "Consumes", "ConsumesAsync"])),
    row("Wolverine", &["Wolverine"], CS, Rule::Sends(&["InvokeAsync", "SendAsync", "PublishAsync", "ScheduleAsync", "InvokeMessageAndWaitAsync", "SendMessageAndWaitAsync"])),

    // Requests and events on a bus: Java and Kotlin.
    row("Spring", &["org.springframework"], JVM, by_annotation(&["EventListener", "TransactionalEventListener", "ApplicationModuleListener"], &[])),
    row("Spring", &["org.springframework"], JVM, by_base(&["ApplicationListener", "GenericApplicationListener"], &["onApplicationEvent"])),
    row("Spring", &["org.springframework"], JVM, Rule::Sends(&["publishEvent", "publish", "registerEvent", "andEvent", "multicastEvent"])),
    row("Axon", &["org.axonframework"], JVM, by_annotation(&["CommandHandler", "EventHandler", "EventSourcingHandler", "QueryHandler", "SagaEventHandler", "DeadlineHandler"], &[])),
    row("Axon", &["org.axonframework"], JVM, Rule::Sends(&["send", "sendAndWait", "query", "queryMany", "streamingQuery", "subscriptionQuery", "apply", "publish", "given", "when", "andGivenCommands", "whenPublishingA", "andThenAPublished", "expectEvents", "expectEventsMatching"])),
    row("CDI", &["javax.enterprise.event", "jakarta.enterprise.event"], JVM, by_annotation(&["Observes", "ObservesAsync"], &[])),
    row("CDI", &["javax.enterprise.event", "jakarta.enterprise.event"], JVM, Rule::Sends(&["fire", "fireAsync"])),
    row("Guava", &["com.google.common.eventbus", "org.greenrobot.eventbus"], JVM, by_annotation(&["Subscribe"], &[])),
    row("Guava", &["com.google.common.eventbus", "org.greenrobot.eventbus"], JVM, Rule::Sends(&["post", "postSticky"])),

    // Requests and events on a bus: PHP, JavaScript, Python, Ruby.
    row("Symfony", &["Symfony\\Component\\Messenger"], PHP, by_annotation(&["AsMessageHandler"], &[])),
    row("Symfony", &["Symfony\\Component\\Messenger"], PHP, by_base(&["MessageHandlerInterface", "MessageSubscriberInterface"], &["__invoke"])),
    row("Symfony", &["Symfony\\Component\\EventDispatcher", "Psr\\EventDispatcher"], PHP, by_annotation(&["AsEventListener"], &[])),
    row("Symfony", &["Symfony\\Component\\EventDispatcher", "Psr\\EventDispatcher"], PHP, by_base(&["EventSubscriberInterface"], &[])),
    row("Symfony", &["Symfony\\Component"], PHP, Rule::Sends(&["dispatch", "handle"])),
    row("Laravel", &["Illuminate"], PHP, by_suffix(&["Listener", "Notification", "Subscriber", "Handler", "Email", "Mail", "Event"], &["handle", "__invoke"])),
    row("Laravel", &["Illuminate"], PHP, by_base(&["ShouldQueue", "ShouldQueueAfterCommit"], &["handle", "__invoke"])),
    row("Laravel", &["Illuminate"], PHP, by_folder(&["Listeners"], &["handle", "__invoke"])),
    row("Laravel", &["Illuminate"], PHP, Rule::GivesPairs(Message, r"\$listen\s*=\s*\[")),
    row("Laravel", &["Illuminate"], PHP, Rule::GivesPairs(Message, r"function subscribe\([^)]*\)[^{;]*\{\s*return\s*\[")),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Message, r#"(?:\bEvent::|\$\w+->)listen\(\s*([\w\\]+)::class\s*,\s*\[?\s*([\w\\]+)::class(?:\s*,\s*["'](\w+)["'])?"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Message, r#"(?:\bEvent::|\$\w+->)listen\(\s*([\w\\]+)::class\s*,\s*["']([\w\\]+)@(\w+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Message, r"\bEvent::listen\(\s*(?:queueable\(\s*)?(?:static\s+)?(?:function|fn)\s*\(\s*([A-Z\\][\w\\]*)\s+\$")),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Message, r"\bEvent::listen\(\s*([\w\\]+)::class\s*,\s*(?:queueable\(\s*)?(?:static\s+)?(?:function|fn)\b")),
    row("Laravel", &["Illuminate"], PHP, Rule::Observes),
    row("Laravel", &["Illuminate"], PHP, Rule::IsRun { bases: &["ShouldQueue", "ShouldQueueAfterCommit", "Dispatchable"], methods: &["handle"] }),
    row("Laravel", &["Illuminate"], PHP, Rule::Sends(&["dispatch", "event", "dispatchSync", "dispatchNow", "dispatchAfterResponse", "dispatchIf", "dispatchUnless", "broadcast", "chain", "batch", "job", "dispatch_sync", "withChain"])),
    row("NestJS", &["@nestjs/cqrs"], JS, by_base(&["ICommandHandler", "IQueryHandler", "IEventHandler"], &["execute", "handle"])),
    row("NestJS", &["@nestjs/cqrs"], JS, by_annotation(&["CommandHandler", "QueryHandler", "EventsHandler"], &["execute", "handle"])),
    row("NestJS", &["@nestjs/cqrs"], JS, Rule::Sends(&["execute", "publish", "publishAll", "apply"])),
    row("Signals", SIGNALS, PY, Rule::Gives(SignalDefinition, r"\b([A-Za-z_]\w*)\s*(?::[^=\n]+)?=\s*(?:[\w.]+\.)?[sS]ignal\(")),
    row("Signals", SIGNALS, PY, Rule::Gives(Signal, r"@receiver\(\s*[\[(]?\s*([\w.]+)")),
    row("Signals", SIGNALS, PY, Rule::Gives(Signal, r"@([A-Za-z_][\w.]*)\.connect(?:_via)?\b")),
    row("Signals", SIGNALS, PY, Rule::Gives(Signal, r"(?:^|[^@\w.])([A-Za-z_][\w.]*)\.connect\(\s*(?:receiver\s*=\s*)?([\w.]+)")),
    row("Signals", SIGNALS, PY, Rule::Uses(Signal, r"\b([A-Za-z_][\w.]*)\.a?send(?:_robust)?\(")),
    row("Django", &["django"], PY, Rule::Gives(Sender, r"@receiver\([^()]*?\bsender\s*=\s*([\w.]+)")),
    row("Django", &["django"], PY, Rule::Gives(Sender, r"\.connect\(\s*(?:receiver\s*=\s*)?([\w.]+)[^()]*?\bsender\s*=\s*([\w.]+)")),
    row("Rails", &["rails", "active_job", "sidekiq"], RB, Rule::IsRun { bases: &["ApplicationJob", "ActiveJob::Base", "Base", "Worker", "Job", "Sidekiq::Worker", "Sidekiq::Job"], methods: &["perform"] }),
    row("Rails", &["rails", "active_job", "sidekiq"], RB, Rule::Sends(&["perform_later", "perform_now", "perform_async", "perform_in", "perform_at", "set", "perform_inline", "have_enqueued_job", "assert_enqueued_with", "have_been_enqueued"])),

    row("Rails", &["rails", "action_mailer"], RB, Rule::Uses(Mail, r"\b((?:[A-Z]\w*::)*[A-Z]\w*Mailer)\.(?:with\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\.)?([a-z]\w*)")),

    // Names of routes.
    row("Rails", &["rails"], RB, Rule::Uses(Route, r"(?:^|[^\w.:@$])([a-z][a-z0-9_]*)_(?:path|url)\b")),
    row("Rails", &["rails"], RB, Rule::Uses(Route, r"(?:url_helpers|routes|main_app|spree|app|[A-Z]\w*)\.([a-z][a-z0-9_]*)_(?:path|url)\b")),
    row("Rails", &["rails"], RUBY_PAGES, Rule::Uses(Route, r"(?:^|[^\w:@$])([a-z][a-z0-9_]*)_(?:path|url)\b")),
    row("Rails", &["rails"], RB, Rule::Gives(Route, r#"(?:\bas:|:as\s*=>)\s*:?["']?([a-z][\w/]*)"#)),
    row("Rails", &["rails"], RB, Rule::Uses(Action, r#"\b(?:get|post|put|patch|delete|head|process)[ (]+(?::|["'])(\w+)"#)),
    row("Rails", &["rails"], RB, Rule::Uses(Action, r#"(?:\baction:|:action\s*=>)\s*:?["']?(\w+)"#)),
    row("Rails", &["rails"], RUBY_PAGES, Rule::Uses(Action, r#"(?:\baction:|:action\s*=>)\s*:?["']?(\w+)"#)),
    row("Rails", &["rails"], RB, Rule::Uses(HelperModule, r#"(?m)^\s*helper[ (]+:?["']?([a-z][\w/]*)"#)),
    row("Rails", &["rails"], RB, Rule::Templates(HelperModule, "app/helpers/{}_helper.rb")),
    row("Rails", &["rails"], RB, Rule::Uses(Layout, r#"(?:(?m)^\s*layout[ (]+|\brender\b[^\n]*\blayout:\s*)["']([\w/]+)["']"#)),
    row("Rails", &["rails"], RB, Rule::Templates(Layout, "app/views/layouts/{}.")),
    row("Rails", &["rails"], RUBY_PAGES, Rule::Uses(ViewHelper, r"<%[=-]?\s*([a-z_]\w*[?!]?)(?:[ (]|\s*-?%>)")),
    row("Rails", &["rails"], RB, Rule::Mirrors("spec/views/{}_spec.rb", "app/views/{}")),
    row("FactoryBot", &["factory_bot", "factory_bot_rails", "factory_girl", "factory_girl_rails", "rails"], RB, Rule::Gives(NamedFactory, r"(?m)^\s*factory[ (]+:?[\x22']?(\w+)")),
    row("FactoryBot", &["factory_bot", "factory_bot_rails", "factory_girl", "factory_girl_rails", "rails"], RB, Rule::Uses(NamedFactory, r"(?:^|[^\w.:]|\bFactory(?:Bot|Girl)\.)(?:create|build|build_stubbed|attributes_for|create_list|build_list|build_stubbed_list|create_pair|build_pair|association)[ (]+:(\w+)")),
    row("Rails", &["rails"], RB, Rule::Shows("app/controllers/{}_controller.rb", "app/views/{}/*.")),
    row("Rails", &["rails"], RB, Rule::Shows("app/mailers/{}.rb", "app/views/{}/*.")),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], CS, Rule::Shows("{}Controller.cs", "Views/{}/*.cshtml")),
    row("ASP.NET", &["Microsoft.AspNetCore"], CS, Rule::Beside(".cshtml", ".cshtml.cs")),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], RAZOR_PAGES, Rule::Uses(Endpoint, r#"<\w[^<>]*?\basp-action="(\w+)"[^<>]*"#)),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], CS, Rule::Uses(Endpoint, r#"\bRedirectToAction\(\s*"(\w+)"(?:\s*,\s*"(\w+)")?"#)),
    row("ASP.NET", &["Microsoft.AspNetCore"], RAZOR_PAGES, Rule::Uses(Page, r#"\basp-page="([\w./]+)""#)),
    row("ASP.NET", &["Microsoft.AspNetCore"], CS, Rule::Uses(Page, r#"\bRedirectToPage\(\s*"([\w./]+)""#)),
    row("ASP.NET", &["Microsoft.AspNetCore"], RAZOR_PAGES, Rule::Uses(PageHandler, r#"\basp-page-handler="(\w+)""#)),
    row("ASP.NET", &["Microsoft.AspNetCore"], CS, Rule::Gives(Component, r"\bclass\s+(\w+?)ViewComponent\b")),
    row("ASP.NET", &["Microsoft.AspNetCore"], RAZOR_PAGES, Rule::Uses(Component, r#"\bComponent\.InvokeAsync\(\s*(?:"|nameof\(|typeof\()([\w.]+)"#)),
    row("ASP.NET", &["Microsoft.AspNetCore"], RAZOR_PAGES, Rule::Uses(Component, r"<vc:([\w-]+)")),
    row("ASP.NET", &["Microsoft.AspNetCore"], CS, Rule::Uses(Component, r#"\bViewComponent\(\s*(?:"|nameof\(|typeof\()([\w.]+)"#)),
    row("Django", &["django", "rest_framework"], PY, Rule::Uses(Route, r#"\b(?:reverse|reverse_lazy|redirect|resolve_url|hyperlink)\(\s*["']([\w:.-]+)["']"#)),
    row("Django", &["django", "rest_framework"], PY, Rule::Gives(Route, r#"\b(?:path|re_path|url)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?\bname\s*=\s*["']([\w:.-]+)["']"#)),
    row("Django", &["rest_framework"], PY, Rule::Gives(Route, r#"\.register\((?:[^()]|\([^()]*\))*?\b(?:basename|base_name)\s*=\s*["']([\w:.-]+)["']"#)),
    row("Django", &["django"], DJANGO_PAGES, Rule::Uses(Route, r#"\{%-?\s*url\s+["']([\w:.-]+)["']"#)),
    row("Flask", &["flask"], PY, Rule::Uses(Route, r#"\burl_for\(\s*["']([\w.]+)["']"#)),
    row("Flask", &["flask"], DJANGO_PAGES, Rule::Uses(Route, r#"\burl_for\(\s*["']([\w.]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Route, r#"(?:^|[^\w>]|\bURL::|redirect\(\)->|\bRedirect::)(?:route|to_route|signedRoute|temporarySignedRoute)\(\s*["']([\w.:-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Route, r#"->(?:signedRoute|temporarySignedRoute|assertRedirectToRoute|assertRedirectToSignedRoute)\(\s*["']([\w.:-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Route, r#"Route::\w+\([^;]*?->name\(\s*["']([\w.:-]+)["']"#)),
    row("Laravel", &["Illuminate"], ZIGGY, Rule::Uses(Route, r#"(?:^|[^\w.])\$?route\(\s*["']([\w.:-]+)["']"#)),
    row("Symfony", &["Symfony"], PHP, Rule::Uses(Route, r#"\b(?:generateUrl|redirectToRoute|generate)\(\s*["']([\w.:-]+)["']"#)),
    row("Symfony", &["Symfony"], PHP, Rule::Gives(Route, r#"#\[Route\([^\]]*?\bname:\s*["']([\w.:-]+)["'][^\]]*\]"#)),
    row("Symfony", &["Symfony"], TWIG_PAGES, Rule::Uses(Route, r#"\b(?:path|url)\(\s*["']([\w.:-]+)["']"#)),

    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Sent, r"(\$dispatchesEvents)\s*=\s*(?:\[|array\()[^;]{0,4000};")),

    // What Laravel asks before an action, and what its container holds.
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Ability, r#"(?:->(?:authorize|can|cannot|cant)|\bGate::(?:\w+\([^()]*\)->)?(?:authorize|allows|denies|check|any|none|inspect)|@(?:can|cannot|canany|elsecan|elsecannot))\(\s*\[?\s*["']([\w-]+)["']\s*(?:,\s*([^()]*))?"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::UsesAll(Ability, r"\bmiddleware\(")),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Ability, r#"\bGate::define\(\s*["']([\w-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::UsesAll(Middleware, r"\b(?:withoutM|m)iddleware\(")),
    row("Laravel", &["Illuminate"], PHP, Rule::GivesPairs(Middleware, r"(?:\$(?:routeMiddleware|middlewareAliases)\s*=\s*|->alias\(\s*)\[")),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Middleware, r#"->aliasMiddleware\(\s*["']([\w.-]+)["']\s*,\s*([\w\\]+)::class"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Binding, r#"->(?:bind|singleton|scoped|instance|bindIf|singletonIf|scopedIf)\(\s*["']([\w.-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Binding, r#"(?:\bgetFacadeAccessor\(\)[^{;]*\{\s*return\s+|\b(?:app|resolve|make)\(\s*)["']([\w.-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Factory, r"\b([A-Z]\w*)::factory\(")),
    row("Laravel", &["Illuminate"], PHP, Rule::Templates(Factory, "database/factories/{}Factory.php")),

    // Commands of the console.
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Command, r#"\$signature\s*=\s*["']\s*([\w.:-]+)"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Gives(Command, r#"#\[AsCommand\(\s*(?:name:\s*)?["']([\w.:-]+)"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Command, r#"(?:\b(?:Artisan|Schedule)::(?:call|queue|command)|->(?:artisan|command|call|callSilent|callSilently))\(\s*["']([\w.:-]+)"#)),
    row("Django", &["django"], PY, Rule::Uses(ManagementCommand, r#"\bcall_command\(\s*["'](\w+)["']"#)),
    row("Django", &["django"], PY, Rule::Templates(ManagementCommand, "management/commands/{}.py")),

    // Names that Python imports when it runs: those of settings, and what tests replace.
    row("Django", &["django"], Files::Settings, Rule::Uses(Dotted, r#"["']((?:[a-z_]\w*\.){1,8}[A-Za-z_]\w*)["']"#)),
    row("Python", &[], PY, Rule::Uses(Dotted, r#"\b(?:patch|import_string|import_module|resolve_name)\(\s*["']((?:[a-z_]\w*\.){1,8}[A-Za-z_]\w*)["']"#)),

    // Addresses that tests and clients write out, behind the address of a host or not.
    row("HTTP", &[], CLIENTS, Rule::Uses(Url, r#"["'\x60](?:\$?\{[^{}"'\x60\s]{1,80}\}|https?://[\w-]{1,80}(?::\d{1,5})?)?(/[^"'\x60\s\\]{1,200}|api/[^"'\x60\s\\]{1,200})["'\x60]"#)),

    row("HTTP", &[], PAGES, Rule::Uses(Url, r#"\b(?:href|action|formaction|hx-(?:get|post|put|patch|delete))=(["'](/[^"'\s{}<>@$]{1,200})["'])"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Url, r#"\b(?:href|action|formaction)=(["'](/[^"'\s{}<>@$]{1,200})["'])"#)),
    row("Spring", &["org.springframework"], HTML, Rule::Uses(Url, r#"\b(?:th|hx|data)[\w:-]*=("[^"<>]*?@\{(/[^}"(|<>]{1,200}))"#)),
    row("Spring", &["org.springframework"], JVM, Rule::Uses(Url, r#"("(?:redirect|forward):(/[^"\s]{1,200})")"#)),
    row("HTTP", &[], HTML, Rule::Uses(Url, r#"["'\x60](?:\$?\{[^{}"'\x60\s]{1,80}\})?(/[^"'\x60\s\\<>{]{1,200}|api/[^"'\x60\s\\<>{]{1,200})["'\x60]"#)),

    // The same without a slash in front, below the address that a client begins with.
    row("HTTP", &[], ZIGGY, Rule::Uses(Url, r#"\.(?:get|post|put|patch|delete)\s*(?:<[^()]{0,200}>)?\(\s*(["'\x60][a-z][\w-]*(?:/[^"'\x60\s\\]{0,200})?["'\x60])"#)),

    // What lies with tests and is none.
    row("Tests", &[], Files::Code(LANGUAGES), Rule::NoTests),

    // Templates.
    row("Rails", &["rails"], RB, Rule::Uses(Template, r#"\brender(?:_to_string)?[ (]+(?:\(?\s*:?(?:partial|template|action)?\s*(?::|=>)?\s*)["':]([\w/]+)"#)),
    row("Rails", &["rails"], RUBY_PAGES, Rule::Uses(Template, r#"\brender[ (]+(?:\(?\s*:?(?:partial|template)?\s*(?::|=>)?\s*)["']([\w/]+)"#)),
    row("Rails", &["rails"], RUBY_PAGES, Rule::Uses(Object, r"\brender[ (]+@?((?:[a-z]\w*\.)*[a-z]\w*)\s*(?:-?%>|\)|,|\n|$)")),
    row("Rails", &["rails"], RB, Rule::Templates(Template, "app/views/{}.")),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], CS, Rule::Uses(Template, r#"\b(?:View|PartialView)\(\s*(?:nameof\(|")([A-Za-z_]\w*)[")]"#)),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], RAZOR_PAGES, Rule::Uses(Template, r#"<partial\b[^<>]*?\bname="([A-Za-z_]\w*)""#)),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], RAZOR_PAGES, Rule::Uses(Template, r#"\b(?:Html\.(?:Render)?Partial(?:Async)?\(\s*|Layout\s*=\s*)"([A-Za-z_]\w*)""#)),
    row("ASP.NET", &["Microsoft.AspNetCore", "System.Web.Mvc"], CS, Rule::Templates(Template, "Views/{}.cshtml")),
    row("ASP.NET", &["Microsoft.AspNetCore"], CS, Rule::Templates(Template, "Pages/{}.cshtml")),
    row("Django", &["django"], PY, Rule::Uses(Template, r#"\b(?:render|render_to_string|get_template|select_template|TemplateResponse)\([^()"']*["']([\w./-]+\.\w+)["']"#)),
    row("Django", &["django"], PY, Rule::Uses(Template, r#"\b(?:\w+_)?template(?:_name)?\s*=\s*["']([\w./-]+\.\w+)["']"#)),
    row("Django", &["django"], PY, Rule::Templates(Template, "templates/{}")),
    row("Django", &["django"], DJANGO_PAGES, Rule::Uses(TagLibrary, r"\{%-?\s*load\s+(?:\w+\s+from\s+)?([\w.]+)")),
    row("Django", &["django"], DJANGO_PAGES, Rule::Uses(TagLibrary, r"\{%-?\s*load\s+[\w.]+\s+(?:from\s+)?([\w.]+)")),
    row("Django", &["django"], DJANGO_PAGES, Rule::Uses(TagLibrary, r"\{%-?\s*load(?:\s+[\w.]+){2}\s+(?:from\s+)?([\w.]+)")),
    row("Django", &["django"], DJANGO_PAGES, Rule::Uses(TagLibrary, r"\{%-?\s*load(?:\s+[\w.]+){3}\s+(?:from\s+)?([\w.]+)")),
    row("Django", &["django"], PY, Rule::Templates(TagLibrary, "templatetags/{}.py")),
    row("Jinja", &["django", "flask", "jinja2", "fastapi", "starlette"], DJANGO_PAGES, Rule::Uses(Template, r#"\{%-?\s*(?:extends|include|import|from)\s+["']([\w./-]+)["']"#)),
    row("Jinja", &["jinja2"], PY, Rule::Uses(Template, r#"\.(?:get_template|select_template)\(\s*\[?\s*["']([\w./-]+)["']"#)),
    row("Jinja", &["django", "flask", "jinja2", "fastapi", "starlette"], PY, Rule::Templates(Template, "templates/{}")),
    row("Flask", &["flask"], PY, Rule::Uses(Template, r#"\brender_template\(\s*["']([\w./-]+)["']"#)),
    row("FastAPI", &["fastapi", "starlette"], PY, Rule::Uses(Template, r#"\bTemplateResponse\([^()"']*["']([\w./-]+\.\w+)["']"#)),
    row("Symfony", &["Symfony"], PHP, Rule::Uses(Template, r#"\b(?:render|renderView|renderForm|htmlTemplate|textTemplate)\(\s*["']([\w./@-]+\.twig)["']"#)),
    row("Symfony", &["Symfony", "Twig"], TWIG_PAGES, Rule::Uses(Template, r#"\{%-?\s*(?:extends|include|embed|import|from|use)\s+["']([\w./@-]+)["']"#)),
    row("Symfony", &["Symfony", "Twig"], PHP, Rule::Templates(Template, "templates/{}")),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Template, r#"(?:\b(?:view|markdown|assertViewIs|loadView|View::make|view\(\)->make)|@(?:include|includeIf|extends|component|each|livewire))\(\s*["']([\w./-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Template, r#"@include(?:When|Unless|First)\([^()]*?(?:\([^()]*\)[^()]*?)?["']([\w./]*[./][\w./-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Template, r#"\bRoute::view\(\s*["'][^"']*["']\s*,\s*["']([\w./-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(Template, r#"\b(?:view|markdown|html|text):\s*["']([\w./-]+)["']"#)),
    row("Laravel", &["Illuminate"], PHP, Rule::Uses(BladeComponent, r"<x-([a-z][\w.-]*)")),
    row("Laravel", &["Illuminate"], PHP, Rule::Templates(BladeComponent, "resources/views/components/{}.blade.")),
    row("Laravel", &["Illuminate"], PHP, Rule::Templates(BladeComponent, "app/View/Components/{}.php")),
    row("Laravel", &["Illuminate"], PHP, Rule::Templates(Template, "resources/views/{}.blade.")),
    row("Inertia", &["Inertia"], PHP, Rule::Uses(Template, r#"\b(?:Inertia::render|inertia)\(\s*["']([\w./-]+)["']"#)),
    row("Inertia", &["Inertia"], PHP, Rule::Templates(Template, "resources/js/Pages/{}.")),
    row("Inertia", &["Inertia"], PHP, Rule::Templates(Template, "resources/js/pages/{}.")),
    row("Spring", &["org.springframework"], JVM, Rule::Uses(Template, r#"(?:\breturn\s+|\bModelAndView\(\s*|\bsetViewName\(\s*)"([\w/-]+)(?:\s*::[^"]*)?"\s*(?:[;,)]|\n|$)"#)),
    row("Spring", &["org.springframework"], HTML, Rule::Uses(Template, r#"(?:th:(?:replace|insert|include)|layout:decorate)="\s*~?\{?\s*([\w/-]+)"#)),
    row("Spring", &["org.springframework"], JVM, Rule::Templates(Template, "resources/templates/{}.")),

    // Fields of GraphQL.
    row("GraphQL", &[], SCHEMA, by_owner(ROOT_TYPES, &[], &[])),
    row("GraphQL", &[], CLIENTS, Rule::Operations),
    row("GraphQL", &["graphql", "apollo-server", "@apollo/server", "@graphql-tools", "graphql-yoga", "graphql-tag", "mercurius", "@as-integrations"], JS, Rule::ResolverMap),
    row("NestJS", &["@nestjs/graphql"], JS, by_owner(&[], &[], &["@Query(", "@Mutation(", "@Subscription("])),
    row("NestJS", &["@nestjs/graphql"], JS, by_owner(&[("Resolver", OWN_TYPE)], &[], &["@ResolveField("])),
    row("TypeGraphQL", &["type-graphql"], JS, by_owner(&[("Resolver", OWN_TYPE)], &[], &["@FieldResolver("])),
    row("TypeGraphQL", &["type-graphql"], JS, by_owner(&[], &[], &["@Query(", "@Mutation(", "@Subscription("])),
    row("Graphene", &["graphene", "graphene_django"], PY, by_owner(&[("Query", "query"), ("Mutation", "mutation"), ("Subscription", "subscription"), ("", OWN_TYPE)], &["resolve_"], &[])),
    row("Graphene", &["graphene", "graphene_django"], PY, Rule::Gives(Field, r"\b(\w+)\s*=\s*([\w.]+)\.Field\(")),
    row("Strawberry", &["strawberry", "strawberry_django"], PY, by_owner(&[("Query", "query"), ("Mutation", "mutation"), ("Subscription", "subscription"), ("", OWN_TYPE)], &[], &["@strawberry.field", "@strawberry.mutation", "@strawberry.subscription", "@strawberry_django.field", "@strawberry_django.mutation"])),
    row("Ariadne", &["ariadne"], PY, Rule::Gives(Field, r#"@(?:query|mutation|subscription)\.field\(\s*["'](\w+)["']"#)),
    row("Spring", &["org.springframework.graphql"], JVM, by_owner(&[], &[], &["@QueryMapping", "@MutationMapping", "@SubscriptionMapping"])),
    row("Spring", &["org.springframework.graphql"], JVM, by_owner(&[], &[], &["@SchemaMapping", "@BatchMapping"])),
    row("DGS", &["com.netflix.graphql.dgs"], JVM, by_owner(&[], &[], &["@DgsQuery", "@DgsMutation", "@DgsSubscription"])),
    row("GraphQL Java Tools", &["graphql.kickstart", "com.coxautodev"], JVM, by_interface(&[("GraphQLQueryResolver", "query"), ("GraphQLMutationResolver", "mutation"), ("GraphQLSubscriptionResolver", "subscription")])),
    row("gqlgen", &["github.com/99designs/gqlgen"], GO, by_owner(&[("queryResolver", "query"), ("mutationResolver", "mutation"), ("subscriptionResolver", "subscription"), ("Resolver", OWN_TYPE)], &[], &[])),
    row("Hot Chocolate", &["HotChocolate"], CS, by_owner(&[("Query", "query"), ("Queries", "query"), ("Mutation", "mutation"), ("Mutations", "mutation"), ("Subscription", "subscription"), ("Subscriptions", "subscription")], &["Get", ""], &[])),
    row("graphql-ruby", &["graphql"], RB, by_owner(&[("QueryType", "query"), ("MutationType", "mutation"), ("SubscriptionType", "subscription"), ("Type", OWN_TYPE)], &["", "resolve_"], &[])),
];
