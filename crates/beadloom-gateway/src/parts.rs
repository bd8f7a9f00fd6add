//! Parts of the ranking that can be left out, to measure what each is worth.

/// Which parts count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Runs of characters.
    pub grams: bool,
    /// Vectors.
    pub vectors: bool,
    /// Vectors of a transformer, where one serves.
    pub transformer: bool,
    /// How good the server's other tools are.
    pub servers: bool,
    /// Past queries as text of their tools.
    pub past_text: bool,
    /// A classifier over words.
    pub classifier: bool,
    /// The mean of past queries' vectors.
    pub past_vectors: bool,
    /// A place for tools that nothing was learned of.
    pub guard: bool,
}

impl Parts {
    /// All of them.
    pub const ALL: Self = Self {
        grams: true,
        vectors: true,
        transformer: true,
        servers: true,
        past_text: true,
        classifier: true,
        past_vectors: true,
        guard: true,
    };

    /// All but those of that name; None for a name that none has.
    pub fn without(names: &[String]) -> Option<Self> {
        let mut parts = Self::ALL;
        for name in names {
            let part = match name.as_str() {
                "grams" => &mut parts.grams,
                "vectors" => &mut parts.vectors,
                "transformer" => &mut parts.transformer,
                "servers" => &mut parts.servers,
                "past_text" => &mut parts.past_text,
                "classifier" => &mut parts.classifier,
                "past_vectors" => &mut parts.past_vectors,
                "guard" => &mut parts.guard,
                _ => return None,
            };
            *part = false;
        }
        Some(parts)
    }
}
