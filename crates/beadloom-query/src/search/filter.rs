//! What a search leaves out.

use beadloom_graph::PathPattern;
use beadloom_model::kinds::NODE_KINDS;
use beadloom_model::{Code, Error, Result, SymbolKind};
use beadloom_store::Store;

use beadloom_model::requests::SearchField;

use super::request::SearchRequest;
use crate::lists::sort_once;

/// The filters of a request, checked.
pub(super) struct Filter {
    /// Whether nodes are searched.
    pub nodes: bool,
    /// Whether documents are searched.
    pub docs: bool,
    /// Whether symbols are searched.
    pub code: bool,
    node_kind: Option<String>,
    symbol_kind: Option<SymbolKind>,
    language: Option<String>,
    pattern: Option<Pattern>,
}

impl Filter {
    pub fn new(store: &Store, request: &SearchRequest<'_>) -> Result<Self> {
        let mut filter = Self {
            nodes: matches!(request.within, SearchField::Nodes | SearchField::All),
            docs: matches!(request.within, SearchField::Docs | SearchField::All),
            code: matches!(request.within, SearchField::Code | SearchField::All),
            node_kind: None,
            symbol_kind: None,
            language: None,
            pattern: request.path.as_ref().map(Pattern::one).transpose()?,
        };
        if let Some(kind) = &request.kind {
            let symbol = SymbolKind::from_name(kind);
            let mut nodes: Vec<String> = NODE_KINDS.iter().map(|known| (*known).to_owned()).collect();
            nodes.extend(store.node_kinds()?);
            let is_node = nodes.contains(kind);
            if symbol.is_none() && !is_node {
                nodes.extend(SymbolKind::ALL.iter().map(|known| known.as_str().to_owned()));
                sort_once(&mut nodes);
                return Err(Error::new(Code::Usage, format!("unknown kind \"{}\"", crate::text::line(kind)))
                    .hint(format!("Kinds: {}", crate::text::line(&nodes.join(", ")))));
            }
            filter.nodes &= is_node;
            filter.code &= symbol.is_some();
            filter.docs = false;
            filter.symbol_kind = symbol;
            filter.node_kind = is_node.then(|| kind.clone());
        }
        if let Some(language) = &request.language {
            let languages = store.searched_languages()?;
            if !languages.contains_key(language) && !languages.is_empty() {
                let known: Vec<String> = languages.into_keys().collect();
                return Err(no_language(language, &known));
            }
            filter.nodes = false;
            filter.docs = false;
            filter.language = Some(language.clone());
        }
        Ok(filter)
    }

    /// Whether a node is wanted. One without a source has no path to match.
    pub fn keeps_node(&self, kind: &str, source: Option<&str>) -> bool {
        self.node_kind.as_deref().is_none_or(|wanted| wanted == kind)
            && (self.pattern.is_none()
                || source.is_some_and(|source| self.keeps_path(source.trim_end_matches('/'))))
    }

    /// Whether a file is wanted: the pattern matches it or a folder that it is in.
    pub fn keeps_path(&self, path: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(path))
    }

    pub fn has_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    /// The kind that definitions must have, if any.
    pub fn symbol_kind(&self) -> Option<SymbolKind> {
        self.symbol_kind
    }

    /// The language that code must have, if any.
    pub fn language(&self) -> Option<&str> {
        self.language.as_deref()
    }
}

/// That no file is in a language, and in which there are some.
pub(crate) fn no_language(language: &str, known: &[impl AsRef<str>]) -> Error {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    Error::new(Code::Usage, format!("no file in language \"{}\"", crate::text::line(language)))
        .hint(format!("Languages here: {}", known.join(", ")))
}

/// Patterns of .gitignore, of which one has to match a path or a folder that it is in.
pub(crate) struct Pattern(PathPattern);

impl Pattern {
    /// One pattern.
    ///
    /// # Errors
    /// `usage` where it is none.
    pub fn one(text: &String) -> Result<Self> {
        Self::any(std::slice::from_ref(text))
    }

    /// Several; without any, nothing matches.
    ///
    /// # Errors
    /// `usage` where one is none.
    pub fn any(texts: &[String]) -> Result<Self> {
        PathPattern::new(texts).map(Self).map_err(|error| {
            let what = if error.text.is_empty() {
                "the path patterns are too large together".to_owned()
            } else {
                format!("\"{}\" is not a path pattern", crate::text::line(&error.text))
            };
            Error::new(Code::Usage, what)
                .hint("patterns are those of .gitignore, for example src/**/*.py")
                .caused_by(error)
        })
    }

    /// Whether a path or a folder that it is in matches.
    pub fn matches(&self, path: &str) -> bool {
        self.0.matches(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_pattern_is_refused() {
        assert!(Pattern::one(&"src/*.py".to_owned()).unwrap().matches("src/a.py"));
        assert_eq!(Pattern::one(&"a[".to_owned()).err().map(|error| error.code), Some(Code::Usage));
        assert!(!Pattern::any(&[]).unwrap().matches("a"));
    }
}
