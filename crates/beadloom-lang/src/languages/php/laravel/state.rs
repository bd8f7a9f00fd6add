//! What a file says about routes, as far as the walk has come.

/// The class that `Route` stands for.
pub(super) const FACADE: &str = r"Illuminate\Support\Facades\Route";

/// What routes of a file that other files may bring in are registered with.
pub(super) const ROUTER: &str = "Route";

/// The routes of one file.
pub(in crate::languages::php) struct Routes {
    /// The file lies in a folder of routes.
    pub(super) in_folder: bool,
    /// The file is `routes/api.php`, whose paths begin with `api`.
    pub(super) is_api: bool,
    pub(super) announced: bool,
    /// What the file calls the facade.
    pub(super) facade: Option<String>,
    pub(super) scopes: Vec<Scope>,
    /// Where the chain begins that was read last.
    pub(super) chain: Option<usize>,
}

/// What a group puts before and around its routes.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) end: usize,
    pub(super) prefix: String,
    pub(super) controller: Option<String>,
}

/// Whether a file lies below `routes`, and whether it is the one whose routes are below `/api`.
pub(super) fn folder_of(path: &str) -> (bool, bool) {
    let mut parts = path.rsplit(['/', '\\']);
    let (file, folder) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let right_in = folder.eq_ignore_ascii_case("routes");
    let in_folder = right_in || parts.any(|part| part == "routes");
    (in_folder, right_in && file == "api.php")
}

/// What the path of a file says: whether it has routes.
pub(in crate::languages::php) fn place(path: &str) -> String {
    match folder_of(path) {
        (_, true) => "routes below /api",
        (true, false) => "routes",
        (false, false) => "",
    }
    .to_owned()
}

impl Routes {
    pub(in crate::languages::php) fn new(path: &str) -> Self {
        let (in_folder, is_api) = folder_of(path);
        Self {
            in_folder,
            is_api,
            announced: false,
            facade: in_folder.then(|| ROUTER.to_owned()),
            scopes: Vec::new(),
            chain: None,
        }
    }
}

/// Two parts of a path with one slash before each.
pub(super) fn joined(base: &str, part: &str) -> String {
    let (base, part) = (base.trim_end_matches('/'), part.trim_matches('/'));
    let base = if base.is_empty() || base.starts_with('/') { base.to_owned() } else { format!("/{base}") };
    if part.is_empty() { base } else { format!("{base}/{part}") }
}
