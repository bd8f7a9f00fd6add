use crate::project::{check, files};

#[test]
fn classes_functions_and_packages() {
    let project = files(
        &[
            "billing/src/main/kotlin/com/acme/billing/Charge.kt",
            "billing/src/test/kotlin/com/acme/billing/ChargeTest.kt",
            "auth/src/main/kotlin/com/acme/auth/Tokens.kt",
            "auth/src/main/kotlin/com/acme/auth/text.kt",
            "auth/src/main/java/com/acme/legacy/Store.java",
            "auth/src/test/kotlin/com/acme/auth/Fakes.kt",
            "rates/src/main/scala/com/acme/rates/Rates.scala",
            "shared/src/commonMain/kotlin/com/acme/time/Clock.kt",
            "shared/src/jvmMain/kotlin/com/acme/time/Zone.jvm.kt",
        ],
        &[],
    );
    let from = "billing/src/main/kotlin/com/acme/billing/Charge.kt";
    let auth = "auth/src/main/kotlin/com/acme/auth/ (com.acme.auth)";
    let in_auth = |name: &str| format!("{auth} [{name}]");
    check(
        &project,
        "kotlin",
        &[
            (from, "com.acme.auth.Tokens Tokens", "auth/src/main/kotlin/com/acme/auth/Tokens.kt [Tokens]"),
            (
                from,
                "com.acme.auth.Tokens.Companion.of of",
                "auth/src/main/kotlin/com/acme/auth/Tokens.kt [of]",
            ),
            (from, "com.acme.auth.* *", &in_auth("*")),
            // Functions, extensions, constants and classes of files with other names.
            (from, "com.acme.auth.slug slug", &in_auth("slug")),
            (from, "com.acme.auth.MAX_AGE MAX_AGE", &in_auth("MAX_AGE")),
            (from, "com.acme.auth.Claims Claims", &in_auth("Claims")),
            (from, "com.acme.auth.Claims.Kind Kind", &in_auth("Kind")),
            (from, "com.acme.auth.Claims.* *", &in_auth("*")),
            // The other languages of the platform.
            (from, "com.acme.legacy.Store Store", "auth/src/main/java/com/acme/legacy/Store.java [Store]"),
            (from, "com.acme.legacy.* *", "auth/src/main/java/com/acme/legacy/ (com.acme.legacy) [*]"),
            (from, "com.acme.rates.Rates Rates", "rates/src/main/scala/com/acme/rates/Rates.scala [Rates]"),
            // Several platforms.
            (
                from,
                "com.acme.time.Clock Clock",
                "shared/src/commonMain/kotlin/com/acme/time/Clock.kt [Clock]",
            ),
            (from, "com.acme.time.Zone Zone", "shared/src/jvmMain/kotlin/com/acme/time/Zone.jvm.kt [Zone]"),
            // A folder with Java only has no functions, and its classes have files.
            (from, "com.acme.legacy.open open", "external (com.acme.legacy) [open]"),
            (from, "com.acme.legacy.Other Other", "external (com.acme.legacy) [Other]"),
            (from, "com.acme.auth.generated.* *", "external (com.acme.auth.generated) [*]"),
            (from, "kotlinx.coroutines.launch launch", "external (kotlinx.coroutines) [launch]"),
            (from, "java.util.UUID UUID", "external (java.util) [UUID]"),
            (from, "acme.auth.Tokens Tokens", "external (acme.auth) [Tokens]"),
            (from, "auth.slug slug", "external (auth) [slug]"),
            (from, "Tokens Tokens", "external (Tokens) [Tokens]"),
        ],
    );
}

#[test]
fn the_common_root_may_be_left_out() {
    let project = files(
        &[
            "src/main/kotlin/App.kt",
            "src/main/kotlin/auth/Tokens.kt",
            "src/main/kotlin/auth/web/Login.kt",
            "src/test/kotlin/auth/TokensTest.kt",
        ],
        &[
            (
                "build.gradle.kts",
                "plugins { kotlin(\"jvm\") }\n\ngroup = \"com.acme\" // ours\nversion = \"1\"\n",
            ),
            ("android/build.gradle", "android {\n    namespace 'org.shop.droid'\n}\ngroupBy 'x.y'\n"),
            ("android/src/main/java/ui/Screen.kt", ""),
        ],
    );
    let from = "src/main/kotlin/auth/web/Login.kt";
    check(
        &project,
        "kotlin",
        &[
            (from, "org.shop.droid.ui.Screen Screen", "android/src/main/java/ui/Screen.kt [Screen]"),
            (from, "org.shop.ui.Screen Screen", "external (org.shop.ui) [Screen]"),
            (from, "x.y.auth.Tokens Tokens", "external (x.y.auth) [Tokens]"),
            (from, "net.other.auth.Tokens Tokens", "external (net.other.auth) [Tokens]"),
        ],
    );
    let project = files(
        &["src/main/kotlin/App.kt", "src/main/kotlin/auth/Tokens.kt", "src/main/kotlin/auth/web/Login.kt"],
        &[("gradle.properties", "org.gradle.caching=true\ngroup=com.acme\n")],
    );
    check(
        &project,
        "kotlin",
        &[
            (from, "com.acme.auth.Tokens Tokens", "src/main/kotlin/auth/Tokens.kt [Tokens]"),
            (from, "com.acme.auth.Tokens.Kind Kind", "src/main/kotlin/auth/Tokens.kt [Kind]"),
            (from, "com.acme.App App", "src/main/kotlin/App.kt [App]"),
            // More than the group left out: the last folder has to be there.
            (from, "com.acme.shop.auth.Tokens Tokens", "src/main/kotlin/auth/Tokens.kt [Tokens]"),
            (from, "com.acme.shop.App App", "external (com.acme.shop) [App]"),
            (from, "com.acmes.auth.Tokens Tokens", "external (com.acmes.auth) [Tokens]"),
            (from, "com.other.auth.Tokens Tokens", "external (com.other.auth) [Tokens]"),
        ],
    );
}
