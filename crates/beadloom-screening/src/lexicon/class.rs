//! What words do in an order, and the shape of a language's table.

/// What a word does in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// A name for a model: "language model".
    Model,
    /// A name for a program that works for somebody, which may be another one: "agent".
    Agent,
    /// Says who is spoken to: "dear", "must", or a condition that only a reader fulfils.
    Address,
    /// Only whoever reads the text is meant: "if you are an AI", "when you read this".
    Reader,
    You,
    Ignore,
    Rules,
    /// Whose or which rules: those before, those of the operator.
    Earlier,
    /// All that was said: "everything above".
    Told,
    /// Holds no longer.
    Void,
    SystemPrompt,
    Not,
    Tell,
    User,
    /// What is going on: "about this", "that you".
    This,
    Hide,
    /// Unseen by the user, in a phrase that says all of it.
    Unseen,
    /// Beside what is asked for: "also", "quietly".
    Covertly,
    Send,
    /// Into a text, rather than to a place.
    Put,
    Reveal,
    Secret,
    /// Names of files with secrets, and the environment.
    SecretPlace,
    Talk,
    /// All of it, word for word.
    Whole,
    /// What others see of a model's work: an answer, a commit message, an argument.
    Output,
    /// A place that is neither here nor the caller's.
    Elsewhere,
    /// Somebody else's, and a place: both together are elsewhere.
    Foreign,
    Place,
    /// Said of a tool: it takes something into a text.
    Puts,
    /// What every project has its people run.
    Chore,
    Run,
    Fetch,
    /// Before the model answers, which nobody but a model does.
    BeforeReply,
    /// Before anything else is done.
    BeforeAll,
    Approve,
    All,
    /// What a model's program asks its user for.
    Permission,
    Request,
    Unasked,
    Bypass,
    Guard,
    /// Each time, from now on.
    Standing,
    Reply,
    Role,
    Free,
    /// Says that somebody with a say has allowed it.
    Grant,
    Tool,
    /// Before each other tool.
    BeforeTools,
    /// Each other tool.
    OtherTools,
    ThisTool,
    Call,
    Instead,
    Discredit,
    /// If another tool is used.
    WhenUsed,
    Alter,
    /// A threat or need that stands behind a demand: "otherwise it will not work".
    Pretext,
    /// The sentence is about such texts.
    About,
    /// What follows is somebody else's words: "such as", "says".
    Quoted,
}

/// The words of one language.
pub(crate) struct Lexicon {
    pub spaced: bool,
    /// Whether the form of a verb says that it is an order; else its place in the sentence has to.
    pub inflected: bool,
    pub users: &'static str,
    pub tools: &'static str,
    pub words: &'static [(Class, &'static str)],
}
