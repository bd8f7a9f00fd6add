//! What the chapters of Markdown are about, as those say that write them.

use crate::answer::about::{About, Heading};
use crate::{context, overview, prime};

/// The titles that only answers to tasks have.
const OF_TASKS: [Heading; 8] = [
    Heading { title: "Code", about: About::Code },
    Heading { title: "Further code", about: About::Code },
    Heading { title: "From ", about: About::Code },
    Heading { title: "Written alike", about: About::Code },
    Heading { title: "Called by", about: About::Code },
    Heading { title: "Calls", about: About::Code },
    Heading { title: "Imported", about: About::Code },
    Heading { title: "Parts", about: About::Graph },
];

/// What a chapter is about that has this title, without `## `; None of one that no answer has. A title that goes on with names
/// is found by its beginning.
pub fn about_title(title: &str) -> Option<About> {
    let of_answers = context::gather::headings().chain(OF_TASKS);
    let mut all = of_answers.chain(prime::headings()).chain(overview::headings());
    all.find(|heading| match heading.title.strip_suffix(' ') {
        Some(_) => title.starts_with(heading.title),
        None => title == heading.title,
    })
    .map(|heading| heading.about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_say_what_chapters_are_about() {
        for (title, about) in [
            ("Around it", Some(About::Graph)),
            ("Subtypes", Some(About::Code)),
            ("From a to b", Some(About::Code)),
            ("Written alike", Some(About::Code)),
            ("Usually changes with it", Some(About::History)),
            ("Stale documents", Some(About::Documents)),
            ("Domains", Some(About::Graph)),
            ("Last commits", Some(About::History)),
            ("How to use beadloom", Some(About::Frame)),
            ("Coded", None),
        ] {
            assert_eq!(about_title(title), about, "{title}");
        }
    }
}
