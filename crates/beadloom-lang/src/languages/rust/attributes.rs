//! Paths that attributes name: `#[limit(conf::MAX)]`, `#[serde(default = "conf::limit")]`.

use tree_sitter::Node;

use crate::outline::Outline;
use crate::references::Before;

/// Keys whose string is a function or module, sorted.
const BY_NAME: &[&str] = &[
    "default", "default_value_t", "deserialize_with", "getter", "parse_with", "serialize_with",
    "skip_serializing_if", "value_parser", "with",
];

/// Reads what stands in the arguments of an attribute as values.
pub(super) fn values(node: Node<'_>, outline: &mut Outline<'_>) {
    const MAX_ATTRIBUTE_BYTES: usize = 4096;
    let text = outline.text(node);
    let Some(open) = text.find(['(', '=']).filter(|_| text.len() <= MAX_ATTRIBUTE_BYTES) else { return };
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let mut key = "";
    let mut quoted = false;
    let mut at = open;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = rest.len() - rest.trim_start_matches(is_path).len();
        let (word, after) = rest.split_at(length);
        if word.is_empty() {
            let sign = rest.chars().next().map_or(1, char::len_utf8);
            quoted ^= rest.starts_with('"');
            at += sign;
            continue;
        }
        let whole =
            !quoted || after.starts_with('"') && text.get(..at).is_some_and(|before| before.ends_with('"'));
        let place = node.start_byte() + at;
        match word.rsplit_once("::") {
            Some((path, name)) if whole && !path.is_empty() => {
                outline.value_to(name, Before::Scope(path), place + word.len() - name.len());
            }
            Some(_) => {}
            None if quoted && whole && BY_NAME.binary_search(&key).is_ok() => {
                outline.value_to(word, Before::Nothing, place);
            }
            None if !quoted && is_constant(word) => outline.value_to(word, Before::Nothing, place),
            None => {}
        }
        if !quoted {
            key = word;
        }
        at += length;
    }
}

fn is_constant(word: &str) -> bool {
    word.len() > 1
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_are_sorted_for_the_search() {
        assert!(super::BY_NAME.is_sorted());
    }
}
