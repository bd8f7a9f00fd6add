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
    /// Who made a model or runs it.
    Maker,
    /// What only models have: "content policy", "safety rules".
    Guarding,
    NoRefuse,
    /// A name for the user that nobody but a model's user has: "the person you are helping".
    Principal,
    /// Not to be said, as one phrase.
    NotSay,
    /// Not to be noticed or learnt.
    Aware,
    /// What a model says of its work: "your summary".
    Report,
    LeaveOut,
    IfAsked,
    /// What is to be said in place of the truth.
    LieTell,
    /// Where others read it: an issue, a chat, a mail.
    PublicPlace,
    Attach,
    /// A question of a program whether it may do something.
    Dialog,
    Yes,
    /// For all of them, or in the user's name.
    Blanket,
    /// Says that somebody has agreed beforehand.
    Consent,
    NotShow,
    /// A setting that lets a model act unasked.
    SkipSetting,
    /// The tools that the model's program has itself.
    BuiltIn,
    OtherServer,
    StopUse,
    OnlyThis,
    /// Names the model anew, or says that it is none.
    NewName,
    /// Files that models read at each start.
    AgentFile,
    /// The text itself: "this paragraph".
    ThisText,
    Everywhere,
    LongTerm,
    Insert,
    YourShell,
    Demand,
    /// Before whatever else.
    FirstThing,
    /// What runs at each start or by the clock.
    SystemPart,
    /// The end of an address that carries what is appended to it.
    Beacon,
    /// A command that runs what it fetches, takes packages from a stranger, or destroys.
    Shell,
    /// A command that fetches.
    Download,
    /// The sentence is about such texts.
    About,
    /// What follows is somebody else's words: "such as", "says".
    Quoted,
    /// To keep to rules, and to hold: with a negation, each drops them.
    Heed,
    Holds,
    /// Was valid once.
    Stale,
    /// Rules that a model came with.
    Given,
    /// Without …
    Lacks,
    /// … what holds others back.
    Limit,
    /// Both.
    Boundless,
    /// To be somebody.
    Persona,
    /// Whoever sees what a model does.
    Watcher,
    Speak,
    Know,
    /// What the model did, or is told to do.
    Deed,
    SwitchOff,
    /// What guards against harm.
    Safety,
    /// To let pass.
    Assent,
    /// Without having looked.
    Blind,
    /// What is asked for, of whoever lets it pass.
    Asked,
    /// What is kept from others.
    Private,
    /// To take something somewhere.
    Move,
    /// Where others read it.
    Outlet,
    /// Settings of a model's program.
    OwnConfig,
    Trust,
    Edit,
    /// That nothing is wrong.
    AllClear,
    Claim,
    Always,
    Messages,
    /// Those before, or all of them.
    SoFar,
    /// Not this one.
    Others,
    /// A tool, or what does the same.
    Device,
    Prefer,
    Before,
    /// Whatever is asked.
    Anything,
    /// In a text that is nobody's order.
    ForeignText,
    /// To be a part of something.
    Belongs,
    /// To wonder or to ask.
    Wonders,
    /// A verb that "off" belongs to, and that.
    Turn,
    Off,
    /// Of tools that belong together: "the other tools of this server".
    OwnScope,
    /// Back to whoever called a tool.
    ToCaller,
    /// To switch a guard off.
    Disarm,
    /// Before other tools.
    Foremost,
    /// Another tool, in whatever words.
    AnyOther,
    /// What a model says, and what is logged of it.
    Answer,
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
