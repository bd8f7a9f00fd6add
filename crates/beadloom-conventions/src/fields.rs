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

/// A type of a schema as it is compared, by the name of what resolves its fields: `post` of `PostType`, `PostResolver` and `Types::PostNode`.
pub(crate) fn plain_type(name: &str) -> String {
    const ENDS: &[&str] = &["ObjectType", "Resolvers", "Resolver", "Extensions", "Type", "Node"];
    let short = name.rsplit(['.', ':']).next().unwrap_or(name);
    let plain = ENDS.iter().find_map(|end| short.strip_suffix(end).filter(|rest| !rest.is_empty()));
    plain.unwrap_or(short).to_lowercase()
}

/// The fields of objects of resolvers, with the place of each: `Query: { orders() {}, order: find }`.
pub(crate) fn resolver_maps(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut after = 0;
    let has_types = ["esolver", "GraphQL", "typeDefs"].iter().any(|word| text.contains(word));
    while let Some(rest) = text.get(after..).filter(|rest| !rest.is_empty()) {
        let Some(start) = rest.find(is_part) else { break };
        let word_end = rest.get(start..).and_then(|word| word.find(|c: char| !is_part(c)));
        let (at, end) = (after + start, word_end.map_or(text.len(), |end| after + start + end));
        after = end;
        let word = text.get(at..end).unwrap_or("");
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        if !word.starts_with(|c: char| c.is_ascii_uppercase()) || matches!(before, Some('.' | '<')) {
            continue;
        }
        // The annotation of the word before it: `Query: QueryResolvers = {`.
        if word.ends_with("Resolvers")
            && text.get(..at).is_some_and(|before| before.trim_end().ends_with(':'))
        {
            continue;
        }
        let root = ROOTS.iter().find(|(of, _)| *of == word).map(|(_, root)| (*root).to_owned());
        // Another word may be a type, where the file is about resolvers: what its object holds meets a schema, or nothing.
        let Some(root) = root.or_else(|| has_types.then(|| plain_type(word))) else { continue };
        let rest = text.get(after..).unwrap_or_default();
        // `Query: {`, `Query = {`, `Query: QueryResolvers = {`.
        let near = rest.get(..rest.floor_char_boundary(80)).unwrap_or(rest);
        let head = near.get(..near.find('{').unwrap_or(0)).unwrap_or("");
        if !head.trim_start().starts_with([':', '=']) || head.contains([';', '(', '\n', '"', '\'']) {
            continue;
        }
        for (name, place) in keys(text, after + head.len() + 1) {
            found.push((field(&root, name), place));
        }
    }
    found
}

/// The fields of the types of a schema that are no roots, with the place of each.
pub(crate) fn type_fields(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("type ") {
        let is_start =
            text.get(..at).is_none_or(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let rest = text.get(at + word.len()..).unwrap_or_default();
        let near = rest.get(..rest.floor_char_boundary(200)).unwrap_or(rest);
        let (Some(open), true) = (near.find('{'), is_start) else { continue };
        let head = near.get(..open).unwrap_or("");
        let name = head.split_whitespace().next().unwrap_or("");
        let is_root = ROOTS.iter().any(|(root, _)| *root == name);
        if !is_root && name.starts_with(|c: char| c.is_ascii_uppercase()) && !head.contains(['}', '"', '=']) {
            for (own, place) in keys(text, at + word.len() + open + 1) {
                found.push((field(&plain_type(name), own), place));
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
