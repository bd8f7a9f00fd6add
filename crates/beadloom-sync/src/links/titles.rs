//! What documents and parts are called, in a form in which both can be compared.

use beadloom_words::{each_name, words_of_name};

/// Titles that many projects have for a part, and others for a document of all.
const USUAL_TITLES: &[&str] = &[
    "admin", "api", "app", "application", "asset", "backend", "build", "cli", "client", "common",
    "component", "config", "configuration", "core", "data", "db", "demo", "doc", "example", "extension",
    "frontend", "helper", "lib", "library", "main", "migration", "model", "module", "package", "plugin",
    "public", "resource", "script", "server", "service", "setup", "shared", "src", "style", "template",
    "test", "testing", "tool", "type", "ui", "util", "utility", "view", "web",
];

/// Words of a title that say what kind of text it is.
const WORDS_OF_TITLES: &[&str] = &[
    "a", "about", "an", "and", "api", "architecture", "configure", "configuring", "creating", "design",
    "doc", "documentation", "feature", "for", "guide", "how", "in", "introduction", "library", "manual",
    "module", "of", "overview", "package", "readme", "reference", "service", "setting", "setup", "system",
    "the", "to", "use", "using", "with", "working",
];

/// Letters and digits in lower case, without the ending of a plural: `Invoices` like `invoice`, `stripe-webhooks` like `StripeWebhook`.
pub fn plain(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match name.strip_suffix("ies") {
        Some(stem) if stem.chars().count() > 2 => format!("{stem}y"),
        _ => name.strip_suffix('s').map_or(name.clone(), str::to_owned),
    }
}

/// Whether any project may have a part, or a document, of that title, which is given as [`plain`] makes it.
pub fn is_usual_title(title: &str) -> bool {
    USUAL_TITLES.contains(&title)
}

/// The words of a name or a text, each as [`plain`] makes it, in order: `stripe-webhooks` gives `stripe` and `webhook`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    each_name(text, &mut |name| {
        let mut of_name: Vec<String> = Vec::new();
        words_of_name(name, &mut |word| of_name.push(plain(word)));
        // The whole comes before its parts.
        if of_name.len() > 1 {
            of_name.remove(0);
        }
        found.extend(of_name.into_iter().filter(|word| !word.is_empty()));
    });
    found
}

/// The words that say what a text with this title is about.
pub(super) fn telling_words(title: &str) -> Vec<String> {
    let mut all = words(title);
    all.retain(|word| !WORDS_OF_TITLES.contains(&word.as_str()) && !word.chars().all(|c| c.is_ascii_digit()));
    all
}
