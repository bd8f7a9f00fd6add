//! Serves the shop.

mod users;

use axum::{Router, routing::get};
use shop_core::{self as core, Ledger, Posting};

fn app(ledger: Ledger) -> Router {
    ledger.post(core::Entry::new(1));
    Router::new()
        .route("/health", get(health))
        .nest("/users", users::router())
        .merge(users::admin::routes())
}

async fn health() -> &'static str {
    "get(\"/not-a-route\")"
}

#[tokio::main]
async fn main() {
    let ledger = core::open("main");
    ledger.total();
    let listener = tokio::net::TcpListener::bind("0.0.0.0:8080").await.unwrap();
    axum::serve(listener, app(ledger)).await.unwrap();
}
