//! Lists in the text of PHP and Ruby: the names that one holds, and what an array of pairs gives each of its keys.

/// Bytes of one list.
const MAX_LIST_BYTES: usize = 16 * 1024;

/// Entries of one list.
const MAX_ENTRIES_ITEMS: usize = 400;

/// A key and one of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair<'t> {
    /// The short name of a class, or the text in quotes.
    pub key: &'t str,
    /// The short name of a class, `Class@method`, or `@method` of the class around.
    pub value: String,
    /// Where the key stands in the text.
    pub at: usize,
}

/// What stands between the bracket at `open` and the one that closes it. All of the rest, up to the bound, where none does.
pub(crate) fn inside(text: &str, open: usize) -> &str {
    let body = text.get(open + 1..).unwrap_or("");
    let body = body.get(..body.floor_char_boundary(MAX_LIST_BYTES)).unwrap_or(body);
    let (mut depth, mut quote) = (0usize, None);
    for (at, c) in body.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                let Some(less) = depth.checked_sub(1) else { return body.get(..at).unwrap_or(body) };
                depth = less;
            }
            _ => {}
        }
    }
    body
}

/// The parts of a list, each with its place in the list.
pub(crate) fn entries(list: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut quote, mut from) = (0usize, None, 0);
    let mut found = Vec::new();
    for (at, c) in list.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push((from, list.get(from..at).unwrap_or("")));
                from = at + 1;
            }
            _ => {}
        }
        if found.len() >= MAX_ENTRIES_ITEMS {
            return found;
        }
    }
    found.push((from, list.get(from..).unwrap_or("")));
    found
}

/// The texts in quotes of a list, also of lists inside, each with its place.
pub(crate) fn texts(list: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = list.get(at..)
        && let Some(start) = rest.find(['\'', '"'])
        && let Some(quote) = rest.get(start..=start)
        && found.len() < MAX_ENTRIES_ITEMS
    {
        let from = at + start + 1;
        let Some(length) = list.get(from..).and_then(|rest| rest.find(quote)) else { break };
        found.push((from, list.get(from..from + length).unwrap_or("")));
        at = from + length + 1;
    }
    found
}

/// The pairs of the array whose bracket stands at `open`.
pub(crate) fn pairs(text: &str, open: usize) -> Vec<Pair<'_>> {
    let mut found = Vec::new();
    for (at, entry) in entries(inside(text, open)) {
        let Some((key, value)) = entry.split_once("=>") else { continue };
        let at = open + 1 + at + key.len() - key.trim_start().len();
        let Some(key) = class(key).or_else(|| quoted(key)) else { continue };
        found.extend(values(value).into_iter().map(|value| Pair { key, value, at }));
    }
    found.truncate(MAX_ENTRIES_ITEMS);
    found
}

/// What the value of a key, or an argument, names: a class, a class with a method, or each entry of a list of such.
pub(crate) fn values(value: &str) -> Vec<String> {
    let value = value.trim();
    if let Some(list) = value.strip_prefix('[') {
        let parts = entries(list.strip_suffix(']').unwrap_or(list));
        if let Some(method) = method(&parts) {
            return vec![method];
        }
        let inner = |part: &str| match part.trim().strip_prefix('[') {
            Some(list) => method(&entries(list.strip_suffix(']').unwrap_or(list))),
            None => one(part),
        };
        return parts.into_iter().filter_map(|(_, part)| inner(part)).collect();
    }
    one(value).into_iter().collect()
}

/// `[Order::class, 'placed']`
fn method(parts: &[(usize, &str)]) -> Option<String> {
    let [(_, of), (_, method)] = parts else { return None };
    Some(format!("{}@{}", class(of)?, quoted(method).filter(|one| is_word(one))?))
}

fn one(value: &str) -> Option<String> {
    if let Some(class) = class(value) {
        return Some(class.to_owned());
    }
    let text = quoted(value)?;
    match text.rsplit_once('@') {
        Some((of, method)) if is_word(method) => {
            Some(format!("{}@{method}", of.rsplit('\\').next().unwrap_or(of)))
        }
        None if is_word(text) => Some(format!("@{text}")),
        None if text.contains('\\') => {
            text.rsplit('\\').next().filter(|name| is_word(name)).map(str::to_owned)
        }
        _ => None,
    }
}

/// The short name in `App\Events\OrderPlaced::class`.
pub(crate) fn class(text: &str) -> Option<&str> {
    let name = text.trim().strip_suffix("::class")?.trim();
    name.rsplit('\\').next().filter(|name| is_word(name))
}

fn quoted(text: &str) -> Option<&str> {
    let text = text.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    text.get(1..)?.strip_suffix(quote).filter(|inner| !inner.is_empty() && !inner.contains(quote))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_give_their_keys_what_they_name() {
        let text = "$listen = [\n A::class => [B::class, \\C\\D::class],\n E::class => [[F::class, 'on'], 'G\\H@run'],\n 'x.y' => I::class, 'z' => 'on', J::class => [],\n]; [K::class => L::class]";
        let found: Vec<String> =
            pairs(text, 10).into_iter().map(|pair| format!("{} {}", pair.key, pair.value)).collect();
        assert_eq!(found, ["A B", "A D", "E F@on", "E H@run", "x.y I", "z @on"]);
        let found = pairs("[A::class => [B::class, 'on']]", 0);
        assert_eq!(found, [Pair { key: "A", value: "B@on".to_owned(), at: 1 }]);
    }

    #[test]
    fn lists_hold_texts() {
        let list = inside("middleware(['a', 'b:c'], \"d\")->x('e')", 10);
        let found: Vec<&str> = texts(list).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["a", "b:c", "d"]);
    }
}
