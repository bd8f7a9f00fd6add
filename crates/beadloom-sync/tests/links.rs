//! Which parts documents are about.

use beadloom_sync::links::{Judge, LINK_FEATURES, LINKED, Link, Mentions, Part, SURE, Vocabulary, names_in};
use proptest::prelude::*;

/// A shop with parts that lie in each other, by number: shop, billing, tax (in billing), mail, web.
fn parts() -> Vec<Part> {
    let part = |place: &str, title: &str, parent: Option<u32>| Part {
        places: vec![place.to_owned()],
        names: vec![title.to_owned()],
        parent,
    };
    vec![
        part("./", "shop", None),
        part("src/billing/", "billing", Some(0)),
        part("src/billing/tax/", "tax", Some(1)),
        part("src/mail/", "mail", Some(0)),
        part("src/api/", "api", Some(0)),
    ]
}

fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::default();
    let names: [(u32, &[&str]); 4] = [
        (1, &["InvoiceLedger", "post_entry", "CreditNote", "charge_card", "Ledger", "Result"]),
        (2, &["TaxRate", "rate_of_country", "VatReport", "round_half_up"]),
        (3, &["LetterQueue", "send_letter", "BounceHandler", "render_letter", "queue", "Result"]),
        (4, &["ApiRouter", "list_invoices", "Result"]),
    ];
    for (part, names) in names {
        names.iter().for_each(|name| vocabulary.add_name(name, part));
    }
    for (part, path) in [
        (1, "src/billing/ledger.py"),
        (2, "src/billing/tax/vat_report.py"),
        (3, "src/mail/letter_queue.py"),
        (4, "src/api/router.py"),
        (1, "src/billing/"),
        (3, "src/mail/"),
    ] {
        vocabulary.add_file(path, part);
    }
    let stated = ["MAIL_HOST_NAME", "mail:send-all", "--bounce-after", "/letters/{}/copies"];
    stated.iter().for_each(|name| vocabulary.add_stated(name, 3));
    vocabulary.add_part("mail_gateway", 3);
    vocabulary
}

fn links(path: &str, text: &str) -> Vec<Link> {
    let (parts, vocabulary) = (parts(), vocabulary());
    Judge::new(&parts, &vocabulary).links(path, &Mentions::of(&vocabulary, &names_in(text)))
}

/// `number score` of each link of the whole document, `number@line` of sections, what is too unsure left out.
fn about(path: &str, text: &str) -> Vec<String> {
    let found = links(path, text);
    found
        .into_iter()
        .filter(|link| link.score >= LINKED)
        .map(|link| match link.section {
            None if link.score >= SURE => format!("{} sure", link.part),
            None => link.part.to_string(),
            Some((line, _, _)) => format!("{}@{line}", link.part),
        })
        .collect()
}

#[test]
fn place_title_and_names_tell_what_a_document_is_about() {
    let names = "It calls post_entry of InvoiceLedger, writes a CreditNote and lets charge_card pay.";
    let cases: [(&str, &str, String, &[&str]); 22] = [
        ("names", "docs/money.md", format!("# Money\n\n{names}\n"), &["1 sure"]),
        ("names and title", "docs/billing.md", format!("# How it works\n\n{names}\n"), &["1 sure"]),
        (
            "the title of front matter",
            "docs/a.mdx",
            format!("---\ntitle: Billing\n---\n{names}\n"),
            &["1 sure"],
        ),
        (
            "a heading of reStructuredText",
            "docs/a.rst",
            "Billing\n=======\n\nTakes money.\n".to_owned(),
            &["1 sure"],
        ),
        ("words of titles", "docs/a.md", "# The billing service: an overview\n".to_owned(), &[]),
        (
            "the inner part",
            "docs/vat.md",
            "`TaxRate`, rate_of_country, VatReport, round_half_up".to_owned(),
            &["2 sure"],
        ),
        ("a README in its folder", "src/mail/README.md", "# Hello\n".to_owned(), &["3 sure"]),
        ("another document there", "src/mail/notes.md", "# Hello\n".to_owned(), &[]),
        ("in a folder of it", "src/billing/tax/README.md", "# Tax\n".to_owned(), &["2 sure"]),
        (
            "a section of the README",
            "README.md",
            format!("# Shop\n\nText.\n\n## Money\n\n{names}\n"),
            &["1@5"],
        ),
        ("guides for all", "docs/CONTRIBUTING.md", "# Shop\n\nSee InvoiceLedger.\n".to_owned(), &[]),
        ("what every project has", "docs/api.md", "# API\n".to_owned(), &[]),
        (
            "unless it names it",
            "docs/api.md",
            "# API\n\nApiRouter, list_invoices, src/api/router.py".to_owned(),
            &["4 sure"],
        ),
        (
            "options, variables, commands, routes",
            "docs/post.md",
            "Set MAIL_HOST_NAME, run mail:send-all --bounce-after 3; GET /letters/:id/copies".to_owned(),
            &["3 sure"],
        ),
        (
            "what the part is called",
            "docs/post.md",
            "The `mail-gateway` has send_letter and BounceHandler".to_owned(),
            &["3 sure"],
        ),
        (
            "a part with an inner one that half of the names are of",
            "docs/a.md",
            "TaxRate, rate_of_country, VatReport; post_entry, InvoiceLedger, CreditNote".to_owned(),
            &["1 sure"],
        ),
        (
            "a section that has all names",
            "docs/a.md",
            format!("# A\n\nText.\n\n## B\n\nText.\n\n## C\n\n{names}\n\n## D\n\nText.\n"),
            &["1@9"],
        ),
        (
            "the title of a part in the folder of another",
            "src/mail/billing.md",
            "# Billing\n".to_owned(),
            &[],
        ),
        ("a table of contents", "docs/guide/SUMMARY.md", "# Billing\n".to_owned(), &[]),
        ("a file of that name", "docs/vat-report.md", "# Reports\n".to_owned(), &[]),
        ("a title that means something else", "docs/mail.md", format!("# Mail\n\n{names}\n"), &["1 sure"]),
        (
            "what everybody defines, and words",
            "docs/a.md",
            "Result, `Result`, queue and Ledger, NULL".to_owned(),
            &[],
        ),
    ];
    let found = cases.map(|(what, path, text, expected)| (what, about(path, &text), expected));
    let wrong: Vec<_> = found.iter().filter(|(_, found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "what, found, expected: {wrong:#?}");
}

#[test]
fn files_that_are_called_like_the_title_speak_for_their_part() {
    let parts = parts();
    let mut vocabulary = Vocabulary::default();
    let files = ["tax/vat_report.py", "tax/vat_rate.py", "ledger.py", "report_of_month.py"];
    for path in files {
        let part = if path.starts_with("tax/") { 2 } else { 1 };
        vocabulary.add_file(&format!("src/billing/{path}"), part);
    }
    vocabulary.add_file("src/mail/report.py", 3);
    // A folder is no file.
    vocabulary.add_file("src/mail/vat-report/", 3);
    let judge = Judge::new(&parts, &vocabulary);
    let mentions = Mentions::of(&vocabulary, &names_in("# VAT reports\n\n## Tax\n\n## Billing\n\n## Mail\n"));
    let seen = judge.seen("docs/a.md", &mentions);
    let value = |part: u32, name: &str| {
        let values = &seen.iter().find(|seen| seen.part == part).expect("a heading is its name").values;
        values[LINK_FEATURES.iter().position(|known| *known == name).expect("a feature")]
    };
    // Both words are those of one file, of tax and so of billing; mail has one of three files with `report`.
    assert_eq!([1, 2, 3].map(|part| value(part, "similar_file")), [1.0, 1.0, 0.5]);
    assert_eq!([1, 2, 3].map(|part| value(part, "share_of_most_similar")), [1.0, 1.0, 0.0]);
    let words = [1, 2, 3].map(|part| value(part, "words_in_files"));
    assert!(words[0] > words[1] && words[1] > words[2] && words[2] > 0.0 && words[0] < 1.0, "{words:?}");
}

#[test]
fn a_section_may_be_about_another_part() {
    let text = "# Money\n\npost_entry, InvoiceLedger, CreditNote, charge_card, src/billing/ledger.py\n\n\
                ## Letters\n\nsend_letter puts it into the LetterQueue; BounceHandler and render_letter do the rest.\n";
    assert_eq!(about("docs/money.md", text), ["1@1", "3@5"]);
    let more = "post_entry InvoiceLedger CreditNote charge_card\n";
    let both = format!("{text}\n## More\n\n{more}`ledger.py` src/billing/ledger.py `Ledger` src/billing/\n");
    let found = links("docs/money.md", &both);
    let letters = found.iter().find(|link| link.part == 3).expect("the letters are told of");
    assert_eq!(
        letters.section.as_ref().map(|(first, last, heading)| (*first, *last, heading.as_str())),
        Some((5, 8, "Letters"))
    );
    assert!(letters.evidence.names.iter().all(|(_, line)| *line == 7));
}

proptest! {
    #[test]
    fn scores_are_shares_and_places_are_lines(text in "([a-zA-Z_`#/ .\\n-]|post_entry|InvoiceLedger|LetterQueue|TaxRate|\\n## ){0,200}", path in "(docs|src/mail|src)/[a-z]{1,8}\\.md") {
        let lines = u32::try_from(text.lines().count().max(1)).unwrap_or(u32::MAX);
        let found = links(&path, &text);
        for link in &found {
            prop_assert!(link.score > 0.0 && link.score <= 1.0, "{link:?}");
            prop_assert!(link.part > 0, "the project is no part: {link:?}");
            if let Some((first, last, _)) = &link.section {
                prop_assert!(1 <= *first && first <= last && *last <= lines, "{link:?}");
            }
        }
        prop_assert_eq!(found, links(&path, &text));
    }
}
