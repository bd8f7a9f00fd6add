//! One form for what is compared: addresses, names of routes.

/// Parts of a path that may stand before the name of a route.
const MAX_SCOPES: usize = 2;

/// Bytes of an address that is kept.
const MAX_URL_BYTES: usize = 200;

/// Whether a text may be the address of a route of this server.
pub fn is_url(text: &str) -> bool {
    text.len() > 1
        && text.len() <= MAX_URL_BYTES
        && (text.starts_with('/') || text.starts_with("api/"))
        && !text.starts_with("//")
        && text.contains(char::is_alphabetic)
}

/// An address, or the path of a route, with `*` for every part that differs from call to call.
pub fn url(text: &str) -> String {
    let text = text.split(['?']).next().unwrap_or(text);
    let mut made = String::with_capacity(text.len() + 1);
    for segment in segments_of(text) {
        made.push('/');
        made.push_str(if is_variable(segment) { "*" } else { segment });
    }
    made
}

/// The segments of an address that [`url`] made.
pub fn segments(url: &str) -> impl Iterator<Item = &str> {
    url.split('/').filter(|segment| !segment.is_empty())
}

fn segments_of(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("(.:format)").next().unwrap_or(text).trim_end_matches('$');
    text.split('/').map(|segment| segment.trim_start_matches('^')).filter(|segment| !segment.is_empty())
}

fn is_variable(segment: &str) -> bool {
    let is_id = segment.len() >= 8
        && segment.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
        && segment.contains(|c: char| c.is_ascii_digit());
    is_id
        || segment.contains(['{', '<', '*', '(', '[', '$', '#', ':', '%'])
        || segment.chars().all(|c| c.is_ascii_digit())
}

/// A view component as it is compared: `shoppingcart` of `ShoppingCartViewComponent`, `ShoppingCart` and `shopping-cart`.
pub(crate) fn component(name: &str) -> String {
    let short = name.rsplit('.').next().unwrap_or(name);
    let short = short.strip_suffix("ViewComponent").unwrap_or(short);
    short.chars().filter(|c| *c != '-').flat_map(char::to_lowercase).collect()
}

/// A word without what makes a plural of it, for comparing alone: names of routes have the one or the other by rules that are not
/// written down.
fn singular(word: &str) -> &str {
    for (ending, least) in [("sses", 6), ("ses", 5), ("xes", 4), ("ches", 6), ("shes", 6)] {
        if word.len() >= least && word.ends_with(ending) {
            return word.strip_suffix("es").unwrap_or(word);
        }
    }
    match word.strip_suffix("ies").or_else(|| word.strip_suffix('y')) {
        Some(stem) if stem.len() > 1 => stem,
        _ => word.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s')).unwrap_or(word),
    }
}

/// The words of a route's name in Ruby, as they are compared: `edit_admin_order` of `edit_admin_orders_path`.
pub fn route_words(name: &str) -> String {
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).map(singular).collect();
    words.join("_")
}

/// The names that a route in Ruby may have by its path, its controller and its action: as [`route_words`] makes them, and as they are
/// written, as far as plurals follow rules. A part of the path that is no module of the controller and holds no other resource may stand
/// in the path alone (`scope 'v1'`).
pub fn rails_names(path: &str, controller: &str, action: &str) -> Vec<(String, String)> {
    let parts: Vec<&str> = segments_of(path).collect();
    let (modules, own) = controller.rsplit_once('/').unwrap_or(("", controller));
    let mut names = Vec::new();
    for from in 0..=parts.len().min(MAX_SCOPES) {
        let below = parts.get(from..).unwrap_or_default();
        let literal: Vec<String> = below
            .iter()
            .enumerate()
            .filter(|(_, part)| !is_variable(part))
            .map(|(at, part)| {
                let word = part.replace(['-', '.'], "_");
                let is_one = below.get(at + 1).is_some_and(|next| is_variable(next));
                if is_one { one_of(&word) } else { word }
            })
            .collect();
        names_of(&literal, action, &mut names);
        let (part, next) = (parts.get(from).copied().unwrap_or(""), parts.get(from + 1));
        let is_module = modules.split('/').any(|module| module == part);
        let is_resource = part == own || next.is_none_or(|next| is_variable(next));
        if is_module || is_resource || is_variable(part) {
            break;
        }
    }
    names
}

fn names_of(literal: &[String], action: &str, names: &mut Vec<(String, String)>) {
    let mut add = |name: String| names.push((route_words(&name), name));
    if let Some((last, rest)) = literal.split_last().filter(|(_, rest)| !rest.is_empty())
        && (last == action || matches!(last.as_str(), "new" | "edit"))
    {
        add(format!("{last}_{}", rest.join("_")));
        if last == "new"
            && let Some((resource, above)) = rest.split_last()
        {
            add([&["new".to_owned()], above, &[one_of(resource)]].concat().join("_"));
        }
    }
    if literal.is_empty() {
        add("root".to_owned());
    } else {
        add(literal.join("_"));
    }
}

/// A word of a path in the singular, as Ruby would mostly have it.
fn one_of(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    if ["sses", "xes", "ches", "shes"].iter().any(|ending| word.ends_with(ending)) {
        return word.strip_suffix("es").unwrap_or(word).to_owned();
    }
    let stem = word.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s'));
    stem.unwrap_or(word).to_owned()
}

/// The path of a constant in Ruby, as its file has it: `shop/order_mailer` of `Shop::OrderMailer`.
pub(crate) fn underscored(constant: &str) -> String {
    let mut made = String::with_capacity(constant.len() + 4);
    let letters: Vec<char> = constant.replace("::", "/").chars().collect();
    for (at, c) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied().unwrap_or('/');
        let is_start = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || before.is_uppercase() && letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        if is_start {
            made.push('_');
        }
        made.extend(c.to_lowercase());
    }
    made
}

/// The partial that something is shown by, by its name: `line_items/line_item` of `order.line_items` and of `line_item`. None for words
/// that `render` has a meaning for.
pub(crate) fn partial_of(name: &str) -> Option<String> {
    let word = name.rsplit('.').next().unwrap_or(name);
    let one = one_of(word);
    let is_word = matches!(word, "yield" | "self" | "partial" | "collection" | "template" | "layout" | "nil");
    if is_word || one.len() < 2 {
        return None;
    }
    let many = if one == word { plural(&one) } else { word.to_owned() };
    Some(format!("{many}/{one}"))
}

fn plural(word: &str) -> String {
    if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    let hisses = ["s", "x", "ch", "sh"].iter().any(|ending| word.ends_with(ending));
    format!("{word}{}", if hisses { "es" } else { "s" })
}

/// The controller that a test in Ruby is about, by its path: `admin/orders` of `test/controllers/admin/orders_controller_test.rb`.
pub fn controller_of(path: &str) -> Option<&str> {
    let (_, below) = path.rsplit_once("controllers/")?;
    below.split_once("_controller").map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_have_one_form() {
        for (text, expected) in [
            ("/orders/12", "/orders/*"),
            ("/orders/:id/edit(.:format)", "/orders/*/edit"),
            ("/orders/{id}/", "/orders/*"),
            ("^orders/(?P<pk>[0-9]+)/$", "/orders/*"),
            ("/orders/<int:pk>/?page=2", "/orders/*"),
            ("/orders/#{order.id}.json", "/orders/*"),
            ("/", ""),
        ] {
            assert_eq!(url(text), expected, "{text}");
        }
    }

    #[test]
    fn constants_have_files_and_objects_have_partials() {
        for (constant, path) in [
            ("UserMailer", "user_mailer"),
            ("Shop::OrderMailer", "shop/order_mailer"),
            ("HTMLMailer", "html_mailer"),
            ("V2Mailer", "v2_mailer"),
        ] {
            assert_eq!(underscored(constant), path);
        }
        for (name, partial) in [
            ("orders", Some("orders/order")),
            ("order.line_items", Some("line_items/line_item")),
            ("category", Some("categories/category")),
            ("address", Some("addresses/address")),
            ("yield", None),
        ] {
            assert_eq!(partial_of(name).as_deref(), partial, "{name}");
        }
    }

    #[test]
    fn names_of_routes_meet_their_helpers() {
        for (path, handler, helper) in [
            ("/orders", "orders#index", "orders"),
            ("/orders/:id", "orders#show", "order"),
            ("/admin/orders/:id/edit", "admin/orders#edit", "edit_admin_order"),
            ("/orders/new", "orders#new", "new_order"),
            ("/orders/:order_id/line_items", "line_items#index", "order_line_items"),
            ("/orders/:id/publish", "orders#publish", "publish_order"),
            ("/about", "pages#about", "about"),
            ("/settings/profile", "settings#profile", "settings_profile"),
            ("/categories/:id", "categories#show", "category"),
            ("/addresses", "addresses#index", "addresses"),
            ("/v1/orders/:id", "orders#show", "order"),
            ("/", "home#index", "root"),
        ] {
            let (controller, action) = handler.split_once('#').unwrap();
            let names = rails_names(path, controller, action);
            assert!(names.contains(&(route_words(helper), helper.to_owned())), "{path} {helper}: {names:?}");
        }
        // A module of the controller stands in the name.
        let names = rails_names("/admin/orders", "admin/orders", "index");
        assert_eq!(names, [("admin_order".to_owned(), "admin_orders".to_owned())]);
    }
}
