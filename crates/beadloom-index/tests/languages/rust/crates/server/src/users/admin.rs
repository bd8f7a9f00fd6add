use axum::{Router, routing::put};

use super::User;

pub(crate) fn routes() -> Router {
    Router::new().route("/admin", put(settings))
}

async fn settings(user: User) {
    user.show();
    super::router();
    self::settings_of(&user);
}

fn settings_of(user: &User) {}
