//! Groups of routes in Laravel: what they put before the names of the routes inside.

/// Groups of one file.
const MAX_GROUPS_ITEMS: usize = 1_000;

/// Bytes of a statement before its group.
const MAX_HEAD_BYTES: usize = 400;

/// Bytes that are read in search of the ends of all groups: groups that never end would each be read to the end of the file.
const MAX_SCANNED_BYTES: usize = 16 << 20;

/// A group with a name, and where it holds.
pub(crate) struct Group<'t> {
    name: &'t str,
    from: usize,
    to: usize,
}

/// The groups of a file that have a name: `Route::name('admin.')->group(function () { … })`, and `'as' => 'admin.'` of older ones.
pub(crate) fn groups(text: &str) -> Vec<Group<'_>> {
    let (mut found, mut scanned) = (Vec::new(), 0);
    for (at, _) in text.match_indices("group(").take(MAX_GROUPS_ITEMS) {
        let start = text.ceil_char_boundary(at.saturating_sub(MAX_HEAD_BYTES));
        let head = text.get(start..at).unwrap_or("");
        let head = head.rsplit([';', '{', '}']).next().unwrap_or("");
        let rest = text.get(at..).unwrap_or("");
        let Some(open) = rest.find('{') else { break };
        let options = rest.get(..open).unwrap_or("");
        let name = ["name(", "as("].iter().find_map(|word| quoted(head.rsplit_once(word)?.1));
        let name = name.or_else(|| quoted(options.split_once("'as'")?.1.trim_start().strip_prefix("=>")?));
        let Some(name) = name else { continue };
        let length = closing(rest.get(open..).unwrap_or(""));
        scanned += length;
        if scanned > MAX_SCANNED_BYTES {
            break;
        }
        found.push(Group { name, from: at + open, to: at + open + length });
    }
    found
}

/// What the groups around a place put before a name, the outermost first.
pub(crate) fn prefix(groups: &[Group<'_>], at: usize) -> String {
    groups.iter().filter(|group| (group.from..group.to).contains(&at)).map(|group| group.name).collect()
}

/// The text that begins here.
fn quoted(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    rest.get(1..)?.split(quote).next()
}

/// Where the brace closes that a text begins with.
fn closing(text: &str) -> usize {
    let (mut depth, mut quote) = (0usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_what_is_in_them() {
        let text = "Route::prefix('a')->name('a.')->group(function () {\n  Route::get('/{x}', 'f')->name('one');\n  Route::group(['as' => 'b.'], function () { Route::get('', 'g')->name('two'); });\n});\nRoute::get('/', 'h')->name('three');";
        let found = groups(text);
        for (name, expected) in [("'one'", "a."), ("'two'", "a.b."), ("'three'", "")] {
            assert_eq!(prefix(&found, text.find(name).unwrap()), expected, "{name}");
        }
    }
}
