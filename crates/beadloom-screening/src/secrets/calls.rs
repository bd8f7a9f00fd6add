//! The places of passwords in calls of programs: a name and a password one after the other, a setter, an encryption with a literal. The
//! first group of a pattern is the secret.

use super::check::Check::{Chosen, Password};
use super::check::Gated;

pub(super) const FORMS: &[Gated] = &[
    (
        &[
            "login(", "log_in(", "logon(", "log_on(", "sign_in(", "signin(", "auth(", "auth=(", "auth = (",
            "authenticate(", "authentication(", "credential(", "credentials(", "mysqli(", "connect(",
            "connection(", "bind(", "bind_s(", "imap_open(", "password(", "pdo(", "userpass", "user_pass",
            "username", "new(", "basic(", "digest(", "from(",
        ],
        concat!(
            r"(?i)(?:log_?in|log_?on|sign_?in|basic_?auth(?:entication)?|auth|authenticate|credentials?|mysqli|mysqli?_(?:p|real_)?connect|oci_p?connect|",
            r"getconnection|createconnection|ldap_bind|simple_bind(?:_s)?|imap_open|ssh2_auth_password|pdo|passwordauthentication|username_?password|userpass|basic|digest)",
            r"(?:::new|\.new|::basic|::from)?!?(?:\s?=)?\s?\(\s?(?:[^()\n]*?[,(]\s?)?(?:some\()?[@b&]?[\x22'`][\w.@\\+-]+[\x22'`](?:\.\w+\(\))?\)?\s?,\s?(?:\w+\s?[=:]\s?)?(?:some\(|&|b|r|@)?[\x22'`]([^\s\x22'`]{4,})[\x22'`]",
        ),
        "a password in a call",
        Chosen,
    ),
    (
        &[
            "password(", "passwd(", "passphrase(", "word(", "pwd(", "secret(", "token(", "key(", "text(",
            "value(", "string(",
        ],
        concat!(
            r"(?i)(?:(?:set|with|use|add|put)_?[a-z_]*?|\.|->)(?:password|passwd|passphrase|pass_?word|pwd|secret|token|api_?key|access_?key|private_?key|secret_?key)(?:_?(?:value|string|text))?",
            r"\(\s?(?:some\(|&)?[br@]?[\x22'`]([^\s\x22'`]{6,})[\x22'`]\)?\s?[,).]",
        ),
        "a password in a call",
        Chosen,
    ),
    (&["password("], r"(?i)\bpassword\(\s?[\x22']([^\s\x22']{4,})[\x22']\s?\)", "a password in SQL", Chosen),
    (
        &["crypt"],
        r"(?i)\b(?:pgp_sym_(?:en|de)crypt|aes_(?:en|de)crypt|encryptbypassphrase|decryptbypassphrase)\([^()\n]+?,\s*'([^'\n]{6,})'",
        "a password in SQL",
        Chosen,
    ),
    (
        &["securestring"],
        r"(?i)\bconvertto-securestring\s+(?:-(?:asplaintext|force|string)\s+){0,3}[\x22']([^\s\x22'$][^\s\x22']{3,})[\x22']",
        "a password of PowerShell",
        Password,
    ),
    (
        &["@tcp", "@udp", "@unix", "@cloudsql", "@("],
        r"(?:^|[\s\x22'`=(])[A-Za-z0-9_.-]{1,40}:([^\s\x22'`@]{3,80})@(?:tcp|tcp6|udp|unix|cloudsql)?\(",
        "an address with a password in it",
        Password,
    ),
    (
        &["send"],
        r"(?i)\bsend(?:_user|line)?[ (](?:--\s+)?[\x22']([^\s\x22'\\]{6,})(?:\\r|\\n)[\x22']",
        "a password that is typed",
        Chosen,
    ),
    // An address, a name and a password.
    (
        &["connect(", "open(", "start(", "login("],
        r"(?i)(?:connect|open|start|login)\(\s?[\x22'][^\x22'\n]*[\x22']\s?,\s?[\x22'][\w.@\\-]+[\x22']\s?,\s?[\x22']([^\s\x22']{5,})[\x22']",
        "a password in a call",
        Chosen,
    ),
    (
        &["hmac", "cipher", "fernet(", "cookieparser(", "jwt.", "aes.new("],
        r"(?i)(?:hmac(?:\.new)?|cipher(?:iv)?|fernet|cookieparser|jwt\.(?:sign|verify|encode|decode)|aes\.new)\((?:[^()\n]*?,\s?)?b?[\x22']([A-Za-z0-9+/=_-]{20,})[\x22']",
        "a key in a call",
        Password,
    ),
    (
        &["|| '", "|| \"", "?? '", "?? \"", "?: '", "?: \"", " or '", " or \""],
        r"(?i)(?:pass\w*|pwd|pw|secret|token|key)\b[^\n]*?(?:\|\||\?\?|\?:|\bor) [\x22']([^\s\x22']{6,})[\x22']",
        "a password that stands in for another",
        Chosen,
    ),
    (
        &["type(", "fill(", "sendkeys(", "send_keys(", "setvalue(", "set_value(", "fill_in("],
        concat!(
            r"(?i)(?:pass\w*|\bpwd?|\bpw|token|secret)[^\n]{0,40}?\.(?:type|fill|send_?keys|set_?value)\(\s?[\x22']([^\s\x22']{5,})[\x22']",
            r"|\bfill(?:_in)?\([\x22'][^\x22'\n]{0,60}pass[^\x22'\n]{0,60}[\x22'],\s?(?:with:\s?)?[\x22']([^\s\x22']{5,})[\x22']",
        ),
        "a password that is typed",
        Chosen,
    ),
    (
        &["auth '", "auth \"", "auth :", "login '", "login \""],
        r"(?i)(?:auth|login|authenticate)\s:?[\x22']?[\w.@-]+[\x22']?,\s?[\x22']([^\s\x22']{5,})[\x22']",
        "a password in a call",
        Chosen,
    ),
    (
        &["userpwd", "user_pwd", "userpass"],
        r"(?i)user_?(?:pwd|pass\w{0,6})[\x22']?\s?(?:,|=>|=|:)\s?[\x22'][\w.@-]+:([^\s\x22']{4,})[\x22']",
        "a name and a password",
        Chosen,
    ),
    (
        &["assword"],
        r"(?i)\bp?assword[^\n]{0,20};\s*send\s+[\x22']?([^\s\x22'\\]{5,})",
        "a password that is typed",
        Chosen,
    ),
    (
        &["values"],
        r"(?i)\binsert\s+into\b[^\n]*?pass[^\n]*?\bvalues\s?\([^\n]*?'([^\s'@]{6,})'",
        "a password in SQL",
        Chosen,
    ),
    (
        &["pass", "pwd", "secret", "token"],
        r"(?i)\{\s?:?\w*(?:password|passwd|pass|pwd|secret|token)\s?,\s?<{0,2}[\x22']([^\s\x22']{5,})[\x22']",
        "a password in a tuple",
        Chosen,
    ),
];
