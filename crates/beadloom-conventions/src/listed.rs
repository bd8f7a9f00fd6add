//! Rules that read lists: several names behind one word, arrays of pairs, observers of models.

use beadloom_model::SymbolKind;

use crate::convention::Thing;
use crate::lists::{class, entries, inside, pairs, texts, values};
use crate::marks::{MAX_MARKS_ITEMS, Mark, Reading, Role, pattern};

impl<'s> Reading<'s> {
    /// Each text in the brackets behind a word uses a name; arguments may follow it behind a colon.
    pub(crate) fn uses_all(&mut self, rule: u16, thing: Thing) {
        let Some(pattern) = pattern(usize::from(rule)) else { return };
        let text = self.source.text;
        for found in pattern.find_iter(text).take(MAX_MARKS_ITEMS) {
            let Some(open) = found.end().checked_sub(1) else { continue };
            if self.is_comment(open) {
                continue;
            }
            for (at, name) in texts(inside(text, open)) {
                let (name, more) = name.split_once(':').unwrap_or((name, ""));
                // `can:update,post` of Laravel asks a policy.
                if thing == Thing::Ability {
                    if let Some((ability, subject)) = more.split_once(',').filter(|_| name == "can") {
                        let subject = subject.trim().rsplit('\\').next().unwrap_or_default();
                        self.say(rule, Role::Uses, ability.trim(), open + 1 + at, subject.to_owned());
                    }
                    continue;
                }
                self.say(rule, Role::Uses, name, open + 1 + at, String::new());
            }
        }
    }

    /// Each key of an array gives a name to what its values name.
    pub(crate) fn gives_pairs(&mut self, rule: u16) {
        let Some(pattern) = pattern(usize::from(rule)) else { return };
        let text = self.source.text;
        for found in pattern.find_iter(text).take(MAX_MARKS_ITEMS) {
            let Some(open) = found.end().checked_sub(1) else { continue };
            for pair in pairs(text, open) {
                let value = self.in_own_class(pair.value, pair.at);
                self.say(rule, Role::Gives, pair.key, pair.at, value);
            }
        }
    }

    /// `@method` and `self` mean the class around.
    pub(crate) fn in_own_class(&self, value: String, at: usize) -> String {
        let (of, method) = value.split_once('@').unwrap_or((&value, ""));
        if !matches!(of, "" | "self" | "static") {
            return value;
        }
        let line = self.line(at);
        let own = self
            .source
            .symbols
            .iter()
            .rev()
            .find(|one| one.kind == SymbolKind::Class && (one.line_start..=one.line_end).contains(&line));
        match own {
            Some(own) if method.is_empty() => own.symbol_name.clone(),
            Some(own) => format!("{}@{method}", own.symbol_name),
            None => String::new(),
        }
    }

    /// What runs on events of a model: `#[ObservedBy(X::class)]` before the model, `Model::observe(X::class)`, and a list of a provider.
    pub(crate) fn observes(&mut self, rule: u16) {
        let text = self.source.text;
        for (at, word) in text.match_indices("ObservedBy(").take(MAX_MARKS_ITEMS) {
            let (open, line) = (at + word.len() - 1, self.line(at));
            let models = self.source.symbols.iter();
            let model = models
                .filter(|one| one.kind == SymbolKind::Class && one.line_end >= line)
                .min_by_key(|one| (one.line_start.abs_diff(line), one.line_start));
            let Some(model) = model.map(|model| model.symbol_name.clone()) else { continue };
            self.observed_by(rule, &model, at, inside(text, open));
        }
        for (at, word) in text.match_indices("::observe(").take(MAX_MARKS_ITEMS) {
            let before = text.get(..at).unwrap_or("");
            let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
            let model = match name {
                "self" | "static" => self.in_own_class(String::new(), at),
                name => name.to_owned(),
            };
            self.observed_by(rule, &model, at, inside(text, at + word.len() - 1));
        }
        for (at, _) in text.match_indices("$observers").take(MAX_MARKS_ITEMS) {
            let rest = text.get(at..).unwrap_or("");
            let Some(open) = rest.find('[').filter(|open| *open < 40) else { continue };
            for pair in pairs(text, at + open) {
                self.say(rule, Role::Gives, pair.key, pair.at, pair.value);
            }
        }
    }

    fn observed_by(&mut self, rule: u16, model: &str, at: usize, list: &str) {
        for (_, part) in entries(list) {
            let of = values(part).into_iter().filter(|value| !value.contains('@'));
            of.for_each(|observer| self.say(rule, Role::Gives, model, at, observer));
        }
    }

    /// A mark at a place, with what else is said there.
    pub(crate) fn say(&mut self, rule: u16, role: Role, name: &str, at: usize, detail: String) {
        let line = self.line(at);
        let from = self.around(line);
        self.add(Mark { name: name.to_owned(), role, rule, line, last: line, detail, from });
    }

    /// What an ability is asked about: the type of the variable that is given, or how the variable is called.
    pub(crate) fn subject(&self, argument: &str, from: Option<u32>) -> String {
        let argument = argument.trim().trim_start_matches('[').trim();
        let first = argument.split([',', ']']).next().unwrap_or(argument).trim();
        if let Some(class) = class(first) {
            return class.to_owned();
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name = first.trim_end_matches(['\'', '"']);
        let name = name.rsplit(|c: char| !is_part(c)).next().unwrap_or("");
        let around = from.and_then(|at| self.source.symbols.get(at as usize));
        let signature = around.map_or("", |symbol| symbol.signature.as_str());
        let typed = first.starts_with('$').then(|| signature.split_once(&format!("${name}"))).flatten();
        let of = typed.filter(|(_, after)| !after.starts_with(is_part)).and_then(|(before, _)| {
            let of = before.trim_end().rsplit(|c: char| !is_part(c)).next()?;
            of.starts_with(char::is_uppercase).then(|| of.to_owned())
        });
        of.unwrap_or_else(|| name.to_owned())
    }
}
