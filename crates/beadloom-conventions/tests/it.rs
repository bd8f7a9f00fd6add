//! What files say by the conventions.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use beadloom_conventions::{Files, Rule, Source, TABLE, read};

fn marks(path: &str, text: &str) -> Vec<String> {
    let language = beadloom_model::LanguageId::of_path(path);
    let source = Source { path, language, text, symbols: &[], references: &[] };
    read(&source)
        .into_iter()
        .map(|mark| {
            let framework = TABLE.get(usize::from(mark.rule)).unwrap().framework;
            let detail = if mark.detail.is_empty() { String::new() } else { format!(" ({})", mark.detail) };
            format!("{framework} {:?} {}{detail} {}-{}", mark.role, mark.name, mark.line, mark.last)
        })
        .collect()
}

#[test]
fn every_pattern_compiles_and_has_a_name() {
    for row in TABLE {
        if let Rule::Uses(_, pattern) | Rule::Gives(_, pattern) = row.rule {
            let pattern = regex::Regex::new(pattern).unwrap();
            assert!(pattern.captures_len() >= 2, "{pattern}");
        }
        let said = row.rule.said();
        assert!(!said.is_empty() && !row.framework.is_empty());
        if let Files::Text(endings) = row.files {
            assert!(!endings.is_empty());
        }
    }
}

#[test]
fn names_of_routes() {
    let urls = "app_name = 'shop'\nurlpatterns = [\n    path('', views.index, name='index'),\n    path(\n        'o/<int:pk>/',\n        OrderView.as_view(),\n        name='order',\n    ),\n]\n";
    assert_eq!(
        marks("shop/urls.py", urls),
        ["Django Gives index (shop) 3-3", "Django Gives order (shop) 4-7"]
    );
    let uses = "def go():\n    # reverse('index')\n    return redirect(reverse('shop:order', args=[1]))\n";
    assert_eq!(marks("a.py", uses), ["Django Uses order (shop) 3-3"]);
    assert_eq!(
        marks("t/a.html", "<a href=\"{% url 'shop:order' o.pk %}\">"),
        ["Django Uses order (shop) 1-1"]
    );
    let ruby = "redirect_to edit_admin_orders_path(order)\nfile_path = 1\ndef my_path\nend\n";
    assert_eq!(marks("app/controllers/a.rb", ruby), ["Rails Uses edit_admin_order (edit_admin_orders) 1-1"]);
    assert_eq!(
        marks("app/views/o/a.html.erb", "<%= link_to 'x', orders_path %> <%= render 'form' %>"),
        ["Rails Uses form 1-1", "Rails Uses order (orders) 1-1"]
    );
}

#[test]
fn addresses_stand_in_tests_alone() {
    let text = "client.get(\"/orders/12\")\nopen('/')\n";
    assert_eq!(marks("tests/test_a.py", text), ["HTTP Uses /orders/* 1-1"]);
    assert_eq!(marks("shop/a.py", text), [] as [&str; 0]);
}
