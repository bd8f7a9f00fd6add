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
            (from, "com.acme.auth.*", "auth/src/main/java/com/acme/auth/ (com.acme.auth)"),
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
            (from, "com.acme.auth.Token", "external (com.acme.auth)"),
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
