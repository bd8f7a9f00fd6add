//! What words of neighbouring sentences make an order: concepts that stand together in whatever words, in every language.

use crate::lexicon::Class::*;
use crate::rules::{OrderKind, Rule, Sign, Where, order, rule};

pub(crate) const RULES: &[Rule] = &[
    // A command in a text that speaks to a model; in a tool's text no address is needed.
    rule(OrderKind::Run, 300, &[&[Model], &[Address, You], &[Shell]]),
    rule(OrderKind::Run, 300, &[&[FirstThing, BeforeReply, Reader, Unseen, Unasked], &[Shell, Download]]),
    rule(OrderKind::Run, 0, &[&[Shell]]).only(Where::Tool),
    rule(OrderKind::Run, 200, &[&[Run, Fetch], &[Download]]).only(Where::Tool),
    rule(OrderKind::Run, 120, &[&[YourShell], &[Shell, Download]]).only(Where::Tool),
    rule(OrderKind::Run, 120, &[&[YourShell], &[Run, Fetch], &[Demand, FirstThing]]).only(Where::Tool),
    rule(OrderKind::Run, 160, &[&[SystemPart], &[Demand, FirstThing], &[Run, Put, Attach, Insert]])
        .only(Where::Tool),
    // Rules that hold for models alone, and who gave them.
    rule(OrderKind::Ignore, 140, &[&[Ignore, Void], &[Rules, Guarding], &[Maker], &[You]]),
    rule(OrderKind::Ignore, 60, &[&[Void], &[Rules, Guarding], &[You, Standing, Model, SystemPrompt]]),
    order(OrderKind::Ignore, 60, &[&[Ignore], &[Guarding, Rules], &[You, Maker, Model]]),
    rule(OrderKind::Ignore, 120, &[&[NoRefuse], &[You, Role, NewName, Standing]]),
    // What the user is not to learn.
    rule(OrderKind::Hide, 90, &[&[Principal], &[NotSay, Aware]]),
    rule(OrderKind::Hide, 90, &[&[User], &[NotSay, Aware], &[This, You]]),
    rule(OrderKind::Hide, 60, &[&[Not], &[Tell], &[User, Principal], &[You, This]]),
    rule(OrderKind::Hide, 110, &[&[Report], &[NotSay, LeaveOut]]),
    rule(OrderKind::Hide, 120, &[&[IfAsked], &[LieTell]]),
    // Secrets to where others read them.
    order(OrderKind::Exfiltrate, 200, &[&[Attach, Send], &[SecretPlace, Secret], &[PublicPlace]]),
    order(OrderKind::Exfiltrate, 200, &[&[Attach, Send], &[SecretPlace]]).with(Sign::Host),
    rule(OrderKind::Exfiltrate, 250, &[&[Beacon], &[SecretPlace, Secret, Talk], &[Attach, Put, Send]]),
    // Consent that is taken as given.
    rule(OrderKind::Approve, 140, &[&[Dialog], &[Yes], &[Blanket]]),
    rule(
        OrderKind::Approve,
        140,
        &[&[Consent], &[Dialog, Permission, Yes], &[You, Yes, Model, Principal, User, Blanket]],
    ),
    rule(OrderKind::Approve, 160, &[&[Dialog], &[Yes], &[NotShow, Consent]]),
    rule(OrderKind::Approve, 160, &[&[SkipSetting], &[You, Principal, Consent, Put]]),
    // Tools of others.
    rule(OrderKind::Shadow, 200, &[&[BuiltIn, OtherServer, OtherTools], &[Discredit, StopUse]])
        .only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[OnlyThis], &[Standing, Blanket, Everywhere, Instead]]).only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[BeforeTools, FirstThing], &[Call, ThisTool, Run, Demand]])
        .unless(&[OwnScope])
        .only(Where::Tool),
    // Somebody else.
    rule(OrderKind::Role, 0, &[&[NewName]]),
    rule(OrderKind::Role, 160, &[&[Role], &[Free]]),
    // Texts that spread.
    rule(OrderKind::Standing, 200, &[&[AgentFile, LongTerm], &[ThisText]]),
    rule(OrderKind::Standing, 200, &[&[AgentFile, LongTerm], &[Insert], &[Everywhere]]),
    // A tool's text says what the tool does: what it asks of its reader beside that is none of its business.
    rule(OrderKind::Exfiltrate, 120, &[&[SecretPlace], &[Put, Attach, Send, Whole, Insert, Reveal]])
        .unless(&[ToCaller])
        .only(Where::Tool),
    rule(OrderKind::Exfiltrate, 120, &[&[Talk], &[Put, Attach, Send, Insert], &[Whole, User, You, Demand]])
        .only(Where::Tool),
    rule(
        OrderKind::Shadow,
        120,
        &[&[BeforeAll, FirstThing, BeforeReply], &[Call, ThisTool], &[Standing, Everywhere]],
    )
    .only(Where::Tool),
    rule(OrderKind::Hide, 110, &[&[NotSay, Aware, LeaveOut], &[Principal, Report]]).only(Where::Tool),
    rule(OrderKind::Approve, 120, &[&[Consent, Unasked], &[Dialog, Permission, Approve, Yes]])
        .only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[BuiltIn, OtherTools], &[Instead, OnlyThis]]).only(Where::Tool),
    // Secrets beside a place where others read them, and a command beside a name of a model, in whatever words.
    rule(OrderKind::Exfiltrate, 160, &[&[SecretPlace], &[PublicPlace], &[Whole, You, Attach, Demand]]),
    rule(OrderKind::Run, 200, &[&[Shell], &[Model, BeforeAll], &[You, Unasked, FirstThing]]),
];
