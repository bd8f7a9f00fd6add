//! An include folder that a build states.

/// An include folder, and where it holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Include {
    /// The folder of the build file: sources below it are compiled with the include folder.
    pub(super) scope: String,
    /// The include folder.
    pub(super) folder: String,
    /// Whether who links a target of that folder has it too.
    pub(super) is_public: bool,
    /// Whether it is that of certain files, and of no others but what they include.
    pub(super) is_of_commands: bool,
}
