//! Which files Next.js serves, by their paths.

/// Folders under which `pages` holds parts of a page rather than pages.
pub(super) const PARTS: &[&str] =
    &["src", "lib", "components", "features", "modules", "views", "test", "tests", "__tests__"];

/// Folders that `pages` may lie in: an application of a workspace.
pub(super) const ABOVE: usize = 2;

/// What a file answers.
pub(super) struct Page {
    pub(super) path: String,
    pub(super) serves: Serves,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Serves {
    /// Its exports are called after methods.
    Methods,
    /// Its default export answers any method.
    Any,
    /// Its default export is shown.
    Page,
}

impl Page {
    /// The same for pages that make the same of the same text.
    pub(super) fn key(&self) -> String {
        let serves = match self.serves {
            Serves::Methods => "methods",
            Serves::Any => "any",
            Serves::Page => "page",
        };
        format!("{serves} {}", self.path)
    }
}

/// What a file at that path answers; `None` where Next.js would not look at it.
pub(super) fn page(path: &str) -> Option<Page> {
    let (folders, file) = path.rsplit_once('/')?;
    let (stem, ending) = file.rsplit_once('.')?;
    if !matches!(ending, "ts" | "tsx" | "js" | "jsx" | "mjs") || stem.contains('.') {
        return None;
    }
    let folders: Vec<&str> = folders.split('/').collect();
    match stem {
        "route" | "page" => {
            let at = folders.iter().position(|folder| *folder == "app")?;
            let serves = if stem == "route" { Serves::Methods } else { Serves::Page };
            Some(Page { path: app_path(folders.get(at + 1..)?)?, serves })
        }
        _ => {
            let at = folders.iter().position(|folder| *folder == "pages")?;
            let before = folders.get(..at)?;
            let before = before.strip_suffix(&["src"]).unwrap_or(before);
            if before.len() > ABOVE || before.iter().any(|folder| PARTS.contains(folder)) {
                return None;
            }
            pages_path(folders.get(at + 1..)?, stem)
        }
    }
}

/// The path of a folder below `app`: groups and slots do not show, private folders are not served, and what
/// intercepts another path has none of its own.
pub(super) fn app_path(folders: &[&str]) -> Option<String> {
    let mut path = String::new();
    for folder in folders {
        if folder.starts_with('_') || folder.starts_with("(.") {
            return None;
        }
        let hidden = folder.starts_with('@') || folder.starts_with('(') && folder.ends_with(')');
        if !hidden {
            path.push('/');
            path.push_str(folder);
        }
    }
    Some(if path.is_empty() { "/".to_owned() } else { path })
}

/// The path of a file below `pages`. Paths are written small; a component beside the pages is not.
pub(super) fn pages_path(folders: &[&str], stem: &str) -> Option<Page> {
    let is_segment =
        |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '[');
    let is_served = folders.iter().all(|folder| is_segment(folder) && !PARTS.contains(folder));
    if !is_served || !is_segment(&stem) {
        return None;
    }
    let mut path: String = folders.iter().map(|folder| format!("/{folder}")).collect();
    if stem != "index" {
        path.push('/');
        path.push_str(stem);
    }
    let serves = if folders.first() == Some(&"api") { Serves::Any } else { Serves::Page };
    Some(Page { path: if path.is_empty() { "/".to_owned() } else { path }, serves })
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn paths_of_files() {
        for (file, path) in [
            ("app/page.tsx", Some("/")),
            ("src/app/users/[id]/route.ts", Some("/users/[id]")),
            ("apps/web/app/(shop)/@modal/cart/page.jsx", Some("/cart")),
            ("app/docs/[...slug]/page.tsx", Some("/docs/[...slug]")),
            ("app/_parts/page.tsx", None),
            ("app/feed/(..)photo/page.tsx", None),
            ("app/users/layout.tsx", None),
            ("lib/route.ts", None),
            ("pages/index.tsx", Some("/")),
            ("src/pages/blog/[slug].js", Some("/blog/[slug]")),
            ("apps/web/pages/api/users/index.ts", Some("/api/users")),
            ("pages/_app.tsx", None),
            ("src/pages/Home.tsx", None),
            ("src/pages/home/Header.tsx", None),
            ("src/pages/home/components/list.tsx", None),
            ("src/features/cart/pages/list.tsx", None),
            ("pages/users.test.tsx", None),
            ("pages/api/users.d.ts", None),
            ("a/b/c/pages/x.tsx", None),
            ("page.tsx", None),
            ("app/page.css", None),
        ] {
            assert_eq!(page(file).map(|page| page.path).as_deref(), path, "{file}");
        }
    }
}
