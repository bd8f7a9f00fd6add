//! The frameworks, and what each offers for making routes.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framework {
    Gin,
    Echo,
    Fiber,
    Chi,
    /// The standard library's `net/http`.
    Http,
}

/// How a router's method registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Registers {
    /// One HTTP method; the path comes first.
    Method(&'static str),
    /// Every HTTP method; the path comes first.
    Any,
    /// The HTTP method, or a list of them, comes before the path.
    Named,
    /// `net/http`'s patterns, which may begin with a method.
    Pattern,
}

impl Framework {
    /// By the path of an import, whatever its version.
    pub(super) fn of(path: &str) -> Option<Self> {
        const PATHS: &[(&str, Framework)] = &[
            ("github.com/gin-gonic/gin", Framework::Gin),
            ("github.com/labstack/echo", Framework::Echo),
            ("github.com/gofiber/fiber", Framework::Fiber),
            ("github.com/go-chi/chi", Framework::Chi),
            ("net/http", Framework::Http),
        ];
        PATHS.iter().find_map(|(known, framework)| {
            let version = path.strip_prefix(known)?;
            let major =
                version.strip_prefix("/v").is_some_and(|v| v.bytes().all(|byte| byte.is_ascii_digit()));
            (version.is_empty() || major).then_some(*framework)
        })
    }

    /// The package's own name, and the name in facts but for `net/http`.
    pub(super) fn package(self) -> &'static str {
        match self {
            Self::Gin => "gin",
            Self::Echo => "echo",
            Self::Fiber => "fiber",
            Self::Chi => "chi",
            Self::Http => "http",
        }
    }

    /// As [`beadloom_model::RouteFacts::framework`] has it.
    pub(super) fn name(self) -> &'static str {
        if self == Self::Http { "net/http" } else { self.package() }
    }

    /// Whether a type of the package is a router.
    pub(super) fn is_router(self, name: &str) -> bool {
        match self {
            Self::Gin => matches!(name, "Engine" | "RouterGroup" | "IRouter" | "IRoutes"),
            Self::Echo => matches!(name, "Echo" | "Group"),
            Self::Fiber => matches!(name, "App" | "Router" | "Group"),
            Self::Chi => matches!(name, "Router" | "Mux"),
            Self::Http => name == "ServeMux",
        }
    }

    /// Whether a function of the package makes a router.
    pub(super) fn makes_router(self, name: &str) -> bool {
        match self {
            Self::Gin => matches!(name, "Default" | "New"),
            Self::Echo | Self::Fiber => name == "New",
            Self::Chi => matches!(name, "NewRouter" | "NewMux"),
            Self::Http => name == "NewServeMux",
        }
    }

    /// What a router's method of that name registers.
    pub(super) fn registers(self, name: &str) -> Option<Registers> {
        let upper = matches!(self, Self::Gin | Self::Echo);
        match name {
            "Handle" if self == Self::Gin => return Some(Registers::Named),
            "Handle" | "HandleFunc" if self == Self::Http => return Some(Registers::Pattern),
            "Handle" | "HandleFunc" if self == Self::Chi => return Some(Registers::Any),
            "Method" | "MethodFunc" if self == Self::Chi => return Some(Registers::Named),
            "Add" if matches!(self, Self::Echo | Self::Fiber) => return Some(Registers::Named),
            "Match" if upper => return Some(Registers::Named),
            "Any" if upper => return Some(Registers::Any),
            "All" if self == Self::Fiber => return Some(Registers::Any),
            _ if self == Self::Http => return None,
            _ => {}
        }
        method(name, upper).map(Registers::Method)
    }
}

/// The HTTP method that a router's method is named after.
fn method(name: &str, upper: bool) -> Option<&'static str> {
    const METHODS: &[(&str, &str)] = &[
        ("GET", "Get"),
        ("POST", "Post"),
        ("PUT", "Put"),
        ("DELETE", "Delete"),
        ("PATCH", "Patch"),
        ("HEAD", "Head"),
        ("OPTIONS", "Options"),
        ("CONNECT", "Connect"),
        ("TRACE", "Trace"),
    ];
    METHODS.iter().find(|(all, first)| name == if upper { *all } else { *first }).map(|(method, _)| *method)
}

/// Whether a method's name may matter to routes at all: asked of every call in a file that imports a framework.
pub(super) fn may_matter(name: &str) -> bool {
    matches!(
        name,
        "Handle"
            | "HandleFunc"
            | "Method"
            | "MethodFunc"
            | "Add"
            | "Match"
            | "Any"
            | "All"
            | "Group"
            | "Route"
            | "Mount"
            | "Use"
    ) || method(name, true).is_some()
        || method(name, false).is_some()
}
