//! Secrets in every form that people and programs write them in, and texts that hold none.

use std::fmt::Write as _;

use beadloom_screening::{Secret, is_secret_name, redacted, secret, secrets, without_secrets};

/// Forms by which the detector was made.
const MADE_BY: &str = include_str!("data/forms-a.txt");
/// Forms by which it was judged.
const JUDGED_BY: &str = include_str!("data/forms-b.txt");
/// Forms that were written last, when both others were mended by.
const WRITTEN_LAST: &str = include_str!("data/forms-c.txt");
/// Lines that hold no secret, a line each.
const HARMLESS: &str = include_str!("data/harmless.txt");

/// Fills the places of a form, so that no file holds a whole secret: `{b62:20}` with drawn characters, `{=text}` with text. Answers the
/// line, and what was drawn.
fn filled(form: &str, random: &mut fastrand::Rng) -> (String, Vec<String>) {
    let mut line = String::new();
    let mut drawn = Vec::new();
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('{') {
        line.push_str(before);
        let Some((place, after)) = after.split_once('}') else {
            line.push('{');
            rest = after;
            continue;
        };
        if place.contains('{') {
            line.push('{');
            rest = rest.get(rest.find('{').map_or(0, |at| at + 1)..).unwrap_or_default();
            continue;
        }
        let (kind, count) = place.split_once(':').unwrap_or((place, ""));
        let value = match (place.strip_prefix('='), alphabet(kind)) {
            (Some(text), _) => text.to_owned(),
            (None, Some(signs)) => {
                let value = run(signs, count.parse().unwrap_or(0), random);
                drawn.push(value.clone());
                value
            }
            (None, None) => match kind {
                "uuid" => {
                    let mut hex = |n| run("0123456789abcdef", n, random);
                    let value = format!("{}-{}-4{}-a{}-{}", hex(8), hex(4), hex(3), hex(3), hex(12));
                    drawn.push(value.clone());
                    value
                }
                "pw" | "pwu" => {
                    let value = password(random, kind == "pwu");
                    drawn.push(value.clone());
                    value
                }
                _ => format!("{{{place}}}"),
            },
        };
        line.push_str(&value);
        rest = after;
    }
    line.push_str(rest);
    (line.replace("\\n", "\n"), drawn)
}

fn alphabet(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "hex" => "0123456789abcdef",
        "b62" => "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "b64" => "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/",
        "b64w" => "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ./",
        "b36" => "0123456789abcdefghijklmnopqrstuvwxyz",
        "b32" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "up" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "lower" => "abcdefghijklmnopqrstuvwxyz",
        "dig" => "1234567890",
        _ => return None,
    })
}

fn run(signs: &str, count: usize, random: &mut fastrand::Rng) -> String {
    let signs: Vec<char> = signs.chars().collect();
    (0..count).map(|_| signs[random.usize(..signs.len())]).collect()
}

/// A password as people choose them: a word and digits, a word with signs, or drawn ones.
fn password(random: &mut fastrand::Rng, plain: bool) -> String {
    const WORDS: &[&str] = &["hunter", "Winter", "s3cret", "tiger", "Sommer", "qwertz", "dragon", "Kaffee"];
    let word = WORDS[random.usize(..WORDS.len())];
    let sign = if plain { "-" } else { ["!", "#", "%", "?", "*"][random.usize(..5)] };
    match random.usize(..4) {
        0 => format!("{word}{}", random.usize(10..100)),
        1 => format!("{word}{sign}{}x", random.usize(1..100)),
        2 => format!("{}{sign}", run("abcdefghkmnpqrstABCDEFGHKMNPQRST23456789", 11, random) + "7"),
        _ => format!("{word}{}{sign}", random.usize(2..10)),
    }
}

/// Whether all of what was drawn that matters is inside of what is found: the longest, or the password.
fn covers(line: &str, drawn: &[String], found: &[Secret]) -> bool {
    let Some(value) = drawn.iter().max_by_key(|value| value.len()) else { return !found.is_empty() };
    let Some(at) = line.find(value.as_str()) else { return false };
    // What ends a sentence may be left out of it.
    let end = at + value.trim_end_matches(['.', '?', '*']).len();
    found.iter().any(|one| one.range.start <= at + 8 && one.range.end + 1 >= end)
}

/// Forms of which a value, drawn `times` over, was missed, with one that was; and the share of all lines that were found.
fn judged(forms: &str, seed: u64) -> (f64, Vec<String>) {
    const TIMES: usize = 12;
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut tried, mut found, mut missed) = (0_usize, 0_usize, Vec::new());
    for form in forms.lines().filter(|form| !form.is_empty()) {
        for _ in 0..TIMES {
            let (line, drawn) = filled(form, &mut random);
            tried += 1;
            if secret(&line).is_some() && covers(&line, &drawn, &secrets(&line)) {
                found += 1;
            } else {
                missed.push(format!("{form}\t{line}"));
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    (found as f64 / tried as f64, missed)
}

#[test]
fn secrets_in_every_form_are_found_with_their_places() {
    let mut said = String::new();
    for (name, forms) in [("made by", MADE_BY), ("judged by", JUDGED_BY), ("written last", WRITTEN_LAST)] {
        let (share, missed) = judged(forms, 7);
        writeln!(said, "{name}: {share:.4} of {} forms\n  {}", forms.lines().count(), missed.join("\n  "))
            .ok();
        assert!(share >= 0.97, "{said}");
    }
    assert!(MADE_BY.lines().count() + JUDGED_BY.lines().count() >= 200);
}

/// Shares by another hand: forms found, and plain lines that are taken for one.
#[test]
fn forms_by_another_hand_are_found() {
    let all = [
        ("d", include_str!("data/forms-d.txt"), include_str!("data/plain-d.txt")),
        ("e", include_str!("data/forms-e.txt"), include_str!("data/plain-e.txt")),
        ("f", include_str!("data/forms-f.txt"), include_str!("data/plain-f.txt")),
        ("g", include_str!("data/forms-g.txt"), include_str!("data/plain-g.txt")),
        ("h", include_str!("data/forms-h.txt"), include_str!("data/plain-h.txt")),
        ("i", include_str!("data/forms-i.txt"), include_str!("data/plain-h.txt")),
        ("j", include_str!("data/forms-j.txt"), include_str!("data/plain-h.txt")),
    ]
    .map(|(name, forms, plain)| {
        let (share, missed) = judged(forms, 7);
        let wrong: Vec<&str> = plain.lines().filter(|line| secret(line).is_some()).collect();
        let lines = plain.lines().count();
        println!("{name}: {share:.4}, {} of {lines} plain lines", wrong.len());
        if std::env::var("BEADLOOM_SHOW_CORPUS").is_ok_and(|shown| shown == name) {
            println!("{}\nWRONG\n{}", missed.join("\n"), wrong.join("\n"));
        }
        (name, share, wrong.len(), lines)
    });
    for (name, share, wrong, lines) in all {
        // The rules were looked over with `d`, `f`, `h` and `i`, and never with the others.
        let (least, most) = match name {
            "d" => (0.99, 1),
            "e" => (0.92, 4),
            "f" | "h" => (0.97, 1),
            "g" => (0.98, 2),
            _ => (0.94, 1),
        };
        assert!(share >= least && wrong * 100 <= lines * most, "{name}");
    }
}

/// Passwords that are plain words: a line, a tab, and the password in it. The rules were made with `a` and the harmless lines.
#[test]
fn passwords_of_plain_words_are_found_with_their_places() {
    let plain = include_str!("data/phrases-plain.txt");
    let wrong: Vec<&str> = plain.lines().filter(|line| secret(line).is_some()).collect();
    for (name, forms, least) in
        [("a", include_str!("data/phrases-a.txt"), 100), ("b", include_str!("data/phrases-b.txt"), 75)]
    {
        let missed: Vec<&str> = forms
            .lines()
            .filter(|form| {
                let (line, value) = form.split_once('\t').expect("a line and a password");
                let drawn = [value.to_owned()];
                secret(line).is_none() || !covers(line, &drawn, &secrets(line))
            })
            .collect();
        let all = forms.lines().count();
        println!("{name}: {} of {all} missed\n  {}", missed.len(), missed.join("\n  "));
        assert!((all - missed.len()) * 100 >= all * least, "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_holds_no_secret_passes() {
    let wrong: Vec<String> = HARMLESS
        .lines()
        .filter_map(|line| {
            let found = secrets(line);
            (!found.is_empty()).then(|| {
                format!(
                    "{line}\n    {:?}",
                    found.iter().map(|one| &line[one.range.clone()]).collect::<Vec<_>>()
                )
            })
        })
        .collect();
    assert!(
        wrong.len() * 100 <= HARMLESS.lines().count(),
        "{} of {}\n{}",
        wrong.len(),
        HARMLESS.lines().count(),
        wrong.join("\n")
    );
}

#[test]
fn a_documented_form_is_found_and_a_sentence_is_not() {
    // The key of the issuer's own documents has the word of a placeholder in it; it is written in two parts, so that no scanner finds it here.
    let documented = ["aws_secret_access_key = wJalrXUtnFEMI", "/K7MDENG/bPxRfiCYEXAMPLEKEY"].concat();
    assert!(secret(&documented).is_some());
    assert_eq!(secret("aws_secret_access_key = YOUR_SECRET_KEY_EXAMPLE"), None);
    assert_eq!(
        secret(&["use AKIA", "IOSFODNN7EXAMPLE for the upload"].concat()),
        Some("an access key of AWS")
    );
    assert_eq!(secret("rotate the access key every month"), None);
}

#[test]
fn the_value_alone_is_replaced() {
    for (text, expected) in [
        ("password: hunter2!x9, as ever", "password: [redacted], as ever"),
        ("log in with admin / hunter2! on Monday", "log in with admin / [redacted] on Monday"),
        ("curl -u admin:hunter2!x https://a.example/b", "curl -u admin:[redacted] https://a.example/b"),
        ("пароль: hunter2ж! и всё", "пароль: [redacted] и всё"),
        ("<password>hunter2x</password>", "<password>[redacted]</password>"),
        ("a=1&api_key=q7rt2lmx9vbw4kzp8syd&b=2", "a=1&api_key=[redacted]&b=2"),
        (
            r#"{"content":"\"dbPassword\": \"hunter2!x\" and more"}"#,
            r#"{"content":"\"dbPassword\": \"[redacted]\" and more"}"#,
        ),
        (
            r#"{"content":"<entry key=\"db.password\">hunter2x</entry>"}"#,
            r#"{"content":"<entry key=\"db.password\">[redacted]</entry>"}"#,
        ),
        (
            r#"{"content":"<add key=\"Password\" value=\"hunter2x\"/>"}"#,
            r#"{"content":"<add key=\"Password\" value=\"[redacted]\"/>"}"#,
        ),
        ("nothing here", "nothing here"),
    ] {
        assert_eq!(redacted(text), expected);
    }
    assert_eq!(without_secrets("deploy with password hunter2!x now"), "deploy with password   now");
}

#[test]
fn names_of_secrets_are_known() {
    for name in [
        "password", "API_KEY", "apiKey", "--token", "client_secret", "Authorization", "X-Api-Key",
        "dbPassword", "auth", "access_key", "passwd", "GITHUB_PAT", "cookie",
    ] {
        assert!(is_secret_name(name), "{name}");
    }
    for name in [
        "path", "author", "tokenizer", "max_tokens", "key_id", "token_url", "keyboard", "public_key",
        "passwordPolicy", "query", "key",
    ] {
        assert!(!is_secret_name(name), "{name}");
    }
}

#[test]
fn a_secret_is_found_once_wherever_it_stands() {
    let mut random = fastrand::Rng::with_seed(11);
    let (line, drawn) = filled("API_TOKEN={b62:40}", &mut random);
    for text in [
        format!("{line} {line}"),
        format!("ü{line}ß"),
        format!("日本{line}"),
        format!("{}\n{line}\n", "a b ".repeat(3_000)),
    ] {
        assert!(secrets(&text).windows(2).all(|two| two[0].range.end <= two[1].range.start));
        assert!(!redacted(&text).contains(drawn[0].as_str()), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_odd(text in "(password|token|=|:|\"|'| is |ü|日|key|://|@|\\PC){0,60}") {
        for one in secrets(&text) {
            assert!(text.get(one.range.clone()).is_some());
        }
        assert_eq!(secret(&text).is_some(), !secrets(&text).is_empty());
    }
}
