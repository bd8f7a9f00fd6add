//! Users.

pub mod admin;

use axum::{Router, extract::Path, routing};
use shop_core::store::Store;

pub struct User {
    store: Store,
}

impl User {
    fn find(id: u32) -> Option<User> {
        let store = Store::open("users");
        store.load();
        Some(User { store })
    }

    fn show(&self) {
        self.store.load();
    }
}

pub fn router() -> Router {
    Router::new()
        .route("/", routing::get(list).post(create))
        .route("/{id}", routing::delete(remove))
}

async fn list() {
    let user = User::find(1);
    user.unwrap().show();
}

async fn create() {}

async fn remove(Path(id): Path<u32>) {
    if let Some(user) = User::find(id) {
        user.show();
    }
}
