//! Which violations are new.

use std::collections::{HashMap, HashSet};

use beadloom_model::answers::Violation;
use beadloom_rules::{NEVER_MATCHES, evaluate};

use super::{Base, Project};
use crate::rules::Judged;

/// What is the same of a violation before and after: the rule, where, between whom, and the sentence without its numbers.
type Key = (String, Option<String>, Option<String>, Option<String>, String);

/// Of each of today's violations, whether it is new since the revision.
pub(crate) fn new_violations(base: &Base<'_>, project: &Project, judged: &Judged) -> Vec<bool> {
    let before = evaluate(&judged.rules, &judged.path, &project.facts);
    let same_rules = base.is_unchanged(&judged.path);
    let mut known: HashMap<Key, usize> = HashMap::new();
    let mut tangles: HashMap<&str, Vec<HashSet<&str>>> = HashMap::new();
    for one in &before {
        if is_cycle(one) {
            let members = one.members.iter().map(|member| base.later_path(member)).collect();
            tangles.entry(&one.rule).or_default().push(members);
        } else if same_rules || one.rule_type != NEVER_MATCHES {
            // That a rule that was written or changed now matches nothing is news.
            *known.entry(key(base, one, true)).or_default() += 1;
        }
    }
    judged
        .violations
        .iter()
        .map(|one| {
            if is_cycle(one) {
                // A cycle that something joined is new; one that something left is not.
                let held = tangles.get(one.rule.as_str()).into_iter().flatten();
                return !held
                    .into_iter()
                    .any(|was| one.members.iter().all(|member| was.contains(member.as_str())));
            }
            match known.get_mut(&key(base, one, false)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        })
        .collect()
}

/// Whether a violation is a set of nodes or files, and not a place.
fn is_cycle(violation: &Violation) -> bool {
    !violation.members.is_empty()
}

fn key(base: &Base<'_>, one: &Violation, earlier: bool) -> Key {
    let path = |path: &str| if earlier { base.later_path(path).to_owned() } else { path.to_owned() };
    // A node may move from one graph file to another, and is the same.
    let place = one.file_path.as_deref().filter(|path| !path.starts_with(&base.graph_folder)).map(path);
    (
        one.rule.clone(),
        place,
        one.from_ref_id.clone(),
        one.to_ref_id.clone(),
        sentence(base, &one.message, earlier),
    )
}

/// A message with `#` for every number, and paths as they are now.
fn sentence(base: &Base<'_>, message: &str, earlier: bool) -> String {
    let mut text = String::with_capacity(message.len());
    for word in message.split_inclusive([' ', '`']) {
        let bare = word.trim_end_matches([' ', '`']);
        let later = if earlier { base.later_path(bare) } else { bare };
        let rest = word.get(bare.len()..).unwrap_or("");
        if bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !bare.is_empty() {
            text.push('#');
        } else {
            text.push_str(later);
        }
        text.push_str(rest);
    }
    text
}
