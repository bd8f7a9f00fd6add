//! Folders of paths.

/// How many folders two paths have in common, from the root.
pub(crate) fn common_folders(a: &str, b: &str) -> usize {
    let folders = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folders, _)| folders.to_owned());
    if a == b {
        return usize::MAX;
    }
    let (a, b) = (folders(a), folders(b));
    a.split('/').zip(b.split('/')).take_while(|(one, other)| one == other && !one.is_empty()).count()
}
