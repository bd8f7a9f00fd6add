//! Routes as documents write them.

/// Bytes of a route.
const MIN_ROUTE_BYTES: usize = 4;
const MAX_ROUTE_BYTES: usize = 150;

/// Segments of a route that are no parameters, at least.
const MIN_NAMED_SEGMENTS: usize = 2;

/// What stands for a parameter, however it is called.
const PARAMETER: &str = "{}";

/// Calls `emit` with every route of a line, its parameters all alike, and where it begins.
pub(super) fn each_route(line: &str, emit: &mut dyn FnMut(String)) {
    let mut from = 0;
    while let Some(at) = line.get(from..).and_then(|rest| rest.find('/')).map(|at| from + at) {
        let rest = line.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        from = at + end.max(1);
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        // What goes on before is a path of files or an address.
        let begins =
            before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '.' | '/' | ':' | '_' | '-' | '~'));
        if let Some(route) = rest.get(..end).filter(|_| begins).and_then(same_parameters) {
            emit(route);
        }
    }
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '/' | '_' | '-' | '{' | '}' | ':' | '<' | '>' | '$' | '*' | '[' | ']' | '.' | '@')
}

/// A route with its parameters all alike; None where it names too little.
pub fn same_parameters(route: &str) -> Option<String> {
    let route = route.trim_end_matches(['/', '.', ':', '*']);
    if !(MIN_ROUTE_BYTES..=MAX_ROUTE_BYTES).contains(&route.len()) {
        return None;
    }
    let mut named = 0;
    let mut whole = String::with_capacity(route.len());
    for segment in route.trim_start_matches('/').split('/') {
        let is_parameter = segment.starts_with(['{', ':', '<', '$', '*', '['])
            || segment.contains('{') && segment.ends_with('}');
        whole.push('/');
        if is_parameter {
            whole.push_str(PARAMETER);
        } else {
            let is_name =
                segment.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'@'));
            if segment.is_empty() || !is_name {
                return None;
            }
            named += usize::from(segment.bytes().any(|b| b.is_ascii_alphabetic()));
            whole.push_str(segment);
        }
    }
    (named >= MIN_NAMED_SEGMENTS).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::each_route;

    #[test]
    fn routes_are_found_whatever_their_parameters_are_called() {
        for (line, expected) in [
            (
                "`POST /api/v4/receipts/{id}` or GET /api/v4/receipts/:receipt_id/",
                "/api/v4/receipts/{} /api/v4/receipts/{}",
            ),
            ("- /users/<int:pk>/orders.", "/users/{}/orders"),
            ("see src/app/main.py, https://example.org/a/b and ./docs/a.md", ""),
            ("and/or, /, //, /health, 1/2", ""),
            ("/größe/x/y", ""),
        ] {
            let mut found = Vec::new();
            each_route(line, &mut |route| found.push(route));
            assert_eq!(found.join(" "), expected, "{line}");
        }
    }
}
