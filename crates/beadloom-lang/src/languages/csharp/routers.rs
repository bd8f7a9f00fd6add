//! What a file says of controllers and endpoints of ASP.NET, as far as the walk has come.

/// Routers of one file.
pub(super) const ROUTERS: usize = 256;

/// The framework, as routes name it.
pub(super) const FRAMEWORK: &str = "aspnet";

/// Namespaces whose attributes make routes.
pub(super) const NAMESPACES: &[&str] = &["Microsoft.AspNetCore.Mvc", "System.Web.Http", "System.Web.Mvc"];

/// A class whose methods answer requests.
pub(super) struct Controller {
    /// Without `Controller`.
    pub(super) name: String,
    pub(super) class: String,
    pub(super) area: Option<String>,
    /// Before the paths of its methods; `None` where one of them is no literal.
    pub(super) prefixes: Option<Vec<String>>,
    /// The router that its routes are below, where another class may say their prefix or mounts them.
    pub(super) router: Option<String>,
}

/// What a file says of controllers.
#[derive(Default)]
pub(super) struct Controllers {
    pub(super) imported: bool,
    /// Those around, outermost first; `None` for other types.
    pub(super) around: Vec<(usize, Option<Controller>)>,
}

impl Controllers {
    /// A namespace that the file uses.
    pub(super) fn import(&mut self, namespace: &str) {
        self.imported |= NAMESPACES.contains(&namespace);
    }

    /// Types that end before a place are around it no more.
    pub(super) fn leave(&mut self, at: usize) {
        while self.around.last().is_some_and(|(end, _)| *end <= at) {
            self.around.pop();
        }
    }
}

/// A value that routes are registered with.
#[derive(Debug, Clone)]
pub(super) struct Router {
    /// Where the function ends that it is known in.
    pub(super) until: usize,
    pub(super) variable: String,
    pub(super) base: Base,
}

/// What routes of a router are below.
#[derive(Debug, Clone, Default)]
pub(super) struct Base {
    /// Before their paths.
    pub(super) prefix: String,
    /// The function that is given the router; `None` for the application itself.
    pub(super) function: Option<String>,
}

/// What a file says of endpoints.
#[derive(Default)]
pub(super) struct Endpoints {
    /// The file uses the framework by name.
    pub(super) imported: bool,
    pub(super) routers: Vec<Router>,
    /// Variables that hold an application that is still to be built.
    pub(super) builders: Vec<String>,
}

impl Endpoints {
    /// A namespace that the file uses.
    pub(super) fn import(&mut self, namespace: &str) {
        self.imported |=
            namespace == "Microsoft.AspNetCore" || namespace.starts_with("Microsoft.AspNetCore.");
    }

    pub(super) fn add(&mut self, variable: &str, base: Base, until: usize) {
        if self.routers.len() < ROUTERS {
            self.routers.push(Router { until, variable: variable.to_owned(), base });
        }
    }

    pub(super) fn of(&self, variable: &str, at: usize) -> Option<&Base> {
        let known = self.routers.iter().rev();
        known.filter(|router| router.until > at).find(|router| router.variable == variable).map(|r| &r.base)
    }
}
