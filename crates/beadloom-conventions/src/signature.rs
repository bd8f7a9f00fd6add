//! The types that the first parameter of a method names.

/// Types of one parameter that are looked at.
const MAX_TYPES: usize = 4;

/// The names in the type of the first parameter: `OrderPlaced` of `on(final Message<OrderPlaced> event, Clock clock)`. Types begin with a
/// capital letter in the languages that this is asked for.
pub(crate) fn taken<'s>(signature: &'s str, method: &str) -> Vec<&'s str> {
    let after = signature
        .match_indices(method)
        .filter_map(|(at, _)| signature.get(at + method.len()..))
        .find_map(|rest| {
            let rest = rest.trim_start();
            // Type parameters of the method itself.
            let rest = match rest.strip_prefix('<') {
                Some(inner) => inner.split_once('>').map_or(rest, |(_, rest)| rest.trim_start()),
                None => rest,
            };
            rest.strip_prefix('(')
        });
    after.map(|after| types_in(first(after))).unwrap_or_default()
}

/// Up to the comma or bracket that ends the first of a list.
fn first(list: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ']' | '}' => depth = depth.saturating_sub(1),
            ')' if depth == 0 => return list.get(..at).unwrap_or(list),
            ')' => depth -= 1,
            ',' if depth == 0 => return list.get(..at).unwrap_or(list),
            '=' if depth == 0 => return list.get(..at).unwrap_or(list),
            _ => {}
        }
    }
    list
}

/// Names with a capital letter, without annotations.
pub(crate) fn types_in(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(start) = rest.find(|c: char| is_part(c)) else { break };
        let word_end = rest
            .get(start..)
            .and_then(|word| word.find(|c: char| !is_part(c)))
            .map_or(rest.len(), |length| start + length);
        let word = rest.get(start..word_end).unwrap_or_default();
        let is_annotation = rest.get(..start).is_some_and(|before| before.ends_with('@'));
        let is_scope = rest.get(word_end..).is_some_and(|after| {
            after.strip_prefix('.').is_some_and(|next| next.starts_with(char::is_uppercase))
        });
        if word.starts_with(char::is_uppercase) && !is_annotation && !is_scope && !found.contains(&word) {
            found.push(word);
        }
        at += word_end.max(1);
    }
    found.truncate(MAX_TYPES);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_parameter_names_types() {
        for (signature, method, expected) in [
            (
                "public async Task<int> Handle(CreateOrder request, CancellationToken ct)",
                "Handle",
                &["CreateOrder"][..],
            ),
            (
                "Task Consume(ConsumeContext<Shop.OrderPlaced> context)",
                "Consume",
                &["ConsumeContext", "OrderPlaced"],
            ),
            ("void on(@Payload final OrderPlaced event)", "on", &["OrderPlaced"]),
            ("fun on(event: OrderPlaced, clock: Clock = Clock())", "on", &["OrderPlaced"]),
            ("public function __invoke(SendMail $mail): void", "__invoke", &["SendMail"]),
            ("async execute(command: CreateOrder): Promise<void>", "execute", &["CreateOrder"]),
            ("void on()", "on", &[]),
            ("void other(Order o)", "on", &[]),
        ] {
            assert_eq!(taken(signature, method), expected, "{signature}");
        }
    }
}
