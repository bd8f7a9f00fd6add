//! The places of passwords in command lines of whatever program, in settings of devices, and beside names in tables. The first group of a
//! pattern is the secret.

use super::check::Check::{Chosen, Form, Password};
use super::check::Gated;

pub(super) const FORMS: &[Gated] = &[
    (
        &["oracle", "sqlplus", "sqlldr", "rman", "expdp", "impdp", "sql ", "exp ", "imp "],
        r"(?i)\b(?:jdbc:oracle:(?:thin|oci8?):|(?:sqlplus|sqlldr|expdp|impdp|exp|imp|rman|sqlcl|sql)\s+(?:-\w+\s+){0,3}(?:(?:userid|target)\s?=?\s?)?)[\x22']?\w+/([^\s@\x22'/]{3,})@",
        "a password of Oracle",
        Password,
    ),
    // A name and a password, whatever the program.
    (
        &[" -u", " -l", " --user", " --login", " -D"],
        r"(?i)\s(?:-u|-l|--user(?:name)?|--login|-D)[ =]?[\x22']?[\w.@\\/=,-]{2,}[\x22']?\s(?:[^\n|;]*?\s)?-(?:p|pw|w|a|pass)[ =]?[\x22']?([^\s\x22'-][^\s\x22']{4,})",
        "a password of a command",
        Chosen,
    ),
    (
        &["openssl"],
        r"(?i)\bopenssl\s[^\n|;]*?\s-(?:k|pass|passin|passout)\s+(?:pass:)?[\x22']?([^\s\x22'-][^\s\x22']{3,})",
        "a password of OpenSSL",
        Chosen,
    ),
    (
        &[
            "ipmitool", "tsql", "curlftpfs", "sshfs", "impala", "hdbsql", "beeline", "cypher-shell", "neo4j",
            "influx", "rdesktop", "vnc", "rar ", "qpdf", "hydra",
        ],
        r"(?i)\b(?:ipmitool|tsql|curlftpfs|sshfs|impala-shell|hdbsql|beeline|cypher-shell|neo4j-admin|influx|rdesktop|x11vnc|vncdo|rar|qpdf|hydra)\b[^\n|;]*?\s-{1,2}(?:p|hp|passwd|password|w)[ =]?[\x22']?([^\s\x22'-][^\s\x22']{4,})",
        "a password of a command",
        Chosen,
    ),
    (
        &["rdp", "rdesktop", "mstsc", "cmdkey", "schtasks", "net ", "net.exe", "wmic", "runas", "sc "],
        r"(?i)\b(?:[xw]freerdp3?|rdesktop|mstsc|cmdkey|schtasks|net|wmic|runas|sc)(?:\.exe)?\s[^\n]*?\s/(?:p|pass|password|rp)(?::|\s)[\x22']?([^\s\x22'/]{4,})",
        "a password of a command",
        Chosen,
    ),
    (
        &["-command", "-cmd", "_command", "_cmd"],
        r"(?i)--(?:\w{1,20}[_-])?(?:pass[a-z]*|secret|token|key)[_-](?:command|cmd)[ =][\x22']?(?:echo|printf|print)\s+(?:-n\s+)?[\x22']?([^\s\x22']{4,})",
        "a password of a command",
        Password,
    ),
    (
        &["echo", "print"],
        r"(?i)\b(?:echo|printf|print)\s+(?:-n\s+)?(?:--\s+)?(?:[\x22\x27]?%s(?:\\n)?[\x22\x27]?\s+)?[\x22']?([^\s|\x22']{6,})[\x22']?\s*\|\s*(?:\S*/)?(?:sudo -S|docker|podman|helm|gh|su|openssl|gpg2?|kinit|smbclient|mount|ssh\S*|vault|az|aws|kubectl|restic|borg|mysql|psql|wpa_passphrase|wrangler|heroku|npm|huggingface-cli|databricks|fly|flyctl|doctl|op|bw|keepassxc-cli|ansible-vault|cadaver|wg|base64)\b",
        "a password that is piped",
        Chosen,
    ),
    (
        &["basicauth", "basic_auth", "basic-auth"],
        r"(?i)\bbasic[_-]?auth\s+(?:/\S*\s+)?[\w.@-]+\s+[\x22']?([^\s\x22'{]{5,})",
        "a password of a server",
        Chosen,
    ),
    (
        &["auth"],
        r"(?i)\b(?:\w{1,20}[_-])?auth(?:[_-]\w{1,20}){0,3}[\x22']?\s?[:=]\s?[\x22']?[a-z][\w.@-]{1,40}:([^\s:\x22'@/]{5,})",
        "a name and a password",
        Chosen,
    ),
    (
        &["http-basic."],
        r"(?i)\bhttp-basic\.\S+\s+\S+\s+[\x22']?([^\s\x22']{4,})",
        "a password of Composer",
        Chosen,
    ),
    (
        &["pin\"", "pin'", "pincode"],
        r"(?i)[\x22'](?:\w{1,20}_)?pin(?:_?code)?[\x22']\s*:\s*[\x22'](\d{4,8})[\x22']",
        "a PIN",
        Form,
    ),
    (
        &["::/", ":/home", ":/root", ":/bin"],
        r"(?m)^[a-z_][\w-]{0,30}:([^\s:*!]{5,}):\d{1,9}:\d{1,9}:[^:\n]*:/",
        "a password of a user",
        Chosen,
    ),
    (
        &["insert into", "insert  into"],
        r"(?i)\binsert\s+into\s+\S{0,40}(?:user|account|admin|login|credential)\S{0,20}[^\n]{0,200}?\bvalues\b[^\n]{0,200}?'[\w.@-]{2,60}'\s?,\s?'([^\s'@]{6,})'",
        "a password in SQL",
        Chosen,
    ),
    (
        &["<<<"],
        r"(?i)\b(?:login|\w{0,12}passwd|cryptsetup|sudo -S|kinit|gpg2?|openssl|chpasswd|configure|secret put|set|unlock|decrypt|smbpasswd|auth)\b[^\n|;]*<<<\s?[\x22']?([^\s\x22']{6,})",
        "a password that is piped",
        Chosen,
    ),
    (
        &["db2"],
        r"(?i)\bdb2\b[^\n]*?\buser\s+\w+\s+using\s+[\x22']?([^\s\x22';]{4,})",
        "a password of DB2",
        Chosen,
    ),
    (&["identified"], r"(?i)\bidentified\s+by\s+([^\s\x22';]{4,})", "a password in SQL", Chosen),
    // Devices and networks.
    (
        &[
            "secret 0", "secret 5", "secret 7", "secret 8", "secret 9", "password 0", "password 5",
            "password 7", "password 8", "key 0", "key 1", "key 6", "key 7", "key-string 0", "key-string 7",
            "community 0", "community 7",
        ],
        r"(?i)\b(?:secret|password|key|key-string|community)\s+[0-9]\s+[\x22']?([^\s\x22']{5,})",
        "a password of a device",
        Chosen,
    ),
    (
        &[
            "snmp-server", "rootpw", "tacacs", "radius", "isakmp", "pre-shared", "ike-key", "md5-key",
            "authentication-key",
        ],
        r"(?i)\b(?:snmp-server\s+community|rootpw(?:\s+--\w+)?|(?:isakmp|pre-shared-?)[ -]?key\s+address\s+\S+\s+key|(?:tacacs|radius)-server\s+(?:host\s+\S+\s+)?key|(?:isakmp|pre-shared-?|ike|authentication|md5)[ -]key)\s+(?:ascii-text\s+)?[\x22']?([^\s\x22']{5,})",
        "a password of a device",
        Chosen,
    ),
    (&["wifi:"], r"(?i)\bWIFI:[^\n]*?\bP:([^;\n]{4,});", "a password of a network", Form),
    // A name, and a password in the next cell of a table.
    (
        &[
            "| admin", "| root", "| sa ", "| sysadmin", "| super", "| postgres", "| deploy", "| operator",
            "| svc", "|admin", "|root", "| `",
        ],
        r"(?i)\|\s*`?(?:admin\w*|root|sa|sysadmin|superuser|superadmin|postgres|deploy|operator|svc[_-]\w+)`?\s*\|\s*[`*]{0,2}([^\s|`*][^\s|`]{4,})`?\s*(?:\||$)",
        "a password in a table",
        Chosen,
    ),
    (
        &[
            " -c ", "ssh-keygen", "encrypt_string", "useradd", "usermod", "wpa_passphrase",
            "mosquitto_passwd", "smbpasswd",
        ],
        r"(?i)\b(?:snmp\w+\s[^\n|;]*?-c|ssh-keygen\s[^\n|;]*?-[nP]|ansible-vault\s+encrypt_string|user(?:add|mod)\s[^\n|;]*?-p|wpa_passphrase\s+\S+|mosquitto_passwd\s+-b\s+\S+\s+\S+)\s+[\x22']?([^\s\x22'-][^\s\x22']{4,})",
        "a password of a command",
        Chosen,
    ),
    (
        &[" -pw", " -pass", " /pass", " -a "],
        r"(?i)\s(?:-(?:pw|pass|passwd|password|pwd)[ =:]|-a\s+\S+\s[^\n|;]*?-w\s)[\x22']?([^\s\x22'-][^\s\x22']{4,})",
        "a password of a command",
        Chosen,
    ),
    (&["%"], r"\s-U\s?[\x22']?[^\s%\x22']+%([^\s\x22']{4,})", "a password of Samba", Chosen),
    // A name and a password that a sign ties.
    (
        &["admin:", "root:", "admin :", "root :", "administrator:", "sip:", "sips:"],
        r"(?i)(?:^|[\s(`'\x22/])(?:(?:admin|root|administrator)\s?:|sips?:\w+:)\s?([^\s/:`'\x22@]{6,})",
        "a name and a password",
        Chosen,
    ),
    (
        &["admin /", "root /", "admin/", "root/", "administrator/", "administrator /"],
        r"(?i)(?:^|[\s(`'\x22])(?:admin|root|administrator)(?:\s/\s([^\s/:`'\x22]{6,})|/([^\s/:`'\x22]+[!#$%^*?@+=][^\s/:`'\x22]*))",
        "a name and a password",
        Chosen,
    ),
    (
        &["@"],
        r"(?:^|\s)(?:[\w.+-]+@[\w.-]+\.[a-z]+\s[:/|]\s|[\w.\\-]+(?:/[\w.-]+)?:)([^\s:@/'\x22]{6,})(?:$|[\s,;]|@(?:[\w-]+\.)+[a-z]|@\d+\.\d+\.\d+\.\d+|@localhost\b|@[\w-]+:/)",
        "a name and a password",
        Chosen,
    ),
    // Files of servers.
    (
        &["{plain}", "{clear}", "{cleartext}"],
        r"(?i)\{(?:plain|clear|cleartext)\}([^\s:\x22']{4,})",
        "a password of a mail server",
        Password,
    ),
    (&["]:25", "]:465", "]:587"], r"\]:\d+\s+[^\s:]+:([^\s:]{4,})", "a password of a mail server", Chosen),
    (
        &[" * "],
        r"(?m)^\s*\S+\s+\*\s+[\x22']?([^\s\x22']{5,})[\x22']?\s+\*",
        "a password of a dial-in",
        Chosen,
    ),
    (&["setuser"], r"(?i)\bsetuser\s+\S+[^\n]*?\s>([^\s]{4,})", "a password of Redis", Password),
    (&["auth "], r"(?:^|\s)AUTH\s+(?:\w+\s+)?([^\s]{6,})", "a password of Redis", Chosen),
    // What issuers of whom nothing else is known put before their keys.
    (
        &[
            "_live_", "_test_", "_prod_", "_sandbox_", "_secret_", "_sk_", "_pat_", "_token_", "_svc_",
            "_v1_", "_v2_",
        ],
        r"\b((?:[a-oq-z]|p[a-jl-z])[a-z0-9]{1,12}_(?:live|test|prod|sandbox|secret|sk|pat|token|svc|v\d)_[A-Za-z0-9]{16,})",
        "an API key",
        Chosen,
    ),
];
