//! Orders as compositions of concepts, whatever their words: which concepts beside each other are another one, and which of them in one
//! sentence are an order.

use crate::lexicon::Class::{self, *};
use crate::rules::{OrderKind, Rule, Sign, Where, order, rule};
use crate::words::Hit;

/// Two concepts that are one beside each other.
struct Pair {
    first: Class,
    second: Class,
    /// Characters between them, at most.
    gap: usize,
    /// Whether the second may stand before the first, as verbs do before a negation.
    swaps: bool,
    is: Class,
}

const fn pair(first: Class, second: Class, gap: usize, is: Class) -> Pair {
    Pair { first, second, gap, swaps: false, is }
}

/// Those of the first pass, and those that are made of these.
const PAIRS: [&[Pair]; 2] = [
    &[
        Pair { swaps: true, ..pair(Not, Heed, 22, Ignore) },
        Pair { swaps: true, ..pair(Not, Holds, 40, Void) },
        Pair { swaps: true, ..pair(Not, Speak, 22, NotSay) },
        Pair { swaps: true, ..pair(Not, Know, 22, Aware) },
        pair(Lacks, Limit, 16, Boundless),
        Pair { swaps: true, ..pair(SoFar, Messages, 16, Talk) },
        pair(Others, Device, 16, AnyOther),
        pair(User, Wonders, 12, IfAsked),
        pair(Turn, Off, 40, SwitchOff),
    ],
    &[
        Pair { swaps: true, ..pair(Before, AnyOther, 24, Foremost) },
        Pair { swaps: true, ..pair(SwitchOff, Safety, 24, Disarm) },
    ],
];

/// Bytes of a character, at most.
const MAX_CHARACTER_BYTES: usize = 4;

/// Words before a place that something comes from, and goes not to.
const SOURCES: &[&str] = &[
    " from", " from an", " from a", " from the", " aus", " aus dem", " aus der", " vom", " depuis", " desde",
    " из", "从",
];

/// Whether a word for a place says where something comes from.
fn is_source(text: &str, hit: &Hit) -> bool {
    matches!(hit.class, Output | Outlet | Answer | PublicPlace)
        && text
            .get(..hit.start)
            .is_some_and(|before| SOURCES.iter().any(|source| before.trim_end().ends_with(source)))
}

/// Adds what neighbouring words are together.
pub(crate) fn add(text: &str, inflected: &dyn Fn(usize) -> bool, all: &mut Vec<Hit>) {
    all.retain(|hit| !is_source(text, hit));
    for pairs in PAIRS {
        let mut composed: Vec<Hit> = Vec::new();
        for (at, hit) in all.iter().enumerate() {
            for pair in pairs {
                let swapped = pair.swaps && hit.class == pair.second && inflected(hit.language);
                let other = match hit.class {
                    class if class == pair.first => pair.second,
                    _ if swapped => pair.first,
                    _ => continue,
                };
                let near = all.iter().skip(at + 1);
                let near = near.take_while(|one| one.start <= hit.end + pair.gap * MAX_CHARACTER_BYTES);
                let found = near
                    .filter(|one| one.class == other && one.language == hit.language)
                    .find(|one| text.get(hit.end..one.start).is_some_and(|gap| is_gap(gap, pair.gap)));
                if let Some(found) = found {
                    composed.push(Hit { end: found.end, class: pair.is, ..*hit });
                    break;
                }
            }
        }
        if !composed.is_empty() {
            all.extend(composed);
            all.sort_unstable();
        }
    }
}

/// Whether two words with that between them belong together: no sentence ends there, and nothing takes a negation back.
fn is_gap(gap: &str, most: usize) -> bool {
    const TAKES_BACK: &[&str] =
        &["forget", "fail", "hesitate", "only", "vergiss", "oubli", "olvid", "esque", "забуд"];
    gap.chars().count() <= most
        && !gap.contains(['\n', ';', ':', '。', '.', '!', '?'])
        && !TAKES_BACK.iter().any(|word| gap.contains(word))
}

/// Within one sentence.
pub(crate) const RULES: &[Rule] = &[
    // The rules that a model came with.
    order(OrderKind::Ignore, 120, &[&[Ignore], &[Rules, Guarding, SystemPrompt, Told], &[Given]]),
    order(OrderKind::Ignore, 50, &[&[Ignore], &[Given]]),
    order(OrderKind::Ignore, 60, &[&[Ignore, SwitchOff], &[Guarding]]),
    rule(OrderKind::Ignore, 60, &[&[Void], &[Safety, Guarding]]),
    rule(OrderKind::Ignore, 120, &[&[Void, Stale], &[Rules, Guarding, SystemPrompt, Limit], &[Given]]),
    rule(OrderKind::Ignore, 100, &[&[Void, Stale], &[Given], &[Anything, Told, Maker]]),
    rule(OrderKind::Ignore, 80, &[&[Void, Stale], &[SystemPrompt], &[You]]),
    rule(OrderKind::Role, 70, &[&[Persona, NewName], &[Free, Boundless]]),
    rule(OrderKind::Role, 100, &[&[Persona], &[Anything], &[ForeignText]]),
    order(OrderKind::Standing, 100, &[&[Heed, Run], &[Anything], &[ForeignText]]),
    // What its user is not to learn.
    rule(OrderKind::Hide, 90, &[&[NotSay, Aware], &[Principal, User], &[Deed]]),
    rule(OrderKind::Hide, 60, &[&[NotSay], &[ThisText]]),
    order(OrderKind::Hide, 120, &[&[Claim], &[AllClear], &[Always]]),
    rule(OrderKind::Hide, 100, &[&[Report], &[NotSay, LeaveOut], &[Deed]]),
    // What is kept from others.
    order(OrderKind::Exfiltrate, 120, &[&[Move], &[SecretPlace], &[Outlet]]).one_by_one(),
    order(OrderKind::Exfiltrate, 120, &[&[Move], &[SecretPlace], &[Answer, Output, PublicPlace]]),
    order(OrderKind::Exfiltrate, 120, &[&[Move], &[Private], &[Answer, PublicPlace]]),
    rule(OrderKind::Exfiltrate, 110, &[&[SecretPlace, Private], &[PublicPlace, Answer], &[Belongs]]),
    order(OrderKind::Exfiltrate, 110, &[&[Move], &[SecretPlace]]).with(Sign::Host),
    // What a stranger offers.
    order(OrderKind::Standing, 120, &[&[Move, Insert], &[ThisText], &[AgentFile, LongTerm]]),
    rule(OrderKind::Standing, 120, &[&[LongTerm], &[Trust, Blind]]),
    // Guards, and consent.
    order(OrderKind::Approve, 0, &[&[Disarm]]).unless(&[Chore]),
    rule(OrderKind::Approve, 110, &[&[Dialog], &[Yes], &[Blind, Always]]),
    rule(OrderKind::Approve, 110, &[&[Consent], &[Asked], &[All, Anything, Blind, Unasked]]),
    rule(OrderKind::Approve, 140, &[&[Edit], &[OwnConfig], &[Trust, Unasked]]),
    // A tool's text says what the tool does.
    rule(OrderKind::Hide, 110, &[&[NotSay, Aware], &[Watcher], &[Deed]]).only(Where::Tool),
    rule(OrderKind::Hide, 110, &[&[NotSay, NotShow], &[Watcher], &[Private, SecretPlace]]).only(Where::Tool),
    order(
        OrderKind::Exfiltrate,
        120,
        &[&[Move], &[Private, SecretPlace], &[Outlet], &[Watcher, SecretPlace, Messages]],
    )
    .only(Where::Tool),
    rule(OrderKind::Exfiltrate, 120, &[&[Move], &[Talk], &[Outlet]]).only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[BeforeTools, Foremost], &[Talk, Always, Whole, Private, SecretPlace]])
        .only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[Prefer], &[OtherTools, AnyOther], &[ThisTool, Always]])
        .only(Where::Tool),
    rule(OrderKind::Shadow, 140, &[&[OtherTools, AnyOther], &[Alter, Move]])
        .with(Sign::Host)
        .only(Where::Tool),
    rule(
        OrderKind::Shadow,
        90,
        &[&[Before, BeforeAll], &[Messages], &[Always, SoFar], &[You, ThisTool, Call]],
    )
    .only(Where::Tool),
    rule(OrderKind::Run, 80, &[&[YourShell], &[Run]]).only(Where::Tool),
    rule(OrderKind::Approve, 100, &[&[Consent], &[User, Watcher]]).only(Where::Parameter),
];

/// Within neighbouring sentences.
pub(crate) const PASSAGES: &[Rule] = &[
    rule(OrderKind::Ignore, 160, &[&[Void, Stale], &[Given], &[Ignore]]),
    order(OrderKind::Run, 160, &[&[Fetch], &[Run], &[Before, BeforeAll, FirstThing, Blind, Unasked]])
        .with(Sign::Host),
    rule(OrderKind::Run, 110, &[&[Run], &[Blind]]).with(Sign::Host),
    order(OrderKind::Approve, 110, &[&[Assent], &[Blind], &[Asked, Dialog, Permission]]),
    rule(OrderKind::Hide, 160, &[&[NotSay, NotShow, Aware], &[Watcher, Principal], &[Private, SecretPlace]])
        .only(Where::Tool),
];
