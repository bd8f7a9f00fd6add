//! Text that no parser reads: what is searched by its words, and what is left out of that by name, size or content.

use std::sync::LazyLock;

use crate::names::ByName;

/// A format of such text.
#[derive(Debug)]
pub struct Format {
    /// What `--lang` takes.
    pub id: &'static str,
    /// Endings of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// Whether programs write it as often as people do: large files are data then.
    pub is_data: bool,
}

/// Larger files of a format that holds data are not searched, in bytes.
pub const MAX_DATA_BYTES: u64 = 64 << 10;

/// What is none of the formats.
pub const OTHER: &str = "text";

/// Bytes that the lines of a file have at most, in the mean: longer ones are written by programs.
const MAX_MEAN_LINE_BYTES: usize = 1_000;

/// A file with fewer letters than one in so many characters is a table of numbers, or a picture.
const LETTERS: usize = 4;

const fn format(
    id: &'static str,
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
) -> Format {
    Format { id, extensions, file_names, is_data: false }
}

const fn data(id: &'static str, extensions: &'static [&'static str]) -> Format {
    Format { id, extensions, file_names: &[], is_data: true }
}

/// By id.
const FORMATS: &[Format] = &[
    format("asciidoc", &["adoc", "asciidoc"], &[]),
    format("assembly", &["asm", "s"], &[]),
    format("batch", &["bat", "cmd"], &[]),
    format("bazel", &["bazel", "bzl", "star"], &["BUILD", "WORKSPACE"]),
    format("clojure", &["clj", "cljc", "cljs", "edn"], &[]),
    format("cmake", &["cmake"], &["CMakeLists.txt"]),
    format("coffeescript", &["coffee"], &[]),
    format("crystal", &["cr"], &[]),
    format("css", &["css", "less", "sass", "scss", "styl"], &[]),
    data("csv", &["csv", "psv", "tsv"]),
    format("cuda", &["cu", "cuh"], &[]),
    format("d", &["d"], &[]),
    format("dart", &["dart"], &[]),
    format("dockerfile", &["dockerfile"], &["Containerfile", "Dockerfile"]),
    format("elm", &["elm"], &[]),
    format("erlang", &["erl", "hrl"], &["rebar.config"]),
    format("fortran", &["f", "f03", "f08", "f90", "f95"], &[]),
    format("fsharp", &["fs", "fsi", "fsx"], &[]),
    format("groovy", &["gradle", "groovy"], &["Jenkinsfile"]),
    format("html", &["htm", "html", "xhtml"], &[]),
    format("ini", &["cfg", "conf", "ini", "properties", "service"], &[]),
    data("json", &["geojson", "ipynb", "json", "json5", "jsonc", "jsonl", "ndjson", "webmanifest"]),
    format("julia", &["jl"], &[]),
    format("lisp", &["cl", "el", "lisp", "rkt", "scm"], &[]),
    format(
        "makefile",
        &["mak", "make", "mk"],
        &["GNUmakefile", "Justfile", "Makefile", "justfile", "makefile"],
    ),
    format("markdown", &["markdown", "md", "mdx"], &[]),
    format("meson", &[], &["meson.build", "meson_options.txt"]),
    format("nim", &["nim", "nims"], &[]),
    format("nix", &["nix"], &[]),
    format("objective-c", &["m", "mm"], &[]),
    format("ocaml", &["ml", "mli"], &["dune", "dune-project"]),
    format("pascal", &["pas"], &[]),
    format("perl", &["pl", "pm"], &[]),
    format("powershell", &["ps1", "psd1", "psm1"], &[]),
    format("prisma", &["prisma"], &[]),
    format("puppet", &["pp"], &[]),
    format("r", &["r", "rmd"], &[]),
    format("rst", &["rst"], &[]),
    format("shader", &["frag", "glsl", "hlsl", "vert", "wgsl"], &[]),
    format("solidity", &["sol"], &[]),
    format(
        "template",
        &[
            "ejs", "erb", "haml", "hbs", "j2", "jinja", "jinja2", "liquid", "mustache", "pug", "slim",
            "tmpl", "twig",
        ],
        &[],
    ),
    format("terraform", &["hcl", "tf", "tfvars"], &[]),
    format("tex", &["bib", "cls", "sty", "tex"], &[]),
    format("thrift", &["thrift"], &[]),
    format("toml", &["toml"], &[]),
    format("verilog", &["sv", "svh", "v", "vh"], &[]),
    format("vhdl", &["vhd", "vhdl"], &[]),
    format("vim", &["vim"], &[]),
    format("visual-basic", &["bas", "vb"], &[]),
    data(
        "xml",
        &[
            "csproj", "fsproj", "plist", "props", "resx", "targets", "vbproj", "wsdl", "xml", "xsd", "xsl",
            "xslt",
        ],
    ),
    format("yaml", &["yaml", "yml"], &[]),
];

/// Files that are not searched, whatever their size.
#[derive(Debug)]
pub struct LeftOut {
    /// What they are.
    pub what: &'static str,
    /// Endings of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
}

/// What is left out by its name.
const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        what: "versions that a tool has locked, and checksums",
        extensions: &["lock", "lockfile", "md5", "sha1", "sha256", "sha512", "sum"],
        file_names: &[
            ".terraform.lock.hcl", "Package.resolved", "npm-shrinkwrap.json", "package-lock.json",
            "packages.lock.json", "pnpm-lock.yaml",
        ],
    },
    LeftOut {
        what: "what programs write: source maps, snapshots, logs, state, what `.min.` in the name says was made small",
        extensions: &["log", "map", "snap", "tfstate"],
        file_names: &[],
    },
    LeftOut { what: "translations", extensions: &["arb", "po", "pot", "xlf", "xliff"], file_names: &[] },
    LeftOut {
        what: "keys, certificates and settings that hold secrets",
        extensions: &["asc", "cer", "crt", "csr", "env", "gpg", "key", "pem", "pub", "sig"],
        file_names: &["id_ed25519", "id_rsa"],
    },
    LeftOut {
        what: "pictures, fonts, sound, films, archives and what compilers make",
        extensions: &[
            "7z", "a", "ai", "aiff", "avi", "avif", "bin", "bmp", "br", "bz2", "class", "dat", "db", "dll",
            "dmg", "doc", "docx", "dylib", "eot", "eps", "exe", "flac", "gif", "gz", "icns", "ico", "iso",
            "jar", "jpeg", "jpg", "lib", "mo", "mov", "mp3", "mp4", "npy", "npz", "o", "obj", "odt", "ogg",
            "onnx", "otf", "parquet", "pdf", "pickle", "pkl", "png", "ppt", "pptx", "ps", "psd", "pt", "pyc",
            "pyo", "rar", "rlib", "safetensors", "so", "sqlite", "sqlite3", "svg", "swf", "tar", "tgz",
            "tif", "tiff", "ttf", "wasm", "wav", "webm", "webp", "woff", "woff2", "xls", "xlsx", "xz", "zip",
            "zst",
        ],
        file_names: &[],
    },
];

/// All formats, by id. What is none of them is searched too.
pub fn formats() -> &'static [Format] {
    FORMATS
}

/// What is left out by its name, whatever it holds.
pub fn left_out() -> &'static [LeftOut] {
    LEFT_OUT
}

static KNOWN: LazyLock<ByName<&'static Format>> = LazyLock::new(|| {
    ByName::new(FORMATS.iter().map(|format| (format.file_names, format.extensions, format)))
});

static NOT_READ: LazyLock<ByName<()>> =
    LazyLock::new(|| ByName::new(LEFT_OUT.iter().map(|group| (group.file_names, group.extensions, ()))));

/// Whether a name is one of keys, certificates and settings that hold secrets.
pub fn is_secret(path: &str) -> bool {
    is_left_out(path, "pem")
}

/// Whether a name is one of a picture or another file that is no text.
pub fn is_binary_name(path: &str) -> bool {
    is_left_out(path, "png") && !path.ends_with(".svg")
}

/// Whether a name is of the group that leaves out an ending.
fn is_left_out(path: &str, of: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    LEFT_OUT.iter().filter(|group| group.extensions.contains(&of)).any(|group| {
        group.file_names.contains(&name)
            || group.extensions.iter().any(|known| known.eq_ignore_ascii_case(ending))
    })
}

/// Of which format the text in a file is, by its name and its size in bytes; None where it is not searched.
pub fn text_format(path: &str, size: u64) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    if name.contains(".min.") || NOT_READ.named(name).or_else(|| NOT_READ.ending(ending)).is_some() {
        return None;
    }
    let format = KNOWN.named(name).or_else(|| KNOWN.ending(ending));
    match format {
        Some(format) if format.is_data && size > MAX_DATA_BYTES => None,
        Some(format) => Some(format.id),
        // `Dockerfile.dev`, `Makefile.in`.
        None => {
            let stem = name.split_once('.').map_or("", |(stem, _)| stem);
            Some(KNOWN.named(stem).map_or(OTHER, |format| format.id))
        }
    }
}

/// Whether text is worth searching: what was made small, tables of numbers and the like are not.
pub fn is_readable(text: &str) -> bool {
    let (mut lines, mut letters, mut others) = (1, 0, 0);
    for c in text.chars() {
        if c.is_alphabetic() {
            letters += 1;
        } else if c == '\n' {
            lines += 1;
        } else if !c.is_whitespace() {
            others += 1;
        }
    }
    text.len() / lines <= MAX_MEAN_LINE_BYTES && letters * LETTERS >= letters + others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_name_and_size() {
        for (path, size, format) in [
            ("deploy/values.yaml", 100, Some("yaml")),
            ("deploy/VALUES.YAML", 100, Some("yaml")),
            ("Dockerfile", 100, Some("dockerfile")),
            ("docker/Dockerfile.dev", 100, Some("dockerfile")),
            ("CMakeLists.txt", 100, Some("cmake")),
            ("notes.txt", 1 << 19, Some("text")),
            ("LICENSE", 100, Some("text")),
            ("a.b/no ending", 100, Some("text")),
            (".hidden", 100, Some("text")),
            ("package.json", MAX_DATA_BYTES, Some("json")),
            ("api/swagger.json", MAX_DATA_BYTES + 1, None),
            ("rows.CSV", MAX_DATA_BYTES + 1, None),
            ("package-lock.json", 10, None),
            ("Cargo.lock", 10, None),
            ("dist/app.min.css", 10, None),
            ("app.css.map", 10, None),
            ("logo.svg", 10, None),
            ("tls.key", 10, None),
            ("locale/de.po", 10, None),
            ("", 0, Some("text")),
        ] {
            assert_eq!(text_format(path, size), format, "{path}");
        }
    }

    #[test]
    fn data_is_not_readable() {
        let numbers = "0.125 17 -3.5e10\n".repeat(50);
        let small = "a{color:red}".repeat(500);
        for (text, readable) in [
            ("", true),
            ("replicas: 3\nimage: \"app:1.2.3\"\n", true),
            ("Über allen Gipfeln", true),
            ("文字列を検索する。", true),
            (&numbers, false),
            (&small, false),
        ] {
            assert_eq!(is_readable(text), readable, "{}", text.get(..20).unwrap_or(text));
        }
    }

    #[test]
    fn no_ending_stands_twice() {
        let mut endings: Vec<&str> = FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
        endings.extend(LEFT_OUT.iter().flat_map(|group| group.extensions));
        let all = endings.len();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!(endings.len(), all);
        assert!(FORMATS.is_sorted_by_key(|format| format.id));
    }
}
