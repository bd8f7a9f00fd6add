//! What files say by the conventions.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use beadloom_conventions::{Files, Rule, Source, TABLE, read};

fn marks(path: &str, text: &str) -> Vec<String> {
    let language = beadloom_model::LanguageId::of_path(path);
    let source = Source { path, language, text, symbols: &[], references: &[] };
    read(&source)
        .into_iter()
        .filter(|mark| mark.name != "no tests")
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
        if let Rule::Uses(_, pattern)
        | Rule::Gives(_, pattern)
        | Rule::UsesAll(_, pattern)
        | Rule::GivesPairs(_, pattern) = row.rule
        {
            let pattern = regex::Regex::new(pattern).unwrap();
            let is_list = matches!(row.rule, Rule::UsesAll(..) | Rule::GivesPairs(..));
            assert!(is_list || pattern.captures_len() >= 2, "{pattern}");
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
    assert_eq!(
        marks("app/controllers/a.rb", ruby),
        ["Rails Uses edit_admin_order (edit_admin_orders GET) 1-1"]
    );
    assert_eq!(
        marks("app/views/o/a.html.erb", "<%= link_to 'x', orders_path %> <%= render 'form' %>"),
        ["Rails Uses form 1-1", "Rails Uses order (orders GET) 1-1"]
    );
}

#[test]
fn addresses_stand_in_tests() {
    let text = "see(\"/orders/12\")\nopen('/')\n";
    assert_eq!(marks("tests/test_a.py", text), ["HTTP Uses /orders/* 1-1"]);
    for path in ["shop/a.py", "latest/a.py", "inspector/contests.py"] {
        assert_eq!(marks(path, text), [] as [&str; 0], "{path}");
    }
    for path in ["a_test.py", "e2e/a.py", "src/OrderTest.py", "api-tests/a.py", "TESTS/a.py"] {
        assert_eq!(marks(path, text).len(), 1, "{path}");
    }
}

#[test]
fn addresses_stand_in_calls_of_clients() {
    for (path, text, wanted) in [
        ("web/a.ts", "fetch('/api/a')", &["/api/a (GET)"][..]),
        ("web/a.ts", "fetch(`${base}/a/${id}`, { method: 'PUT', body: f(1) })", &["/a/* (PUT)"]),
        ("src/test/ATest.java", "client.delete().uri(\"/a/\" + id).x()", &["/a/* (DELETE)"]),
        ("web/a.ts", "fetch('/a', options)", &["/a"]),
        ("web/a.ts", "await api.post<Order[]>('/a', { a })", &["/a (POST)"]),
        ("web/a.ts", "this.http.delete(`/a/${id}`)", &["/a/* (DELETE)"]),
        ("web/a.js", "$.ajax({ url: '/a', type: 'post' })", &["/a (POST)"]),
        ("web/a.js", "$http.get('api/a')", &["/api/a (GET)"]),
        ("web/a.vue", "<script>axios.get('http://orders:8080/a')</script>", &["/a (GET)"]),
        ("cli/a.py", "requests.get(f\"{HOST}/a/{id}\", timeout=1)", &["/a/* (GET)"]),
        ("cli/a.go", "http.Get(base + \"/a\")", &["/a (GET)"]),
        ("a/A.java", "client.post()\n  .uri(hostOf(1) + \"/a/\" + id).x()", &["/a/* (POST)"]),
        ("a/A.java", "rest.exchange(\"/a\", HttpMethod.PUT, null)", &["/a (PUT)"]),
        ("a/A.java", "import retrofit2.http.*;\n@GET(\"/a/{id}\") Call<A> a();", &["/a/* (GET)"]),
        ("a/A.cs", "using Refit;\n[Get(\"/a/{id}\")] Task A();", &["/a/* (GET)"]),
        ("a/A.cs", "await _httpClient.GetFromJsonAsync<A>($\"/a/{id}\")", &["/a/* (GET)"]),
        ("web/a.ts", "await http.put<A[]>('songs/privatize', {})", &["songs/privatize (PUT)"]),
        ("web/a.ts", "http.silently.delete(`songs/${id}`)", &["songs/* (DELETE)"]),
        ("web/a.ts", "http.get(`songs/in-folder${query}`)", &["songs/in-folder (GET)"]),
        ("web/a.html", "<form method=\"post\" action=\"/a\"><a href='/b/'>", &["/a (POST)", "/b (GET)"]),
        // What registers routes, shows them or only names them.
        ("api/a.js", "app.get('/a', (req, res) => 1)", &[]),
        ("api/a.js", "api.get('/a', async (req, res) => 1)", &[]),
        ("api/a.ts", "router.post('/a', handle)", &[]),
        ("web/a.ts", "router.push('/a')\nconst path = '/a'\nlog('/a')", &[]),
        ("api/a.py", "@client.get(\"/a\")\ndef a(): pass", &[]),
        ("a/A.java", "@GetMapping(\"/a\") String a();", &[]),
        ("a/A.cs", "[Get(\"/a\")] Task A();\n[HttpGet(\"/b\")] Task B();", &[]),
        ("web/a.ts", "fetch('https://api.example.com/a')\ncache.get('/a')\nmap.delete('/a')", &[]),
    ] {
        let found: Vec<String> = marks(path, text)
            .iter()
            .filter_map(|mark| Some(mark.strip_prefix("HTTP Uses ")?.rsplit_once(' ')?.0.to_owned()))
            .collect();
        assert_eq!(found, wanted, "{path}: {text}");
    }
}

#[test]
fn addresses_are_joined_and_have_the_method_of_their_call() {
    for (path, text, wanted) in [
        (
            "tests/A.php",
            "$this->postJson('/vaults/'.$vault->id.'/journals/' . $j->id);",
            &["/vaults/*/journals/* (POST)"][..],
        ),
        ("tests/A.php", "$x = $base.'/contacts/edit';", &["/contacts/edit"]),
        ("tests/A.php", "$this->get(route('a', ['/b/c' => 1]))->json('/d/e');", &["/b/c", "/d/e"]),
        (
            "tests/test_a.py",
            "client.delete('/units/' + str(unit.id) + \"/parts\", json=[1])",
            &["/units/*/parts (DELETE)"],
        ),
        (
            "tests/test_a.py",
            "client.delete(f'/units/{id}')\nget(f\"/units\")",
            &["/units (GET)", "/units/* (DELETE)"],
        ),
        ("tests/test_a.py", "url = '/units/' + BASE + f'/units/all'\n", &["/units/*/units/all"]),
        ("tests/test_a.py", "url = base('/x', 1) + '/units/all'\nclient.get(url)\n", &["/units/all", "/x"]),
        ("tests/test_a.py", "client.getAttribute('/units/all')", &["/units/all"]),
        ("a.test.ts", "await axios.patch(`/units/${id}`, {a: '/b/c' + d});", &["/b/*", "/units/* (PATCH)"]),
        (
            "spec/a_spec.rb",
            "delete '/units/1'\nget(\n  '/units'\n)\n",
            &["/units (GET)", "/units/* (DELETE)"],
        ),
        ("ATest.java", "mvc.perform(get(\"/units/\" + id)).andReturn();", &["/units/* (GET)"]),
    ] {
        let found: Vec<String> = marks(path, text)
            .into_iter()
            .filter_map(|mark| Some(mark.strip_prefix("HTTP Uses ")?.rsplit_once(' ')?.0.to_owned()))
            .collect();
        assert_eq!(found, wanted, "{path}: {text}");
    }
}
