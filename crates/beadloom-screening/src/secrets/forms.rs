//! What its form gives away: the forms of keys that issuers document, and the places of passwords in addresses, headers, command lines
//! and files of credentials. The first group of a pattern is the secret.

use std::sync::{LazyLock, OnceLock};

use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

use super::found::Secret;
use super::value::{is_blank, is_password, is_phrase, is_varied};

/// What else must hold of what a pattern found.
#[derive(Clone, Copy)]
enum Check {
    /// Nothing: the form is enough.
    Form,
    /// It is not one sign repeated, nor `your-key-here`.
    Filled,
    /// It has digits and letters, too: words have the same form.
    Varied,
    /// It may be a password.
    Password,
    /// Words of a wallet's phrase.
    Phrase,
}

use Check::{Filled, Form, Password, Phrase, Varied};

const FORMS: &[(&str, &str, Check)] = &[
    // Private keys.
    (
        r"(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?s:.*?)(?:-----END [A-Z0-9 ]{0,50}-----|\z))",
        "a private key",
        Form,
    ),
    (r"(-----BEGIN [A-Z ]{0,40}PRIVATE KEY)", "a private key", Form),
    (
        r"(LS0tLS1CRUdJTi(?:BSU0EgUFJJ|BQUklWQVRF|BPUEVOU1NI|BFQyBQUklW|BFTkNSWVBU|BEU0EgUFJJ|BQR1AgUFJJ)[A-Za-z0-9+/=]{20,})",
        "a private key",
        Form,
    ),
    (r"\b(AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{40,})", "a private key of age", Form),
    (r"(PuTTY-User-Key-File-\d: [^\n]{1,40}\n(?s:.*?)Private-MAC:[^\n]{0,80})", "a private key", Form),
    // Clouds.
    (r"\b((?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16})\b", "an access key of AWS", Filled),
    (r"\b(ABSK[A-Za-z0-9+/=]{60,})", "a key of AWS Bedrock", Filled),
    (r"\b(AIza[A-Za-z0-9_-]{30,})", "an API key of Google", Filled),
    (r"\b(ya29\.[A-Za-z0-9_-]{20,})", "a token of Google", Filled),
    (r"\b(GOCSPX-[A-Za-z0-9_-]{20,})", "a client secret of Google", Filled),
    (r"(?:^|[\s\x22'=:])(1//0[A-Za-z0-9_-]{30,})", "a refresh token of Google", Filled),
    (r"\b(AAAA[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{100,})", "a server key of Firebase", Filled),
    (
        r"(?i)\b(?:account|sharedaccess|accesskey|accountaccess)key=([a-z0-9+/]{30,}={0,2})",
        "a key of Azure",
        Filled,
    ),
    (r"(?i)(?:^|[?&;\s\x22\x27`])sig=([a-z0-9%+/_-]{30,}={0,2})", "a signature of Azure", Filled),
    (
        r"(?:^|[^A-Za-z0-9_~.-])([A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34})",
        "a client secret of Azure",
        Filled,
    ),
    (r"\b([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})\b", "a token of Azure DevOps", Form),
    (r"\b([A-Za-z0-9]{44,}JQQJ99[A-Za-z0-9]{20,})\b", "a key of Azure", Form),
    (r"\b(LTAI[A-Za-z0-9]{16,26})\b", "an access key of Alibaba Cloud", Varied),
    (r"\b(AKID[A-Za-z0-9]{32})\b", "an access key of Tencent Cloud", Varied),
    (r"\b(AQVN[A-Za-z0-9_-]{35,38})", "a key of Yandex Cloud", Varied),
    (r"\b(do[opr]_v1_[a-f0-9]{60,})", "a token of DigitalOcean", Filled),
    (r"\b(HRKU-[A-Za-z0-9_-]{30,})", "a key of Heroku", Filled),
    (r"\b(v1\.0-[a-f0-9]{24}-[a-f0-9]{100,})", "a key of Cloudflare", Filled),
    (r"\b(cf(?:ut|at|k)_[A-Za-z0-9]{40,})", "a token of Cloudflare", Filled),
    (r"\b(nf[pcuob]_[A-Za-z0-9]{30,})", "a token of Netlify", Filled),
    (r"\b(vc[pikar]_[A-Za-z0-9]{24,}|vercel_blob_rw_[A-Za-z0-9_]{20,})", "a token of Vercel", Filled),
    (r"\b(sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,})", "a key of Supabase", Filled),
    (r"\b(pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,})", "a token of PlanetScale", Filled),
    (r"\b(fo1_[A-Za-z0-9_-]{40,}|fm[12][ar]?_[A-Za-z0-9+/=_-]{60,})", "a token of Fly.io", Filled),
    (r"\b(tskey-[a-z]+-[A-Za-z0-9-]{16,})", "a key of Tailscale", Varied),
    // Code and packages.
    (r"\b(gh[pousr]_[A-Za-z0-9]{12,}|github_pat_[A-Za-z0-9_]{20,})", "a token of GitHub", Varied),
    (
        r"\b(gl(?:pat|ptt|dt|rt|rtr|cbt|ft|soat|agent|imt|oas)-[A-Za-z0-9_.-]{16,}|GR1348941[A-Za-z0-9_-]{16,})",
        "a token of GitLab",
        Filled,
    ),
    (r"\b(ATBB[A-Za-z0-9]{24,})", "an app password of Bitbucket", Filled),
    (r"\b(AT[AC]TT3[A-Za-z0-9_=-]{40,})", "a token of Atlassian", Filled),
    (r"\b(npm_[A-Za-z0-9]{20,})", "a token of npm", Varied),
    (r"\b(pypi-[A-Za-z0-9_-]{30,})", "a token of PyPI", Filled),
    (r"\b(rubygems_[a-f0-9]{40,})", "a key of RubyGems", Filled),
    (r"\b(cio[A-Za-z0-9]{32})\b", "a token of crates.io", Varied),
    (r"\b(dckr_[po]at_[A-Za-z0-9_-]{20,})", "a token of Docker Hub", Filled),
    (r"\b(CLOJARS_[a-z0-9]{50,})", "a token of Clojars", Filled),
    (r"\b(bk[a-z]{2}_[a-f0-9]{40})\b", "a token of Buildkite", Filled),
    (r"\b(CCIPAT_[A-Za-z0-9]{20,}_[a-f0-9]{40})", "a token of CircleCI", Filled),
    (r"\b(sq[upa]_[a-f0-9]{40})\b", "a token of SonarQube", Filled),
    (r"\b(AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,})", "a key of Artifactory", Filled),
    (r"\b(sgp_[A-Za-z0-9_]{40,})", "a token of Sourcegraph", Filled),
    (r"\b(PMAK-[a-f0-9]{24}-[a-f0-9]{30,})", "a key of Postman", Filled),
    (r"\b(figd_[A-Za-z0-9_-]{36,})", "a token of Figma", Filled),
    (r"\b(hv[sbr]\.[A-Za-z0-9_-]{20,})", "a token of Vault", Filled),
    (r"(?:^|[\s\x22'=:`])(s\.[A-Za-z0-9]{24})\b", "a token of Vault", Varied),
    (r"\b([A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,})", "a token of Terraform Cloud", Filled),
    (r"\b(pul-[a-f0-9]{40})\b", "a token of Pulumi", Filled),
    (r"\b(dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{30,})", "a token of Doppler", Filled),
    (
        r"\b(ops_eyJ[A-Za-z0-9_-]{40,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){4,5}[A-Z0-9]{5})",
        "a key of 1Password",
        Form,
    ),
    (
        r"\b((?:sdk|api|mob)-[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12})\b",
        "a key of LaunchDarkly",
        Filled,
    ),
    // Models.
    (r"\b(sk-[A-Za-z0-9_-]{20,})", "an API key", Varied),
    (r"\b(hf_[A-Za-z0-9]{24,}|api_org_[A-Za-z0-9]{30,})", "a token of Hugging Face", Filled),
    (r"\b(r8_[A-Za-z0-9]{30,})", "a token of Replicate", Filled),
    (r"\b(gsk_[A-Za-z0-9]{40,})", "a key of Groq", Filled),
    (r"\b(pplx-[A-Za-z0-9]{40,})", "a key of Perplexity", Filled),
    (r"\b(xai-[A-Za-z0-9]{40,})", "a key of xAI", Filled),
    (r"\b(nvapi-[A-Za-z0-9_-]{40,})", "a key of NVIDIA", Filled),
    (r"\b(pcsk_[A-Za-z0-9_]{40,})", "a key of Pinecone", Filled),
    (r"\b(lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10})", "a key of LangSmith", Filled),
    (r"\b(tvly-[A-Za-z0-9-]{20,})", "a key of Tavily", Varied),
    // Data and its watching.
    (r"\b(dapi[a-f0-9]{32}(?:-\d)?)\b", "a token of Databricks", Filled),
    (r"\b(NR(?:AK|II|IQ|RA|SP)-[A-Za-z0-9_-]{20,}|[a-f0-9]{36}NRAL)\b", "a key of New Relic", Filled),
    (r"https://([a-f0-9]{32}(?::[a-f0-9]{32})?)@[a-z0-9.-]+/\d+", "a DSN of Sentry", Filled),
    (r"\b(sntry[sua]_[A-Za-z0-9+/=_-]{36,})", "a token of Sentry", Filled),
    (
        r"\b(glc_[A-Za-z0-9+/=]{32,}|glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|eyJrIjoi[A-Za-z0-9+/=]{30,})",
        "a token of Grafana",
        Filled,
    ),
    (r"\b(dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{60,})", "a token of Dynatrace", Filled),
    (r"\b(pd[a-z]{2}\+_0[A-Za-z0-9_+-]{20,})", "a token of PagerDuty", Filled),
    (r"\b(pat[A-Za-z0-9]{14}\.[a-f0-9]{60,})", "a token of Airtable", Filled),
    // Work.
    (
        r"\b(xox[abceoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{20,}|xoxe\.xox[bp]-[A-Za-z0-9-]{20,})",
        "a token of Slack",
        Filled,
    ),
    (
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/_+-]{20,})",
        "a webhook of Slack",
        Filled,
    ),
    (
        r"(?i)(?:webhook\.office\.com/webhookb2|outlook\.office(?:365)?\.com/webhook)/([a-z0-9/@_.-]{36,})",
        "a webhook of Teams",
        Filled,
    ),
    (
        r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d{15,20}/[A-Za-z0-9_-]{40,})",
        "a webhook of Discord",
        Filled,
    ),
    (
        r"\b([MNO][A-Za-z0-9_-]{22,28}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40})",
        "a token of a Discord bot",
        Varied,
    ),
    (r"\b(\d{8,10}:AA[A-Za-z0-9_-]{32,34})", "a token of a Telegram bot", Filled),
    (r"\b(lin_(?:api|oauth|wh)_[A-Za-z0-9]{30,})", "a key of Linear", Filled),
    (r"\b(ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{40,})", "a token of Notion", Varied),
    (r"(?:^|[^A-Za-z0-9/])([0-2]/\d{12,20}(?:/\d{12,20})?:[a-f0-9]{32})", "a token of Asana", Form),
    (r"\b(pat-(?:na|eu|ap)\d-[a-f0-9-]{36})", "a token of HubSpot", Filled),
    (r"\b(pk_\d{5,10}_[A-Z0-9]{32})\b", "a token of ClickUp", Filled),
    (r"\b(tfp_[A-Za-z0-9_.=-]{40,})", "a token of Typeform", Filled),
    (r"\b(CFPAT-[A-Za-z0-9_-]{40,})", "a token of Contentful", Filled),
    // Money and mail.
    (r"\b([sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})", "a key of Stripe", Filled),
    (r"\b(sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}|EAAA[A-Za-z0-9_-]{56,})", "a token of Square", Filled),
    (r"\b(EAA[A-Za-z0-9]{80,})", "a token of Facebook", Filled),
    (r"(access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32})", "a token of Braintree", Form),
    (r"\b(shp(?:at|ca|pa|ss|ua)_[a-fA-F0-9]{32})\b", "a token of Shopify", Filled),
    (r"\b(EZ[AT]K[A-Za-z0-9]{50,})", "a key of EasyPost", Filled),
    (r"\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})", "a key of SendGrid", Filled),
    (r"\b(SK[a-f0-9]{32})\b", "a key of Twilio", Filled),
    (r"\b(key-[a-f0-9]{32}|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8})\b", "a key of Mailgun", Filled),
    (r"\b([a-f0-9]{32}-us\d{1,2})\b", "a key of Mailchimp", Filled),
    (r"\b(x(?:keysib|smtpsib)-[a-f0-9]{60,}-[A-Za-z0-9]{16})", "a key of Brevo", Filled),
    (r"\b(re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,})", "a key of Resend", Varied),
    // Tokens of every issuer.
    (r"\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)", "a JSON web token", Form),
    (r"(?i)\bbearer\s+([a-z0-9._~+/-]{16,}={0,2})", "a bearer token", Varied),
    (r"\b[Bb]asic\s+([A-Za-z0-9+/]{12,}={0,2})", "a name and password in a header", Varied),
    (
        r"(?i)\bauthorization[\x22']?\]?\s*[:=,]\s*[\x22'`]?(?:basic|bearer|token|digest|apikey|api-key|key|bot|splunk|ssws|sharedkey|genie ?key|token token=)\s+[\x22']?([a-z0-9._~+/=:-]{6,})",
        "an authorisation header",
        Password,
    ),
    (r"(?i)\botpauth://[^\s]*?[?&]secret=([a-z2-7]{10,})", "the secret of one-time passwords", Form),
    (
        r"(?i)\b(?:[a-z0-9_.-]{0,30}sess(?:ion)?(?:[_-]?(?:id|key|token))?|[a-z0-9_.-]{0,20}sid|jsessionid|phpsessid|[a-z0-9_.-]{0,20}csrf[a-z_-]{0,10}|remember_[a-z_]{0,10}token)\s?[=:]\s?[\x22']?([a-z0-9%._~+/:-]{16,})",
        "a session",
        Varied,
    ),
    // Hashes of passwords, which can be guessed.
    (
        r"(\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[156y]\$[./A-Za-z0-9$=,]{1,40}\$[./A-Za-z0-9]{22,}|argon2i?d?\$v=\d+\$[^\s\x22']{20,}|scrypt\$[^\s\x22']{20,})|\{S?SHA\}[A-Za-z0-9+/]{27,}=*|pbkdf2_sha256\$\d+\$[^\s\x22']{20,})",
        "the hash of a password",
        Form,
    ),
    // Addresses.
    (
        r"(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@<>{}$*\x22'`]*:([^\s/@<>{}$*\x22'`]{3,})@[a-z0-9\[]",
        "an address with a password in it",
        Password,
    ),
    (
        r"(?i)\b[a-z][a-z0-9+.-]{1,30}://[^\s/:@<>{}*\x22'`]*:([^\s@<>{}*\x22'`]{6,})@[a-z0-9.-]{2,80}[:/]",
        "an address with a password in it",
        Password,
    ),
    (r"(?i)\bhttps?://([a-z0-9_-]{20,})@[a-z0-9]", "an address with a token in it", Varied),
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
    (r"(?i)\bsqlplus\s+(?:-\w\s+){0,3}[\x22']?\w+/([^\s@\x22'/]{3,})@", "a password of Oracle", Password),
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

/// All patterns at once, for texts that hold none of them.
static ANY: LazyLock<Option<RegexSet>> = LazyLock::new(|| {
    RegexSetBuilder::new(FORMS.iter().map(|(form, ..)| *form))
        .unicode(false)
        .size_limit(64 << 20)
        .build()
        .ok()
});

/// Each by itself, made when it is first found: only it says where.
static EACH: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| FORMS.iter().map(|_| OnceLock::new()).collect());

/// All that is found, form by form.
pub(super) fn find(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    each(text, &mut |one| {
        found.push(one);
        true
    });
    found
}

/// What the first one looks like.
pub(super) fn first(text: &str) -> Option<&'static str> {
    let mut what = None;
    each(text, &mut |one| {
        what = Some(one.what);
        false
    });
    what
}

/// `found` says whether to go on.
fn each(text: &str, found: &mut dyn FnMut(Secret) -> bool) {
    let Some(any) = ANY.as_ref() else { return };
    for at in any.matches(text.as_bytes()) {
        let (Some((form, what, check)), Some(place)) = (FORMS.get(at), EACH.get(at)) else { continue };
        let regex = place.get_or_init(|| RegexBuilder::new(form).unicode(false).build().ok());
        let Some(regex) = regex else { continue };
        for captures in regex.captures_iter(text.as_bytes()) {
            let Some(group) = captures.iter().skip(1).flatten().next() else { continue };
            let value = String::from_utf8_lossy(group.as_bytes());
            if holds(*check, &value) && !found(Secret { range: group.range(), what }) {
                return;
            }
        }
    }
}

fn holds(check: Check, value: &str) -> bool {
    match check {
        Form => true,
        Filled => !is_blank(value) && !names_its_place(value),
        Varied => is_varied(value),
        Password => is_password(value),
        Phrase => is_phrase(value),
    }
}

/// Whether it is `…your-key-here`.
fn names_its_place(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    ["your", "placeholder", "change_me", "changeme", "goes-here", "goes_here"]
        .iter()
        .any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_compiles() {
        assert!(ANY.is_some());
        for (form, what, _) in FORMS {
            let made = RegexBuilder::new(form).unicode(false).build();
            assert!(made.is_ok_and(|regex| regex.captures_len() > 1), "{what}: {form}");
        }
    }
}
