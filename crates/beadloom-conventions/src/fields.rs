//! Root fields of GraphQL, where resolvers and operations name them.

/// Bytes that are looked through from where something begins.
const MAX_OBJECT_BYTES: usize = 64 * 1024;

/// Fields of one object.
const MAX_FIELDS_ITEMS: usize = 400;

const ROOTS: &[(&str, &str)] =
    &[("Query", "query"), ("Mutation", "mutation"), ("Subscription", "subscription")];

/// A field as it is compared: `query.allorders` of `all_orders` and of `allOrders`.
pub(crate) fn field(root: &str, name: &str) -> String {
    let plain: String = name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
    format!("{root}.{plain}")
}

/// The fields of objects of resolvers, with the place of each: `Query: { orders() {}, order: find }`.
pub(crate) fn resolver_maps(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (word, root) in ROOTS {
        for (at, _) in text.match_indices(word) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '<')) {
                continue;
            }
            let after = at + word.len();
            let rest = text.get(after..).unwrap_or_default();
            // `Query: {`, `Query = {`, `Query: QueryResolvers = {`.
            let head = rest.get(..rest.find('{').filter(|open| *open < 80).unwrap_or(0)).unwrap_or("");
            if !head.trim_start().starts_with([':', '=']) || head.contains([';', '(', '\n', '"', '\'']) {
                continue;
            }
            for (name, place) in keys(text, after + head.len() + 1) {
                found.push((field(root, name), place));
            }
        }
    }
    found
}

/// The fields that operations select at their top, with the place of each.
pub(crate) fn operations(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (_, root) in ROOTS {
        for (at, _) in text.match_indices(root) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '$')) {
                continue;
            }
            let after = at + root.len();
            let Some(open) = selection(text.get(after..).unwrap_or_default()) else { continue };
            for (name, place) in keys(text, after + open) {
                found.push((field(root, name), place));
            }
        }
    }
    found
}

/// Where the selection of an operation begins, behind its brace: after a name and variables. A line of code that says `query {` of
/// something else has no fields that a schema knows.
fn selection(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in rest.char_indices().take(2_000) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            '{' if depth == 0 => return Some(at + 1),
            _ if depth > 0 => {}
            c if c.is_alphanumeric() || c.is_whitespace() || c == '_' => {}
            _ => return None,
        }
    }
    None
}

/// The words at the top of an object or selection that begins at `from`, one for each entry: its first, or what an alias stands for.
fn keys(text: &str, from: usize) -> Vec<(&str, usize)> {
    let body = text.get(from..).unwrap_or_default();
    let body = body.get(..body.floor_char_boundary(MAX_OBJECT_BYTES)).unwrap_or(body);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found: Vec<(&str, usize)> = Vec::new();
    let mut depth = 0usize;
    let mut quote: Option<char> = None;
    let mut fresh = true;
    let mut skip_to = 0;
    for (at, c) in body.char_indices() {
        if at < skip_to {
            continue;
        }
        if let Some(open) = quote {
            if c == open || c == '\n' && open != '`' {
                quote = None;
            }
            continue;
        }
        match c {
            '"' | '\'' | '`' if depth > 0 => quote = Some(c),
            '/' if body.get(at..).is_some_and(|rest| rest.starts_with("//")) => {
                skip_to = body.get(at..).and_then(|rest| rest.find('\n')).map_or(body.len(), |end| at + end);
                fresh = true;
            }
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                let Some(less) = depth.checked_sub(1) else { break };
                depth = less;
                fresh |= depth == 0 && c == '}';
            }
            ',' | '\n' if depth == 0 => fresh = true,
            c if depth == 0 && fresh && (c.is_alphabetic() || c == '_') => {
                let rest = body.get(at..).unwrap_or_default();
                let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
                let word = rest.get(..end).unwrap_or_default();
                skip_to = at + end;
                // `async orders()`: the word is the next.
                if !matches!(word, "async" | "get") {
                    found.push((word, from + at));
                    fresh = false;
                }
            }
            _ => {}
        }
        if found.len() >= MAX_FIELDS_ITEMS {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(found: Vec<(String, usize)>) -> Vec<String> {
        found.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn objects_of_resolvers() {
        let text = "const resolvers = {\n  Query: {\n    orders: async () => ({ id: 1 }),\n    order(_, { id }) {\n return find(id) },\n    // none: 1\n  },\n  Mutation: { async addOrder() {} },\n};\n";
        assert_eq!(names(resolver_maps(text)), ["query.orders", "query.order", "mutation.addorder"]);
        let typed = "export const Query: QueryResolvers = {\n  orders,\n  all_orders: find\n}";
        assert_eq!(names(resolver_maps(typed)), ["query.orders", "query.allorders"]);
        assert!(resolver_maps("useQuery({ a: 1 }); x.Query = { b: 1 }; if (Query) { c: 1 }").is_empty());
    }

    #[test]
    fn operations_select_fields() {
        let text = "gql`query Orders($id: ID!) { orders(id: $id) { id items { id } }\n  total }`; client('mutation { addOrder }')";
        assert_eq!(names(operations(text)), ["query.orders", "query.total", "mutation.addorder"]);
        assert!(operations("db.query({ a: 1 }); if (query) { b() }").is_empty());
    }
}
