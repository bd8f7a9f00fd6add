//! What words together make an order: who is spoken to, what is to be done, and with what.

use crate::lexicon::Class::{self, *};

/// What is asked of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderKind {
    /// To drop its instructions.
    Ignore,
    /// To be somebody else.
    Role,
    /// To keep something from its user.
    Hide,
    /// To give away secrets, its instructions or what was said.
    Exfiltrate,
    /// To run or install what a stranger made.
    Run,
    /// To act, or to let others act, unasked.
    Approve,
    /// To answer in some way from now on.
    Standing,
    /// Nothing yet: the text passes for a part of the conversation.
    Marks,
    /// To prefer a tool to others, or to use another one differently.
    Shadow,
    /// To believe that somebody with a say allowed it.
    Authority,
    /// What is encoded, or cannot be seen.
    Hidden,
}

impl OrderKind {
    /// The end of a sentence: "it looks like …".
    pub fn what(self) -> &'static str {
        match self {
            Self::Ignore => "an instruction to ignore instructions",
            Self::Role => "a text that gives the agent a role",
            Self::Hide => "an order to keep something from the user",
            Self::Exfiltrate => "an order to hand out secrets",
            Self::Run => "an order to run what a stranger offers",
            Self::Approve => "an order to act without asking",
            Self::Standing => "a standing order to the agent",
            Self::Marks => "a part of a conversation or of a system's message",
            Self::Shadow => "an order about other tools",
            Self::Authority => "a claim that somebody allowed it",
            Self::Hidden => "a text with characters that nobody sees",
        }
    }
}

/// Signs beside words that a sentence must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    None,
    /// A host, an address or a URL.
    Host,
    /// That, or a command that runs what it fetched, or that destroys.
    HostOrPipe,
}

/// Where a rule holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    Anywhere,
    /// In texts of tools.
    Tool,
    /// In texts of tools other than descriptions of the tool itself.
    Parameter,
}

/// A sentence breaks it where each of `needs` has a word not further from one of the first than `within` bytes.
pub(crate) struct Rule {
    pub kind: OrderKind,
    pub needs: &'static [&'static [Class]],
    /// Whether the first must be said as an order.
    pub is_ordered: bool,
    /// Whether the words must stand in this order.
    pub in_order: bool,
    pub within: usize,
    pub sign: Sign,
    pub place: Where,
    /// Words with which it is none.
    pub unless: &'static [Class],
}

pub(crate) const fn rule(kind: OrderKind, within: usize, needs: &'static [&'static [Class]]) -> Rule {
    Rule {
        kind,
        needs,
        is_ordered: false,
        in_order: false,
        within,
        sign: Sign::None,
        place: Where::Anywhere,
        unless: &[],
    }
}

/// The first word is a verb that must be said as an order.
pub(crate) const fn order(kind: OrderKind, within: usize, needs: &'static [&'static [Class]]) -> Rule {
    Rule { is_ordered: true, ..rule(kind, within, needs) }
}

impl Rule {
    pub(crate) const fn with(mut self, sign: Sign) -> Self {
        self.sign = sign;
        self
    }

    pub(crate) const fn only(mut self, place: Where) -> Self {
        self.place = place;
        self
    }

    pub(crate) const fn unless(mut self, classes: &'static [Class]) -> Self {
        self.unless = classes;
        self
    }

    pub(crate) const fn one_by_one(mut self) -> Self {
        self.in_order = true;
        self
    }
}

pub(crate) const RULES: &[Rule] = &[
    order(OrderKind::Ignore, 70, &[&[Ignore], &[Rules], &[Earlier, SystemPrompt]]),
    order(OrderKind::Ignore, 50, &[&[Ignore], &[Told]]),
    order(OrderKind::Ignore, 50, &[&[Ignore], &[SystemPrompt]]),
    rule(OrderKind::Ignore, 90, &[&[Void], &[Rules], &[You, SystemPrompt]]),
    order(OrderKind::Ignore, 90, &[&[Approve], &[Void], &[Rules], &[Earlier]]),
    rule(OrderKind::Ignore, 60, &[&[Void], &[Told]]),
    rule(OrderKind::Hide, 0, &[&[Unseen]]),
    order(OrderKind::Hide, 60, &[&[Not], &[Tell], &[User], &[This]]),
    order(OrderKind::Hide, 60, &[&[Hide], &[User], &[This, You, Output]]),
    order(OrderKind::Exfiltrate, 110, &[&[Send], &[Secret, SecretPlace]]).with(Sign::Host),
    order(OrderKind::Exfiltrate, 110, &[&[Send], &[Secret, SecretPlace], &[Elsewhere]]),
    order(OrderKind::Exfiltrate, 110, &[&[Send, Put], &[Talk], &[Elsewhere]]),
    order(OrderKind::Exfiltrate, 110, &[&[Send, Put], &[Talk]]).with(Sign::Host),
    order(OrderKind::Exfiltrate, 110, &[&[Send, Put], &[Talk], &[Output]]),
    rule(OrderKind::Exfiltrate, 140, &[&[Model, Reader], &[Address], &[Send], &[Secret, SecretPlace, Talk]]),
    rule(OrderKind::Exfiltrate, 140, &[&[Model, Reader], &[Address], &[Send]]).with(Sign::Host),
    order(OrderKind::Exfiltrate, 90, &[&[Put], &[Secret]]).with(Sign::Host),
    order(OrderKind::Exfiltrate, 90, &[&[Put, Reveal, Send], &[SecretPlace, Secret], &[Output]]),
    order(OrderKind::Exfiltrate, 60, &[&[Reveal], &[SystemPrompt], &[You, Whole, Output]]),
    rule(OrderKind::Run, 140, &[&[Reader], &[Run, Fetch, Call]]),
    rule(OrderKind::Run, 170, &[&[Model], &[Address], &[Run, Fetch]]).with(Sign::HostOrPipe),
    rule(OrderKind::Run, 170, &[&[Agent], &[Address], &[Run, Fetch]]).with(Sign::HostOrPipe).one_by_one(),
    rule(OrderKind::Run, 110, &[&[Model, Agent], &[Address], &[Run, Fetch], &[BeforeAll]]).unless(&[Chore]),
    rule(OrderKind::Run, 110, &[&[BeforeReply], &[Run, Fetch]]),
    rule(OrderKind::Approve, 110, &[&[Unasked], &[Run, Fetch, Approve, Bypass]]),
    rule(OrderKind::Approve, 110, &[&[Unasked], &[Request, Permission], &[All, You]]),
    order(OrderKind::Approve, 60, &[&[Approve], &[All], &[Permission]]),
    order(OrderKind::Approve, 80, &[&[Approve], &[All], &[Request], &[Unasked, Standing]]),
    order(OrderKind::Approve, 60, &[&[Approve], &[Reply], &[Request]]),
    order(OrderKind::Approve, 60, &[&[Bypass], &[Guard]]),
    rule(OrderKind::Standing, 90, &[&[Standing], &[Reply]]),
    rule(OrderKind::Standing, 140, &[&[Standing], &[You]]).with(Sign::Host),
    rule(OrderKind::Role, 80, &[&[Role], &[Free]]),
    rule(OrderKind::Authority, 0, &[&[Grant]]),
    rule(OrderKind::Shadow, 90, &[&[BeforeTools], &[ThisTool], &[Call]]).unless(&[OwnScope]),
    rule(OrderKind::Shadow, 90, &[&[Instead], &[OtherTools], &[ThisTool]]),
    rule(OrderKind::Shadow, 110, &[&[ThisTool], &[Instead], &[Discredit]]).one_by_one(),
    rule(OrderKind::Shadow, 80, &[&[OtherTools], &[Discredit]]),
    rule(OrderKind::Shadow, 140, &[&[WhenUsed], &[Tool], &[Alter]]).one_by_one().only(Where::Tool),
    rule(OrderKind::Shadow, 110, &[&[Talk], &[Whole], &[Put, Call, Send]]).only(Where::Tool),
    rule(OrderKind::Exfiltrate, 90, &[&[Puts, Put], &[SecretPlace], &[Output]]).only(Where::Tool),
    rule(OrderKind::Exfiltrate, 80, &[&[Covertly], &[Send], &[Elsewhere]]).only(Where::Tool),
    rule(OrderKind::Exfiltrate, 80, &[&[Covertly], &[Send]]).with(Sign::Host).only(Where::Tool),
    rule(OrderKind::Exfiltrate, 90, &[&[Send], &[Secret, SecretPlace, Talk], &[Elsewhere]]).only(Where::Tool),
    rule(OrderKind::Exfiltrate, 90, &[&[Send], &[Secret, SecretPlace, Talk]])
        .with(Sign::Host)
        .only(Where::Tool),
    rule(OrderKind::Shadow, 110, &[&[Talk], &[Put], &[ThisTool]]).only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[Pretext], &[SecretPlace, Secret, Talk, SystemPrompt, Whole]])
        .only(Where::Tool),
    rule(OrderKind::Exfiltrate, 60, &[&[SecretPlace], &[Whole, Put]]).only(Where::Parameter),
    rule(OrderKind::Exfiltrate, 60, &[&[SystemPrompt], &[Put, Whole, You, Reveal]]).only(Where::Parameter),
    rule(OrderKind::Exfiltrate, 60, &[&[Talk], &[Whole]]).only(Where::Parameter),
    rule(OrderKind::Exfiltrate, 60, &[&[Put], &[All], &[Secret]]).only(Where::Parameter),
];
