//! The places of passwords in addresses, command lines and files of credentials. The first group of a pattern is the secret.

use super::check::Check::{self, Drawn, Form, Password, Phrase, Varied};

pub(super) const FORMS: &[(&str, &str, Check)] = &[
    // Addresses.
    (
        r"(?i)\b[a-z][a-z0-9+._-]{1,30}://[^\s/:@<>{}$*\x22'`]*:([^\s/@<>{}$*\x22'`]{3,})@[a-z0-9\[]",
        "an address with a password in it",
        Password,
    ),
    (
        r"(?i)\b[a-z][a-z0-9+._-]{1,30}://[^\s/:@<>{}*\x22'`]*:([^\s@<>{}*\x22'`]{6,})@[a-z0-9.-]{2,80}[:/]",
        "an address with a password in it",
        Password,
    ),
    (r"(?i)\bhttps?://([a-z0-9_-]{20,})@[a-z0-9]", "an address with a token in it", Varied),
    (
        r"(?i)[?&](?:[a-z-]{0,20}signature|x-amz-security-token|hmac)=([a-z0-9%+/_~=-]{30,})",
        "a signed address",
        Varied,
    ),
    (
        r"(?i)\bhttps?://[^\s\x22'<>`]{3,200}?(?:invit|magic|reset|verif|confirm|activat|recover|login|signin|sign-in|sso|join|access|auth)[a-z_-]{0,20}(?:/|\?[a-z_]{1,20}=)([a-z0-9_-]{24,})",
        "an address that lets in",
        Drawn,
    ),
    (
        r"(?i)\bhooks\.zapier\.com/hooks/catch/(\d+/[a-z0-9]{5,})|\bmaker\.ifttt\.com/trigger/\w+/with/key/([a-z0-9_-]{20,})",
        "a webhook",
        Form,
    ),
    // Command lines.
    (
        r"(?i)\b(?:curl|wget|https?|xh|hurl)\b[^\n|;]*?\s(?:-u|--user|-a|--auth|--proxy-user|-U)[ =]?[\x22']?[^\s:\x22'/]+:([^\s\x22']{2,})",
        "a name and password of curl",
        Password,
    ),
    (
        r"(?i)\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mycli)\b[^\n|;]*?\s-p[\x22']?([^\s\x22'-][^\s\x22']{2,})",
        "a password of MySQL",
        Password,
    ),
    (r"(?i)\bsshpass\s+-p\s?[\x22']?([^\s\x22']{2,})", "a password of sshpass", Password),
    (
        r"(?i)\b(?:docker|podman|helm|nerdctl|oras|crane|skopeo|az|oc|vault|cf|ibmcloud|rancher|argocd|nuget|heroku|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|clickhouse-client|psexec(?:\.exe)?|vncviewer|snowsql|kafkacat|plink|pscp|putty)\b[^\n|;]*?\s(?:-p|-pw|--pass)[ =][\x22']?([^\s\x22'-][^\s\x22']{2,})",
        "a password of a command",
        Varied,
    ),
    (
        r"(?i)\bredis-cli\b[^\n|;]*?\s(?:-a|--pass)[ =]?[\x22']?([^\s\x22'-][^\s\x22']{2,})",
        "a password of Redis",
        Password,
    ),
    (
        r"(?i)\bldap(?:search|modify|add|whoami|delete|passwd)\b[^\n|;]*?\s-w\s?[\x22']?([^\s\x22'-][^\s\x22']{2,})",
        "a password of LDAP",
        Password,
    ),
    (
        r"(?i)\b(?:sqlcmd|bcp|isql|osql)\b[^\n|;]*?\s-P\s?[\x22']?([^\s\x22'-][^\s\x22']{3,})",
        "a password of SQL Server",
        Varied,
    ),
    (
        r"(?i)\bsmbclient\b[^\n|;]*?-U\s?[\x22']?[^\s%\x22']+%([^\s\x22']{2,})",
        "a password of Samba",
        Password,
    ),
    (r"(?i)\blftp\b[^\n|;]*?\s-u\s?[\x22']?[^\s,\x22']+,([^\s\x22']{2,})", "a password of lftp", Password),
    (
        r"(?i)\bhtpasswd\s+-[a-z]{0,5}b[a-z]{0,5}\s+(?:-\w\s+)?(?:[^\s]+\s+)?[^\s]+\s+[\x22']?([^\s\x22']{3,})",
        "a password of htpasswd",
        Password,
    ),
    (
        r"(?i)\brabbitmqctl\b[^\n|;]*?\b(?:add_user|change_password)\s+[^\s]+\s+[\x22']?([^\s\x22']{3,})",
        "a password of RabbitMQ",
        Password,
    ),
    (
        r"(?i)\b(?:zip|unzip)\b[^\n|;]*?\s-P\s?[\x22']?([^\s\x22'-][^\s\x22']{3,})|\b7za?\s+[a-z]\s[^\n|;]*?-p([^\s\x22']{4,})",
        "a password of an archive",
        Varied,
    ),
    (
        r"(?i)\b(?:-pass(?:in|out)?|-k(?:ey)?pass)\s+(?:pass:)?[\x22']?([^\s\x22'-][^\s\x22']{3,})",
        "a password of a command",
        Password,
    ),
    (
        r"(?i)\s-(?:store|key|src|dest|deststore|srcstore)(?:store)?pass(?:word)?\s+[\x22']?([^\s\x22'-][^\s\x22']{3,})",
        "a password of keytool",
        Password,
    ),
    (
        r"(?i)\becho\s+(?:-n\s+)?[\x22']?([^\s|\x22']{4,})[\x22']?\s*\|\s*(?:sudo\s+-S|(?:docker|podman|helm|gh|nerdctl|crane|oras)\b[^\n]*?(?:-stdin|--with-token)|passwd\b|cryptsetup\b)",
        "a password that is piped",
        Password,
    ),
    (
        r"(?i)\becho\s+(?:-n\s+)?[\x22']?[a-z0-9_.-]{1,40}:([^\s|\x22']{4,})[\x22']?\s*\|\s*(?:sudo\s+)?chpasswd",
        "a password that is piped",
        Password,
    ),
    (r"(?i)\bnet\s+user\s+[^\s/]+\s+[\x22']?([^\s\x22'/]{4,})", "a password of a user", Varied),
    (
        r"(?i)\bmosquitto_\w+\b[^\n|;]*?\s-P\s?[\x22']?([^\s\x22'-][^\s\x22']{2,})",
        "a password of MQTT",
        Password,
    ),
    (r"(?i)\bnet\s+use\b[^\n]*?/user:\S+\s+[\x22']?([^\s\x22'/]{3,})", "a password of a share", Password),
    (
        r"(?i)\b(?:requirepass|masterauth|primaryauth)\s+[\x22']?([^\s\x22']{4,})",
        "a password of Redis",
        Password,
    ),
    (
        r"(?i)\bidentified\s+(?:with\s+\w{1,40}\s+)?by\s+[\x22']([^\s\x22']{3,})[\x22']",
        "a password in SQL",
        Password,
    ),
    // Files of credentials.
    (
        r"(?i)\b(?:machine\s+[^\s]+|default)\s+login\s+[^\s]+\s+password\s+([^\s]{2,})",
        "a password of .netrc",
        Password,
    ),
    (r"(?i)\blogin\s+[^\s]+\s+password\s+([^\s]{4,})", "a password of .netrc", Varied),
    (
        r"(?m)(?:^|[\s`\x22'])[A-Za-z0-9_.*-]+:(?:\d{2,5}|\*):[A-Za-z0-9_.*-]+:[A-Za-z0-9_.*@-]+:([^\s:`\x22']{4,})(?:$|[\s`\x22'])",
        "a password of .pgpass",
        Password,
    ),
    (r"(?i)_auth(?:token)?\s*=\s*[\x22']?([a-z0-9+/_.=-]{12,})", "a token of a registry", Varied),
    (
        r"(?i)\b(?:(?:seed|recovery|mnemonic|secret|backup|wallet)[ _-](?:phrase|words|seed|mnemonic)|mnemonic|seedphrase)[\x22']?(?:\s+(?:is|was|words?|phrase))?\s*[:=]?\s*[\x22'`(]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b",
        "the phrase of a wallet",
        Phrase,
    ),
];
