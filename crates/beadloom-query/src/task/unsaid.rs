//! Words of a task and names of files that say nothing about which code is meant.

/// Words of tasks that say what to do with the code, or what the reader is to do, and not which code is meant, in lower case.
pub(super) const DOING: &str = "\
    add added adding adds again allow allows also always another anything avoid bad better branch broken bug bugs \
    change changed changes code commit correct correctly create done ensure error errors everything fail failed \
    failing fails feature file files fine fix fixed fixes fixing function get gets go good great handle handling \
    hello help hey hi implement implemented improve improved instead issue issues just let lets like look looks make \
    makes making merge missing more move need needed needs never new nice now ok okay old one only other perfect \
    please pr problem project proper properly pull push refactor remove removed removes rename replace repo \
    repository return returns run running same see set should show something still support supports sure test tests \
    thank thanks thing things try up update updated updates use used uses using very want well when work working \
    works write wrong yes";

/// Endings and names of prose, in lower case.
pub(super) const PROSE: &[&str] = &[".md", ".mdx", ".rst", ".txt", ".adoc", ".org", ".tex", ".html"];

/// Files that a program keeps of what it installed, and what is told of releases: they name much that is not here.
pub(super) const RECORDS: &[&str] = &[
    "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum", "changelog", "changes",
    "history", "news",
];
