//! How visitors record routes.

use beadloom_model::{MountFacts, RouteFacts, RouterFacts};

use crate::outline::Outline;

impl Outline<'_> {
    /// Records a route.
    pub(crate) fn route(&mut self, mut route: RouteFacts) {
        // `Route::put('/x', '')` names none.
        route.handler = route.handler.filter(|handler| !handler.is_empty());
        let handler = route.handler.as_ref().map_or(0, String::len);
        let router = route.router.as_ref().map_or(0, String::len);
        let texts = [Some(&route.method), Some(&route.path), route.handler.as_ref(), route.router.as_ref()];
        // Methods are tokens, and those have no letters beyond ASCII (RFC 9110, section 5.6.2).
        if !are_plain(texts) || route.method.is_empty() || !route.method.is_ascii() {
            return;
        }
        if self.spend(route.method.len() + route.path.len() + handler + router + 96) {
            self.routing.routes.push(route);
        }
    }

    /// Records a router and its prefix.
    pub(crate) fn router(&mut self, router: RouterFacts) {
        if router.name.is_empty()
            || !are_plain([Some(&router.name), Some(&router.prefix), router.parent.as_ref()])
        {
            return;
        }
        if self.spend(router.name.len() + router.prefix.len() + 72) {
            self.routing.routers.push(router);
        }
    }

    /// Gives the last router of that name another prefix.
    pub(crate) fn set_prefix(&mut self, name: &str, prefix: &str) {
        let prefix = prefix.to_owned();
        if !are_plain([Some(&prefix)]) || !self.spend(prefix.len()) {
            return;
        }
        if let Some(router) = self.routing.routers.iter_mut().rev().find(|router| router.name == name) {
            router.prefix = prefix;
        }
    }

    /// Records that a router becomes part of another.
    pub(crate) fn mount(&mut self, mount: MountFacts) {
        let module = mount.module.as_ref().map_or(0, String::len);
        let texts = [Some(&mount.prefix), Some(&mount.target), mount.module.as_ref(), mount.onto.as_ref()];
        if !are_plain(texts) {
            return;
        }
        if self.spend(mount.prefix.len() + mount.target.len() + module + 96) {
            self.routing.mounts.push(mount);
        }
    }

    /// The definition with this number, as [`Outline::define`] gave it, declares the route that it answers:
    /// its kind becomes `route`.
    pub(crate) fn declares_route(&mut self, number: Option<usize>) {
        if let Some(draft) = number.and_then(|number| self.drafts.get_mut(number)) {
            draft.route = true;
        }
    }
}

/// Whether no text holds a control character: what does is no route that anybody could call.
fn are_plain<const N: usize>(texts: [Option<&String>; N]) -> bool {
    texts.iter().flatten().all(|text| !text.contains(char::is_control))
}
