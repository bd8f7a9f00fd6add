//! Methods of Go's types by their signatures: what has all of an interface implements it.

use std::collections::BTreeMap;

/// The methods of the types of a package.
#[derive(Debug, Default)]
pub(crate) struct Package(BTreeMap<String, Shape>);

/// The methods of a type by name, each with its parameters and results as far as they are compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shape(BTreeMap<String, Profile>);

/// How many parameters, and the types of the results without packages.
type Profile = (usize, Vec<String>);

impl Package {
    /// A method as the index has its signature: `func (s *Store) Get(id string) error`, `Get(id string) error`.
    pub fn add(&mut self, owner: &str, name: &str, signature: &str) {
        if let Some(profile) = profile(name, signature) {
            self.0.entry(owner.to_owned()).or_default().0.insert(name.to_owned(), profile);
        }
    }

    /// The methods of a type itself.
    pub fn of(&self, owner: &str) -> Shape {
        self.0.get(owner).cloned().unwrap_or_default()
    }
}

impl Shape {
    /// Those of an embedded type, as far as the type has none of the same name.
    pub fn add(&mut self, embedded: &Shape) {
        for (name, profile) in &embedded.0 {
            self.0.entry(name.clone()).or_insert_with(|| profile.clone());
        }
    }

    /// Whether these are all methods of an interface, which has one at least.
    pub fn implements(&self, interface: &Shape) -> bool {
        !interface.0.is_empty() && interface.0.iter().all(|(name, profile)| self.0.get(name) == Some(profile))
    }
}

fn profile(name: &str, signature: &str) -> Option<Profile> {
    // The receiver may be called like the method.
    let rest = match signature.strip_prefix("func ").map(str::trim_start) {
        Some(rest) if rest.starts_with('(') => rest.get(closing(rest)? + 1..)?,
        Some(rest) => rest,
        None => signature,
    };
    let rest = rest.trim_start().strip_prefix(name)?.trim_start();
    let end = closing(rest)?;
    let parameters = parts(rest.get(1..end)?).len();
    let results = rest.get(end + 1..)?.trim();
    let results = match results.strip_prefix('(') {
        Some(_) => parts(results.get(1..closing(results)?)?),
        None => parts(results),
    };
    Some((parameters, results.into_iter().map(type_of).collect()))
}

/// Where the bracket that a text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at);
                }
            }
            _ if at == 0 => return None,
            _ => {}
        }
    }
    None
}

/// What stands between commas outside of brackets; none of an empty text.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut open, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            ',' if open == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect()
}

/// The type of a result, which may have a name of its own, without packages.
fn type_of(result: &str) -> String {
    let of = match result.split_once(' ') {
        Some((name, of)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') && !is_word(name) => of,
        _ => result,
    };
    let mut out = String::new();
    let mut word = String::new();
    for c in of.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else if c == '.' && !word.is_empty() {
            word.clear();
        } else {
            out.push_str(&word);
            word.clear();
            if !c.is_whitespace() {
                out.push(c);
            }
        }
    }
    out.push_str(&word);
    out
}

/// Words that begin a type.
fn is_word(text: &str) -> bool {
    matches!(text, "func" | "chan" | "map" | "struct" | "interface")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_compared_by_parameters_and_results() {
        for (name, signature, want) in [
            ("Get", "func (s *Sql) Get(id string) (string, error)", Some((1, vec!["string", "error"]))),
            ("Get", "Get(id string) (v string, err error)", Some((1, vec!["string", "error"]))),
            ("Get", "Get(ctx context.Context, a, b int) *store.Item", Some((3, vec!["*Item"]))),
            ("Do", "func (d D) Do(f func(int, int) error, m map[string]int)", Some((2, vec![]))),
            ("Go", "func (g *G[T]) Go() <-chan struct{}", Some((0, vec!["<-chanstruct{}"]))),
            ("Get", "func (Get Get) Get() []byte", Some((0, vec!["[]byte"]))),
            ("Get", "func (s *Sql", None),
            ("Get", "Put()", None),
        ] {
            let want = want.map(|(n, results)| (n, results.into_iter().map(str::to_owned).collect()));
            assert_eq!(profile(name, signature), want, "{signature}");
        }
    }

    #[test]
    fn all_methods_make_an_implementation() {
        let mut package = Package::default();
        package.add("Repo", "Get", "Get(id string) error");
        package.add("Repo", "Put", "Put(id string) error");
        package.add("Sql", "Get", "func (s *Sql) Get(id string) error");
        package.add("Base", "Put", "func (b Base) Put(name string) error");
        package.add("Other", "Put", "func (o Other) Put(a, b string) error");
        let mut sql = package.of("Sql");
        assert!(!sql.implements(&package.of("Repo")));
        let mut other = sql.clone();
        other.add(&package.of("Other"));
        assert!(!other.implements(&package.of("Repo")));
        sql.add(&package.of("Base"));
        assert!(sql.implements(&package.of("Repo")));
        assert!(!sql.implements(&package.of("Nothing")));
    }
}
