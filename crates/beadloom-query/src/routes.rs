//! Whose routes count.

use std::collections::HashMap;

use beadloom_model::answers::Route;
use beadloom_model::{Result, is_in_tests};
use beadloom_store::{RouteRow, Store};

use crate::places;

/// The routes that neither tests, fixtures nor migrations state.
pub(crate) fn of_product(store: &Store, mut routes: Vec<RouteRow>) -> Result<Vec<RouteRow>> {
    routes.retain(|route| !places::is_no_product(&route.file_path));
    let mut tests: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
    for route in &routes {
        if !tests.contains_key(&route.file_path) {
            let id: Vec<i64> = store.file_id(&route.file_path)?.into_iter().collect();
            let lines = store.inline_tests_of(&id)?.into_values().next().unwrap_or_default();
            tests.insert(route.file_path.clone(), lines);
        }
    }
    routes.retain(|route| !tests.get(&route.file_path).is_some_and(|lines| is_in_tests(lines, route.line)));
    Ok(routes)
}

/// A route, as answers show it.
pub(crate) fn shown(row: RouteRow) -> Route {
    let RouteRow { method, path, handler, file_path, line, framework, .. } = row;
    Route { method, path, handler, file_path, line, framework }
}
