/// A way of cutting text into tokens: a pattern for pieces and a vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// 199,998 ordinary tokens; that of OpenAI's models from GPT-4o on.
    O200kBase,
    /// 100,256 ordinary tokens; that of GPT-4 and GPT-3.5.
    Cl100kBase,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 2] = [Self::O200kBase, Self::Cl100kBase];

    /// The name that it is published under.
    pub const fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::Cl100kBase => "cl100k_base",
        }
    }

    /// The name of its vocabulary file, without a folder.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base.vocabulary",
            Self::Cl100kBase => "cl100k_base.vocabulary",
        }
    }

    /// How many ordinary tokens it has; their ids are the numbers below. Special tokens have higher ones.
    pub const fn tokens(self) -> usize {
        match self {
            Self::O200kBase => 199_998,
            Self::Cl100kBase => 100_256,
        }
    }
}
