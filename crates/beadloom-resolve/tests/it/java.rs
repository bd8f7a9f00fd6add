use crate::project::{check, files};

#[test]
fn classes_packages_and_members() {
    let project = files(
        &[
            "billing/src/main/java/com/acme/billing/Charge.java",
            "billing/src/main/java/com/acme/util/Money.java",
            "billing/src/test/java/com/acme/util/Money.java",
            "billing/src/test/java/com/acme/billing/ChargeTest.java",
            "auth/src/main/java/com/acme/auth/Tokens.java",
            "auth/src/main/java/com/acme/util/Money.java",
            "auth/src/main/kotlin/com/acme/auth/Session.kt",
            "auth/src/main/java/util/List.java",
            "auth/src/main/java/com/acme/auth/util/Hash.java",
        ],
        &[],
    );
    let from = "billing/src/main/java/com/acme/billing/Charge.java";
    check(
        &project,
        "java",
        &[
            (from, "com.acme.auth.Tokens", "auth/src/main/java/com/acme/auth/Tokens.java"),
            (from, "com.acme.auth.Tokens.Claims.Builder", "auth/src/main/java/com/acme/auth/Tokens.java"),
            (from, "com.acme.auth.Tokens check", "auth/src/main/java/com/acme/auth/Tokens.java [check]"),
            (
                from,
                "com.acme.auth.Tokens.check check",
                "auth/src/main/java/com/acme/auth/Tokens.java [check]",
            ),
            (from, "com.acme.auth.Tokens.*", "auth/src/main/java/com/acme/auth/Tokens.java"),
            (
                from,
                "com.acme.auth.*",
                "auth/src/main/java/com/acme/auth/ (com.acme.auth); auth/src/main/kotlin/com/acme/auth/ (com.acme.auth)",
            ),
            (from, "com.acme.auth.Session", "auth/src/main/kotlin/com/acme/auth/Session.kt"),
            (from, "com.acme.util.Money", "billing/src/main/java/com/acme/util/Money.java"),
            (
                "auth/src/main/java/com/acme/auth/Tokens.java",
                "com.acme.util.Money",
                "auth/src/main/java/com/acme/util/Money.java",
            ),
            (
                "auth/src/main/java/com/acme/auth/Tokens.java",
                "com.acme.util.*",
                "auth/src/main/java/com/acme/util/ (com.acme.util)",
            ),
            (from, "java.util.List", "external (java.util)"),
            (from, "java.util.*", "external (java.util)"),
            (from, "acme.auth.Tokens", "external (acme.auth)"),
            (from, "acme.auth.*", "external (acme.auth)"),
            // Some file of Kotlin may define it.
            (from, "com.acme.auth.Token", "auth/src/main/kotlin/com/acme/auth/ (com.acme.auth)"),
            (from, "com.acme.util.Token", "external (com.acme.util)"),
            (from, "org.junit.Assert.*", "external (org.junit)"),
            (from, "org.junit.Assert.assertEquals", "external (org.junit)"),
            (from, "util.List", "auth/src/main/java/util/List.java"),
            (from, "Tokens", "external (Tokens)"),
        ],
    );
}

#[test]
fn layouts_without_the_usual_folders() {
    let project = files(
        &["src/com/acme/a/A.java", "code/app/b/B.java", "com/acme/c/C.java", "lib/java/org/x/X.java"],
        &[],
    );
    let from = "src/com/acme/a/A.java";
    check(
        &project,
        "java",
        &[
            (from, "com.acme.a.A", "src/com/acme/a/A.java"),
            (from, "app.b.B", "code/app/b/B.java"),
            (from, "com.acme.c.C", "com/acme/c/C.java"),
            (from, "org.x.X", "lib/java/org/x/X.java"),
            (from, "acme.a.A", "external (acme.a)"),
            (from, "a.A", "external (a)"),
        ],
    );
}

#[test]
fn classes_of_kotlin_and_scala() {
    let project = files(
        &[
            "app/src/main/java/com/acme/App.java",
            "app/src/main/kotlin/com/acme/auth/Tokens.kt",
            "app/src/main/kotlin/com/acme/auth/hashes.kt",
            "app/src/main/scala/com/acme/rates/Rates.scala",
            "app/src/main/scala-3/com/acme/rates/Modern.scala",
            "app/src/main/java/com/acme/plain/Plain.java",
        ],
        &[],
    );
    let from = "app/src/main/java/com/acme/App.java";
    let auth = "app/src/main/kotlin/com/acme/auth/ (com.acme.auth)";
    // Whatever the folder: the definition may be in either.
    let rates = "app/src/main/scala-3/com/acme/rates/ (com.acme.rates); app/src/main/scala/com/acme/rates/ (com.acme.rates)";
    check(
        &project,
        "java",
        &[
            (from, "com.acme.auth.Tokens", "app/src/main/kotlin/com/acme/auth/Tokens.kt"),
            // Functions of a file are static methods of a class that is named after it.
            (from, "com.acme.auth.TokensKt", "app/src/main/kotlin/com/acme/auth/Tokens.kt"),
            (from, "com.acme.auth.HashesKt sha", "app/src/main/kotlin/com/acme/auth/hashes.kt [sha]"),
            // Files of Kotlin and Scala may define any class of their package.
            (from, "com.acme.auth.Claims", auth),
            (from, "com.acme.auth.Claims.Builder", auth),
            (from, "com.acme.rates.Rate", rates),
            (from, "com.acme.rates.Modern", "app/src/main/scala-3/com/acme/rates/Modern.scala"),
            (from, "com.acme.auth.generated.*", "external (com.acme.auth.generated)"),
            (from, "com.acme.plain.Other", "external (com.acme.plain)"),
            (from, "com.acme.plain.PlainKt", "external (com.acme.plain)"),
        ],
    );
}
