//! The frameworks, and what each offers for making routes.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framework {
    FastApi,
    Flask,
    Starlette,
    Django,
    /// Its routers become part of Django's lists.
    Rest,
}

impl Framework {
    /// The framework that a module belongs to, where routes may be made of what it offers.
    pub(super) fn of(module: &str) -> Option<Self> {
        match module.split('.').next()? {
            "fastapi" => Some(Self::FastApi),
            "flask" => Some(Self::Flask),
            "starlette" => Some(Self::Starlette),
            "rest_framework" => Some(Self::Rest),
            "django" => matches!(
                module,
                "django" | "django.urls" | "django.conf" | "django.conf.urls" | "django.conf.urls.i18n"
            )
            .then_some(Self::Django),
            _ => None,
        }
    }

    /// As [`beadloom_model::RouteFacts::framework`] has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FastApi => "fastapi",
            Self::Flask => "flask",
            Self::Starlette => "starlette",
            Self::Django | Self::Rest => "django",
        }
    }

    pub(super) fn offers(self, name: &str) -> Option<Offer> {
        Some(match (self, name) {
            (Self::FastApi, "FastAPI" | "APIRouter")
            | (Self::Flask, "Flask" | "Blueprint")
            | (Self::Starlette, "Starlette" | "Router")
            | (Self::Rest, "DefaultRouter" | "SimpleRouter") => Offer::Router(self),
            (Self::Flask, "MethodView") => Offer::MethodView,
            (Self::Starlette, "Route") => Offer::Route,
            (Self::Starlette, "WebSocketRoute") => Offer::WebSocketRoute,
            (Self::Starlette, "Mount") => Offer::Mount,
            (Self::Django, "path" | "re_path" | "url") => Offer::Path,
            (Self::Django, "include") => Offer::Include,
            (Self::Django, "urls") | (Self::Rest, "routers") => Offer::Module(self),
            (Self::Flask, "views") | (Self::Starlette | Self::FastApi, "routing") => Offer::Module(self),
            _ => return None,
        })
    }
}

/// Names that a wildcard brings along.
pub(super) const OFFERED: &[&str] = &[
    "FastAPI", "APIRouter", "Flask", "Blueprint", "MethodView", "Starlette", "Router", "Route",
    "WebSocketRoute", "Mount", "path", "re_path", "url", "include", "DefaultRouter", "SimpleRouter",
];

/// What an imported name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    Module(Framework),
    /// Makes an application or a router.
    Router(Framework),
    MethodView,
    /// Django's `path` and the like.
    Path,
    Include,
    /// Starlette's.
    Route,
    WebSocketRoute,
    Mount,
}
