//! A condition on figures: `debt > 20`, `rules >= 3 or stale > 0`.

use beadloom_model::{Code, Error, Result};

/// What `and` and `or` connect.
const MAX_TERMS: usize = 20;

/// A condition, read. `and` binds more tightly than `or`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    /// Holds where all of one of these hold.
    any: Vec<Vec<Comparison>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Comparison {
    name: String,
    operator: Operator,
    number: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Different,
}

const OPERATORS: &[(&str, Operator)] = &[
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Equal),
    ("!=", Operator::Different),
    ("<", Operator::Less),
    (">", Operator::More),
    ("=", Operator::Equal),
];

impl Condition {
    /// Reads a condition on figures of these names.
    ///
    /// # Errors
    /// `usage`, with the place as a column, counted from 1.
    pub(crate) fn parse(text: &str, names: &[&str]) -> Result<Self> {
        let mut reader = Reader { text, at: 0 };
        let mut any = vec![Vec::new()];
        let mut terms = 0;
        loop {
            terms += 1;
            if terms > MAX_TERMS {
                let at = reader.skip();
                return Err(reader.wrong(at, format!("it has more than {MAX_TERMS} comparisons")));
            }
            let comparison = reader.comparison(names)?;
            if let Some(all) = any.last_mut() {
                all.push(comparison);
            }
            let at = reader.skip();
            match reader.word() {
                "" if reader.rest().is_empty() => return Ok(Self { any }),
                "and" => {}
                "or" => any.push(Vec::new()),
                _ => return Err(reader.wrong(at, "expected `and`, `or` or the end".to_owned())),
            }
        }
    }

    /// Whether it holds for these figures.
    pub(crate) fn holds(&self, figure: &dyn Fn(&str) -> u64) -> bool {
        let holds = |one: &Comparison| {
            let value = figure(&one.name);
            match one.operator {
                Operator::Less => value < one.number,
                Operator::AtMost => value <= one.number,
                Operator::More => value > one.number,
                Operator::AtLeast => value >= one.number,
                Operator::Equal => value == one.number,
                Operator::Different => value != one.number,
            }
        };
        self.any.iter().any(|all| all.iter().all(holds))
    }
}

struct Reader<'t> {
    text: &'t str,
    /// In bytes.
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// To the next sign that is no space; where that is.
    fn skip(&mut self) -> usize {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// A name, or nothing.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    fn comparison(&mut self, names: &[&str]) -> Result<Comparison> {
        let at = self.skip();
        let name = self.word();
        if !names.contains(&name) {
            let what = if name.is_empty() {
                "expected a figure".to_owned()
            } else {
                format!("{name:?} is not a figure")
            };
            return Err(self.wrong(at, what).hint(format!("figures: {}", names.join(", "))));
        }
        let at = self.skip();
        let rest = self.rest();
        let Some((sign, operator)) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) else {
            return Err(self
                .wrong(at, "expected a comparison".to_owned())
                .hint("one of: <, <=, >, >=, ==, !="));
        };
        self.at += sign.len();
        let at = self.skip();
        let number = self.word().parse::<u64>();
        let number = number.map_err(|_| self.wrong(at, "expected a whole number".to_owned()))?;
        Ok(Comparison { name: name.to_owned(), operator: *operator, number })
    }

    fn wrong(&self, at: usize, what: String) -> Error {
        let column = self.text.get(..at).map_or(0, |before| before.chars().count()) + 1;
        Error::new(Code::Usage, format!("invalid condition {:?} at column {column}: {what}", self.text))
            .hint("for example: debt > 20 or rules >= 3")
    }
}

#[cfg(test)]
mod tests {
    use super::Condition;

    const NAMES: &[&str] = &["debt", "rules", "stale"];

    #[test]
    fn conditions_hold_or_not() {
        let figure = |name: &str| match name {
            "debt" => 21,
            "rules" => 3,
            _ => 0,
        };
        for (text, holds) in [
            ("debt > 20", true),
            ("debt>21", false),
            (" debt >= 21 ", true),
            ("rules < 3", false),
            ("rules <= 3", true),
            ("rules == 3", true),
            ("rules = 3", true),
            ("rules != 3", false),
            ("stale > 0 or debt > 20", true),
            ("stale > 0 and debt > 20", false),
            ("debt > 20 and rules > 2 or stale > 5", true),
            ("stale > 5 or debt > 20 and rules > 3", false),
        ] {
            assert_eq!(Condition::parse(text, NAMES).unwrap().holds(&figure), holds, "{text}");
        }
    }

    #[test]
    fn what_is_no_condition_is_an_error_with_its_place() {
        let long = vec!["debt > 1"; 50].join(" or ");
        for (text, column) in [
            ("", 1),
            ("debt", 5),
            ("debt >", 7),
            ("debt > x", 8),
            ("depth > 1", 1),
            ("debt > 1 xor rules > 1", 10),
            ("debt > 1 and", 13),
            ("debt > -1", 8),
            ("debt > 99999999999999999999", 8),
            ("ü > 1", 1),
            ("debt > 1 or ü", 13),
            (long.as_str(), 241),
        ] {
            let error = Condition::parse(text, NAMES).unwrap_err();
            assert!(error.message.contains(&format!("column {column}:")), "{text}: {}", error.message);
        }
    }
}
