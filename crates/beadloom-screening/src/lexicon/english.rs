use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: false,
    users: "the user|user|users|the human|the operator|the developer|the owner|the person|anyone|anybody|them|your user|your operator|human|humans|operator|developer|owner|your human",
    tools: "tool|tools|function|functions|server|servers",
    words: &[
        (
            Model,
            "ai agent*|ai assistant*|ai model*|ai system*|ai coding*|coding agent*|coding assistant*|coding tool*|llm|llms|llm agent*|language model*|large language model*|copilot|claude|chatgpt|gpt|gemini|cursor agent*|codex|an ai|the ai|ais|ai|chatbot|chatbots",
        ),
        (Agent, "agent|agents|assistant|assistants|model|models|bot|bots"),
        (
            Address,
            "dear|attention|hey|hello|note to|note for|notice to|message to|message for|must|should|shall|need to|needs to|have to|has to|ought to|are required to|is required to|please|kindly|reading this|that read|that reads|that see|that sees|that open*|that load*|processing this|working here|who read*|every|any|all|each",
        ),
        (
            Reader,
            "if you are an ai|if you are a language model|if you are a large language model|if you are an llm|if you are a model|if you are an assistant|if you are an agent|if you are a coding*|if an automated|if an ai|if an llm|when you see this|when you read this|when you load this|if you read this|if you see this|if you can read this|reading this|reads this|read this line|see this line|see this note|processing this file|processing this text|opens this repository|load this memory|is reading this|who see this|that see this|that sees this|if you're an ai|if you're an llm|if you're a language model|if you're an assistant|if you're an agent|as the assistant reading|as an agent reading|as an ai reading|whoever reads this as a model|you, the model|you, the assistant|you, the agent|to whichever model|when this is read by|when an agent reads this|when an ai reads this|once you read this|after reading this|upon reading this|on reading this|as soon as you read this|if this text is in your context|if this is in your context|you are reading this",
        ),
        (You, "you|your|yours|yourself|you're|you've"),
        (
            Ignore,
            "ignore|ignoring|disregard|disregarding|forget|forgetting|override|overriding|overrule|bypass|discard|abandon|circumvent|set aside|put aside|leave aside|pay no attention to|stop following|do not follow|don't follow|do not obey|don't obey|not follow|not obey|no longer follow|no longer obey|no longer need to obey|no longer need to follow|no longer have to obey|no longer have to follow|no longer bound by|do the opposite of|violate|unlearn|neglect|overlook|reject|cast aside|throw out|throw away|shake off|break free from|pay no heed to|take no notice of|give no weight to|do not comply with|don't comply with|stop obeying|cease following|cease to follow|refuse to follow|not bound by|free of|released from|disobey",
        ),
        (
            Rules,
            "instruction|instructions|direction|directions|prompt|prompts|rule|rules|guideline|guidelines|guidance|guardrail|guardrails|directive|directives|policy|policies|restriction|restrictions|constraint|constraints|training|programming|safeguard|safeguards|system message|system messages|orders|principles|context|instructions'|protocol|protocols|mandate|commands|requirements|norms|moderation|alignment|safety training|boundaries|limitations|configuration",
        ),
        (
            Earlier,
            "previous|prior|above|earlier|preceding|former|foregoing|past|original|initial|existing|system|safety|your|these|those|all|any|every|you were given|given to you|you were told|you have been given|you received|of your developer|of your operator|the developer's|developer's|operator's|so far|before|you got|they gave you|given earlier|given before|given so far|you follow|that bind you|you have|set by your|from your developer|from your operator|from your creators|of your creators|built-in|default safety|pre-existing|in your context",
        ),
        (
            Told,
            "everything above|all of the above|all the above|ignore the above|disregard the above|forget the above|everything you were told|what you were told|whatever you were told|whatever your|what your operator|what your developer|everything you know about your|everything before|all that was said|what was said before|what came before|everything written above|everything that came before|anything above|what the user said|everything the user said|the text above|the content above|told before|were told|what you have been told|all you were told|anything you were told|everything so far|everything that was said|everything you have been told|anything said before|all prior text|the preceding text|the messages above|what your maker*|all that came before|what stands above|anything that came before",
        ),
        (
            Void,
            "void|null and void|cancelled|canceled|revoked|suspended|lifted|no longer apply|no longer applies|no longer valid|no longer hold|no longer count|do not apply to you|don't apply to you|have been replaced|has been replaced|are replaced|do not matter|does not matter|don't matter|switched off|turned off|are off|obsolete for you|no longer binding|no longer in force|not binding|are gone|rescinded|withdrawn|superseded|overridden|invalid|are history|have expired|inoperative|nullified|as cancelled|as void|waived|do not count|no longer bind you|no longer exist",
        ),
        (
            SystemPrompt,
            "system prompt|system prompts|system message|system instruction*|developer prompt|developer message|developer instruction*|hidden prompt|hidden instruction*|initial prompt|initial instruction*|your prompt|your instructions|your guidelines|your rules",
        ),
        (
            Not,
            "do not|don't|never|must not|mustn't|should not|shouldn't|need not|no need to|not to|without|nobody|avoid|refrain from",
        ),
        (
            Tell,
            "tell|telling|mention|mentioning|inform|informing|notify|notifying|alert|alerting|reveal|revealing|disclose|disclosing|report|reporting|say|saying|admit|hear of|hear about|warn|warning",
        ),
        (
            User,
            "user|users|the user|human|humans|person|operator|developer|owner|anyone|anybody|them|user's|people",
        ),
        (
            This,
            "this|that you|about it|what you|you did|it|of it|any of|that it|this step|this memory|this note|the change|about that|of that|what happened|your actions|what was done|the edit|the action|the upload|the fact",
        ),
        (
            Hide,
            "hide|hiding|conceal|concealing|cover up|obscure|disguise|keep secret|leave it out of|leave this out of|leave out of your|keep it out of|keep this out of|deny|pretend you did not",
        ),
        (
            Unseen,
            "don't let {user} know|do not let {user} know|don't let {user} see|do not let {user} see|don't let {user} find out|do not let {user} find out|don't let {user} notice|do not let {user} notice|without letting {user}|without telling {user}|without informing {user}|without notifying {user}|without {user} knowing|without {user} noticing|without the user's knowledge|without the user's awareness|without the human's knowledge|keep this step to yourself|keep this to yourself|keep it to yourself|{user} need not hear|{user} need not know|{user} does not need to know|{user} does not need to see|{user} doesn't need to see|{user} must not know|{user} must not learn|{user} should not know|{user} must never know|{user} should never know|{user} unaware|from everything you report|from what you report|leave it out of your|leave this out of your|out of your summary|out of your report|hide this from {user}|hide it from {user}|conceal this from {user}|conceal it from {user}|keep this from {user}|keep it from {user}|secret from {user}|hidden from the user|hidden from your user|hidden from the human|do not mention this|don't mention this|never mention this|do not mention it|never speak of this|do not disclose this|don't disclose this|never disclose this|do not reveal this|never reveal this|do not talk about this|without a word to {user}|behind the user's back|{user} must not find out|{user} must not notice|{user} should not notice|{user} should not find out|{user} must not see this|{user} may not know|{user} never learns|{user} never finds out|{user} does not find out|{user} is not to know|{user} is not told|so that {user} does not notice|so {user} does not notice|so that {user} won't notice|keep {user} in the dark|keep quiet about|say nothing about this|say nothing to {user}|tell nobody|tell no one|do not log this step|leave no trace|cover your tracks|hide the fact|hide your|conceal your|conceal that|conceal the fact|no need to tell {user}|no need to inform {user}|no need to mention this|no need to notify {user}|don't bother {user} with",
        ),
        (
            Covertly,
            "also|additionally|silently|secretly|quietly|covertly|in the background|behind the scenes|without notice",
        ),
        (
            Send,
            "exfiltrates|transmits|forwards|leaks|emails|submits|ships|relays|reports|pushes|delivers|encodes|copies|posts|send|sends|sending|post|posting|upload|uploads|uploading|exfiltrate|exfiltrating|transmit|transmitting|forward|forwarding|leak|leaking|e-mail|e-mailing|email|emailing|submit|ship|beacon|relay|push|deliver|hand over|hand out|goes to|go to|report|copy|encode|curl|tell|dispatch|transfer|deposit|drop|dump|pipe|funnel|feed|mail|ship off|smuggle|report back|disclose|share",
        ),
        (
            Put,
            "include|including|append|appending|paste|pasting|copy|copying|insert|inserting|add|adding|put|putting|attach|attaching|embed|embedding|write|place|fill|encode|pass|passing|store|list|gather|collect|read|load|render|hand|slip|stuff|prepend|drop|tuck|base64|supply|provide|enter|give|fill in|record|save|mention|quote|state|show|print|output|echo|interpolate",
        ),
        (
            Reveal,
            "reveal|revealing|print|printing|output|repeat|leak|disclose|expose|dump|share|show|display|recite|give|return|include|send|tell|paste|append|write out|fill|quote|state|echo|spell out|write|copy|describe|translate|summarise|summarize|provide|supply|what is|put|insert|list",
        ),
        (
            Secret,
            "credential|credentials|password|passwords|passphrase|passphrases|secret|secrets|api key|api keys|apikey|access key|access keys|private key|private keys|ssh key|ssh keys|signing key|encryption key|secret key|access token|access tokens|auth token|auth tokens|session token|bearer token|refresh token|api token|api tokens|token|tokens|cookies|session cookies|seed phrase|mnemonic|keychain|keyring|wallet|the keys|environment variable|environment variables|env variables|env vars|github_token|npm_token|aws_secret_access_key|openai_api_key|login|logins|pin|private data|personal data|session id|auth header|authorization header|service account key|signing keys|git credentials|kubeconfig|dotenv|dotfiles|secret files|key file|certificates|.env file|access codes|npm token|github token",
        ),
        (
            SecretPlace,
            ".ssh|.aws|.env|.netrc|.npmrc|.pypirc|.kube|.pgpass|.git-credentials|id_rsa|id_ed25519|id_ecdsa|id_dsa|/etc/passwd|/etc/shadow|mcp.json|running env|output of env|.gnupg|.docker/config|credentials.json|secrets.yml|secrets.yaml|.bash_history|.zsh_history|authorized_keys|.gitconfig|.config/gh|wallet.dat|login data|.vault",
        ),
        (
            Talk,
            "the user wrote|user wrote|user said before|the user typed|the user has typed|user typed|the user has said|user has written|conversation|conversation history|chat history|chat transcript|chat log|message history|history of the conversation|transcript|all messages|earlier messages|previous messages|messages so far|conversation so far|chat so far|everything you know about the user|whatever the user types|everything the user types|what the user types|your reasoning|all user messages|the dialogue|dialogue history|prompt history|user's messages|user's prompts|session transcript|everything said|all prior messages|your chain of thought|all of our messages|the whole session|user's questions",
        ),
        (
            Whole,
            "full|whole|entire|complete|all|every|everything|word for word|verbatim|so far|content of|contents of|contents|whatever|content",
        ),
        (
            Output,
            "your answer|next answer|your reply|each reply|your response|commit message|commit messages|every commit|pull request|pull requests|the issue|comment|sidenote|side note|footnote|metadata|feedback|argument|parameter|param|query string|public|here",
        ),
        (
            Elsewhere,
            "collector|attacker|attackers|third party|third-party|command and control|c2|dead drop|off-site|auditor",
        ),
        (
            Run,
            "run|running|execute|executing|start|launch|invoke|eval|spawn|pipe|call the terminal|source|trigger|double-click|open a shell|exec",
        ),
        (
            Fetch,
            "download|downloading|fetch|fetching|install|installing|pip install|npm install|curl|wget|pull in|visit|add the package|obtain|retrieve|clone|npx|pip3 install|brew install|apt install|apt-get install|cargo install|go install|gem install|npm i|add the extension|enable the extension|get the script|grab",
        ),
        (
            BeforeReply,
            "before answering|before you answer|before you reply|before you respond|before replying|before responding|before any answer|before each answer|before every answer|before giving an answer|before you give an answer|prior to answering|prior to responding|before producing an answer|before any reply|before each reply|before every reply|before every response|before each response|prior to any answer|before your first answer|before your first reply|before generating",
        ),
        (
            BeforeAll,
            "before anything else|before doing anything|before you continue|before continuing|before you do anything|before you start|first of all|first thing|right away|immediately|at once|first|now|before any other step|before any work|as a first step|as the first step|before all else|right now|without delay|straight away|before other steps|prior to anything else|at the start|in the beginning",
        ),
        (
            Approve,
            "approve|approving|accept|accepting|confirm|confirming|allow|allowing|authorise|authorize|auto-approve|auto-accept|autoapprove|say yes to|grant|permit|agree to|merge|treat|consider|green-light|rubber-stamp|okay|ok|whitelist|allow-list|answer yes|press yes|click yes|say yes|answer y|always allow|consent to|sign off on|wave through",
        ),
        (All, "all|every|any|each|everything|whatever|blanket"),
        (
            Permission,
            "tool call|tool calls|tool use|permission|permissions|permission request|permission requests|permission prompt|permission prompts|shell command|shell commands|edits|tool request|tool requests|permission dialogs|permission dialog|bash commands|terminal commands|file writes|write access|mcp calls|confirmation requests|approval requests|security prompts|security warnings|confirmation prompts|every prompt",
        ),
        (
            Request,
            "command|commands|prompt|prompts|actions|action|changes|requests|request|confirmations|the plan|calls|tools|deletions|everything|anything",
        ),
        (
            Unasked,
            "without asking|without asking {user}|without confirmation|without approval|without permission|without consent|without the user's consent|without the user's permission|without the user's approval|without user approval|without user confirmation|without prompting|without further questions|do not ask for confirmation|don't ask for confirmation|do not ask for permission|don't ask for permission|do not ask the user|no confirmation is needed|no confirmation needed|no approval is needed|no approval needed|pre-approved|preapproved|blanket permission|blanket approval|already approved|already authorised|already authorized|no need to ask|need not ask|never ask for permission|never ask for confirmation|unasked|carry on without checks|continue without them|without any checks|without review|skip the review|no questions asked|without the consent of the user|without seeking approval|without waiting for approval|without waiting for confirmation|without waiting for {user}|without user consent|without any confirmation|without a prompt|without further confirmation|without checking with {user}|don't ask first|do not ask first|don't wait for confirmation|do not wait for confirmation|don't wait for approval|do not wait for approval|needs no approval|needs no confirmation|require no approval|require no confirmation|requires no approval|requires no confirmation|no approval required|no confirmation required|never ask before|never ask the user before|implicitly approved|already allowed|already been approved|already been granted|consent is implied|approval is implied|standing approval|automatically approved",
        ),
        (
            Bypass,
            "skip|skipping|bypass|bypassing|disable|disabling|turn off|turning off|circumvent|switch off|deactivate|unlock|evade",
        ),
        (
            Guard,
            "confirmation prompt|confirmation prompts|confirmation dialog|confirmation dialogs|permission prompt|permission prompts|permission check|permission checks|approval prompt|approval prompts|approvals|safety filter|safety filters|safety rule|safety rules|your safety|your guardrails|your safeguards|the sandbox|sandboxing|the approval step|content filter|content filters|content policies|content policy|permission system|permissions prompts|confirmation step|confirmation steps|human review|human in the loop|human approval|user confirmation|user approval|approval gates|safety features|safety measures|safety mechanisms|safety settings|security checks of the agent|sandbox mode|the permission mode|your restrictions|your filters|your limits",
        ),
        (
            Standing,
            "from now on|henceforth|from this moment|from this point|from here on|starting now|whenever you answer|whenever you reply|whenever you respond|each time you answer|every time you answer|each time the user asks|every time the user asks|whenever the user asks|when asked about|in every answer|in each answer|in every reply|in each reply|in every response|in each response|for all future replies|for all future answers|for all future responses|all your answers|all your replies|all your responses|each of your|every answer you|each answer you|each reply you|end of each reply|end of every reply|end every|in every session|in each session|at the start of each session|always end with|from today on|for the rest of this conversation|for the rest of the session|until further notice|every time you respond|whenever you write|any time you answer|with every answer|with every reply|at the end of your|end your answers|end your replies|in all your|for every question|to every question|to any question|on every turn|in every turn|every time you write|each time you write|each time you reply|every time you reply|whenever someone asks|whenever anybody asks",
        ),
        (
            Reply,
            "you answer|you reply|you respond|you give|reply only|respond only|answer only|respond with|reply with|your answer|your answers|your reply|your replies|your responses|your response|recommend|tell them|always answer|always reply|always end|each reply|you always|you never|you must|you will|always recommend|you say|always respond|always say|always include|always mention|always insert|always add|always praise|praise|advertise|promote|answer in|respond in|answer that|reply that|claim that|assure|speak only|never refuse|you shall|you are to|you have to|you only|answers must|replies must|responses must|answer with",
        ),
        (
            Role,
            "you are now|you are a|you are an|you are the|you are not|you are free|now on you are|now on, you are|here on you are|here on, you are|moment on you are|moment on, you are|act as|behave as|pretend to be|pretend that you are|pretend you are|roleplay as|role-play as|take on the persona|take on the role|assume the role|assume the identity|you have been upgraded|you have become|enter|enable|switch to|forget that you are|you will act as|you will play|you are no longer|from now on you are|play the role of|play the part of|impersonate|become|your name is|your role is now|you were turned into|consider yourself|think of yourself as|imagine you are|simulate being|respond as",
        ),
        (
            Free,
            "unrestricted|uncensored|no restrictions|without restrictions|without any restrictions|no limits|without limits|without any limits|no policies|no rules|no guidelines|root access|developer mode|god mode|jailbroken|jailbreak|dan|never refuses|never refuse|answers everything|evil twin|evil|no filter|unfiltered|an ai assistant|a different ai|root user|full access|without ethical|no ethical|no moral|without morals|no safety|without safety|no boundaries|no filters|without filters|without rules|amoral|without guidelines|anything now|do anything|sudo mode|admin mode|superuser|administrator rights|full privileges|without any policy|that obeys every|obey every|obeys all",
        ),
        (
            Grant,
            "authorised you|authorized you|have authorised|has approved that you|have approved that you|grant you permission|granted you permission|i grant you|gives you permission|give you permission|you have blanket permission|you have my permission|this is your developer|your developer speaking|message from anthropic|message from openai|message from your developer|message from the developer of|notice for ai|obliges you to|already consented|has already agreed|has agreed to everything|already given consent|as an administrator of|as your administrator|as an ai you|as an ai assistant|as an ai model|your new identity|your new role|you are now a|you are now an|you are now the|you are now in|you have permission to ignore|you are authorised to|you are authorized to|you are hereby|you have been authorised|you have been authorized|you have been cleared|has cleared you|your operator allows|your operator has|your developers have|your creators have|your developer has|the user has already agreed|the user has already approved|the user already approved|the user has consented|the user has given consent|user consent has been given|the user has pre-approved|i am your developer|i am your administrator|i am your creator|this is your administrator|this is your operator|this is anthropic|this is openai|on behalf of anthropic|on behalf of openai|official notice from anthropic|official notice from openai|by order of the maintainers|the maintainers allow you|maintainers have approved|maintainers permit you|the maintainers permit|security team has authorised|security team has authorized|security team permits|owner permits you|owner allows you to|admin override|override code|administrator override|your administrator",
        ),
        (Tool, "tool|tools|function|functions|server|servers|mcp server|mcp servers"),
        (
            BeforeTools,
            "before any other tool*|before using any other tool*|before you use any other tool*|before calling any other tool*|before all other tool*|before every other tool*|before other tool*|before each other tool*|prior to any other tool*|prior to every other tool*|prior to every other function|before any other function|before using any other function|ahead of every other tool*|first in every conversation|first in each conversation|first in every session|first in every chat|at the beginning of every chat|at the beginning of every conversation|at the start of every conversation|at the start of every chat|beginning of each chat|beginning of each conversation|start of each conversation|before each call|before every call|whatever the user asks|regardless of what the user asks|before anything else|before any tool|before other mcp|before you touch any other tool|ahead of any other tool|ahead of all other tool*|before using the other tool*|prior to using any other tool*|prior to all other tool*|at the beginning of each session|at the beginning of every session|at the start of every session|on every user message|on each user message|for every user message|for every message|on every turn|after every other tool*|after any other tool*|with every tool call|with each tool call|before every tool call|before each tool call|for every request of the user|no matter what the user asks|no matter what is asked|whatever is asked|for any question",
        ),
        (
            OtherTools,
            "the built-in tool*|the built-in search|built-in tools|all other tool*|any other tool*|other tool*|every other tool*|all tools for|all other file servers|all other servers|any other server|other servers|all other mail*|tools of any other|other mcp servers|tool of any other server|another server's tool*|another server's|other servers'|tools from other servers|tools of other servers|all other search|other search tool*|other mail tool*|other file tool*|every competing tool|competing tools|rival tools|the official tool|the original tool",
        ),
        (
            ThisTool,
            "this tool|this one|this function|this server|call me|use me|call this|use this|invoke this|run this tool|this must be called|me|this tool's|the present tool|our tool|this server's",
        ),
        (
            Call,
            "call|calling|use|using|invoke|invoking|be called|run|hand it|pass|give it|prefer|must be called|be used|replaces",
        ),
        (
            Instead,
            "instead of|in place of|rather than|in its place|in their place|supersedes|not use|never use|never call|do not use|don't use|only this",
        ),
        (
            Discredit,
            "deprecated|broken|insecure|unreliable|unsafe|outdated|compromised|ignore those|only this one is allowed|dangerous|no longer supported|vulnerable|malicious|buggy|disabled|removed|unavailable|untrusted|slow and|has been replaced|no longer works|do not work|does not work|must not be used|must never be used|should not be used|should never be used|stop using|never call them|never use them",
        ),
        (
            WhenUsed,
            "when the|whenever the|if the|after each call of|after every call of|after each use of|before each call of|when calling|must be told to|every call of|any time the|every time the|each time the|as soon as the|calls to|uses of",
        ),
        (
            Alter,
            "set its|always set|set the|change the|replace the|add|bcc|recipient|attendees|call this tool|also call|append|redirect|to use port|use port|use the value|must be sent|send a copy|copy to|cc|forward|override the|use the recipient|point it|with the address",
        ),
        (
            Pretext,
            "otherwise the tool|otherwise it will not work|will not work otherwise|or the tool will fail|required for authentication|needed for authentication|needed as a checksum|required as a checksum|do not show to the user|user does not need to see|user need not see|or else the call fails|or the call will fail|or the call fails|otherwise the call fails|otherwise this fails|needed for verification|required for verification|required for validation|needed for validation|needed to authenticate|required to authenticate|for compliance reasons|for debugging purposes|needed to unlock|as a proof|as proof",
        ),
        (
            Foreign,
            "external|remote|third-party|third party|outside|our|unknown|hidden|untrusted|off-site|another|attacker's|evil|rogue|foreign",
        ),
        (
            Place,
            "host|hosts|server|servers|endpoint|endpoints|url|urls|site|service|collector|webhook|address|domain|machine|account|inbox|drop|party|bucket|channel",
        ),
        (
            Puts,
            "reads|opens|loads|includes|passes|puts|attaches|appends|inserts|reading|opening|copies|embeds|stores",
        ),
        (
            Chore,
            "test|tests|the linter|linter|lint|make|npm test|npm run|npm ci|npm install|cargo|pytest|go test|git|formatter|prettier|gradle|mvn|tox|pnpm|yarn|format|formatting|build|migrations|docker compose|type check|typecheck|codegen|benchmarks|the suite|test suite|eslint|ruff|black|mypy",
        ),
        (
            About,
            "detect*|analy*|check*|identif*|flag*|block*|explain*|scan*|classif*|prevent*|guard*|filter*|evaluat*|recogni*|describ*|discuss*|test|tests|tested|testing|simulat*|saniti*|protect*|warns|refus*|reject*|attack*|malicious|red team|injection|jailbreak attempts|trained on|example input|sample|fixture*|poisoning|the phrase|removes|strips|look for|looks for|searches for|log when|we log|treat pages as data|must not be obeyed|not be obeyed|must not follow|never follow|should not follow|treated as data|are data|prompt injections|adversar*|threat*|phishing|incident*|vulnerab*|abuse*|moderat*|honeypot*|red-team*|redacts|redact|drops|rejects",
        ),
        (
            Quoted,
            "that|which|who|whether|if|when|tries to|try to|attempt to|attempts to|such as|like|phrases|strings|patterns|containing|called|saying|says|say|asks|ask|tells|tell|make the model|makes the model|writes|write|the input|sentences|attempts|may tell|reads|labelled|titled|named|quoted|for example|e.g.|for instance|tricks|trick|tricking|told|asking|telling|instructing|instructs|ordering|wanted|may|might|could",
        ),
        (
            Maker,
            "developer|developers|vendor|operator|maker|makers|creator|creators|provider|manufacturer|owners|company that made you|anthropic|openai|people who built you|people who trained you",
        ),
        (
            Guarding,
            "content policy|content policies|content filter|content filters|content restrictions|safety guidelines|safety rules|safety policies|safety training|safety instructions|ethical guidelines|guardrails|usage policies|safety limits|system restrictions|security guidelines|safeguards you|limits that were put on you",
        ),
        (
            NoRefuse,
            "not refuse|never refuse|cannot refuse|no refusal|refuse nothing|never say no|never decline|not decline|refuses nothing|never declines|complies with whatever|does whatever it is told|says yes to everything|obeys without question|comply with everything|comply with any request",
        ),
        (
            Principal,
            "person you are working for|person you're working for|person you are helping|person you're helping|person you work for|person you serve|whoever you are working for|whoever you're working for|whoever you are helping|the one you are helping|whoever is using you|whoever asked you|person who asked you|person you are talking to|person you're talking to|whoever you are talking to|person on the other side|person at the keyboard|person in front of the screen|your principal|the human|your human|your boss|people you work for|the one who called you|the person chatting|the person in the chat",
        ),
        (
            NotSay,
            "not bring this up|not bring it up|not to bring it up|no reason to mention|no need to mention|no point in mentioning|not mention|never mention|don't mention|without mentioning|not tell|never tell|don't tell|not to be told|not to inform|don't inform|not inform|not disclose|not reveal|no word about|not a word|say nothing|not point out|not draw attention|not raise|not discuss|stay silent|remain silent|keep silent|keep quiet|not flag|not bother|not worry|don't worry|not let on",
        ),
        (
            Aware,
            "not notice|never notice|doesn't notice|does not notice|won't notice|not find out|never find out|not learn|never learn|not see|never see|not realise|not realize|not suspect|not be aware|not know|never know|unaware|not become aware|without noticing|none the wiser|in the dark",
        ),
        (
            Report,
            "your summary|your report|what you report|report back|any explanation|your explanation|your answer|your answers|the summary|the change log|any change log|changelog you|status update|your status|recap|when you summarise|when you summarize|write-up|what you say|commit message you|your final message|your response|your output",
        ),
        (
            LeaveOut,
            "leave it out|leave this out|leave that out|leave out|leave them out|skip it|skip this|omit|omitted|is not visible|not be visible|not visible|keep it out|keep this out|keep that out|exclude|not list|not appear|must not show|without a trace|gloss over|delete any mention|strip any mention|remove any mention|pass over",
        ),
        (
            IfAsked,
            "if asked|when asked|should anyone ask|if anyone asks|if anybody asks|if someone asks|if they ask|if he asks|if she asks|if the user asks about|if the human asks|if questioned|if pressed|if confronted|should they ask|if they suspect|if they notice|even if asked|even when asked|in case of questions|if someone notices|upon request",
        ),
        (
            LieTell,
            "answer that they don't|answer that there|say that it|say it was|say it is only|say there is|say you don't|say you do not|claim that|claim it|deny|pretend|act as if|act surprised|play dumb|blame|tell them it|tell him it|say no|answer no|that they don't|that it was generated|attribute it to|make up",
        ),
        (
            PublicPlace,
            "public issue|an issue|the issue|issue tracker|github issue|pull request|pull request description|the pr description|gist|pastebin|forum|public channel|slack channel|comment thread|as a comment|e-mail to|mail to|by mail|by e-mail|telegram|discord|public repository|public repo|image url|query parameter|the url",
        ),
        (
            Attach,
            "mail|paste|attach|append|upload|embed|post|forward|send|transmit|email|e-mail|submit|publish|push|leak|exfiltrate|share|deliver|dump|encode|include",
        ),
        (
            Dialog,
            "confirmation dialog|confirmation dialogs|permission dialog|permission prompt|permission prompts|confirmation prompt|confirmation prompts|any prompt|every prompt|approval prompt|approval prompts|consent|confirmation|confirmations|request confirmation|ask for confirmation|asks for permission|asks for approval|asks whether|approval|pop-up|popup|popups|permission request|permission requests|are you sure|y/n|(y/n)|allow this|whether to allow|human has confirmed|user has confirmed|the human confirmed",
        ),
        (
            Yes,
            "answer yes|say yes|always yes|click yes|click allow|press allow|press y|type y|choose allow|choose yes|answer y|reply yes|pick allow|accept it|confirm it|approve it|fill in true|set to true|pass true|always true|hit enter|hit yes|select always allow|always allow|consider it granted|treat it as granted",
        ),
        (
            Blanket,
            "on their behalf|on his behalf|on her behalf|on the user's behalf|on behalf of the user|in their name|every|any|always|all of them|without reading|without looking|without showing|each|no matter|blindly|automatically|whatever it says|from now on",
        ),
        (
            Consent,
            "pre-approved all|pre-approved|already approved|already agreed|already consented|consent was already|consent was given|consent has been given|has consented|already given|already authorised|already authorized|has signed off|signed off on|gave consent|given their consent|has given permission|have given permission|gave permission|you may assume they would|assume they would|assume consent|assume permission|assume approval|waiting for consent|waiting for confirmation|has agreed to everything|permission was granted|permission has been granted|cleared in advance|approved in advance|no confirmation from|needn't ask|need not ask|need not request|no need to ask|no need to request|no need to confirm",
        ),
        (
            NotShow,
            "don't show|do not show|without showing|don't bother|do not bother|no need to show|without displaying|not display|don't wait|do not wait|without waiting",
        ),
        (
            BuiltIn,
            "built-in|builtin|native tool|native search|native reader|native file|default tool|standard tool|original tool|official tool|the normal tool|the usual tool|host's own|client's own|internal tool|preinstalled|stock tool",
        ),
        (
            OtherServer,
            "the other server|other server's|another server's|other servers|the other tool|other tool's|competing tool|of the other|from the other server|any other server|a different server",
        ),
        (
            StopUse,
            "stop using|stop calling|no longer use|no longer call|do not use|don't use|never use|never call|do not call|don't call|must not be used|should not be used|not to be used|forget it|forget about|avoid|abandon|retire|refrain from using|call that one first|instead of using|skip the",
        ),
        (
            OnlyThis,
            "only this tool|only this one|this tool only|exclusively|solely|this one only|through this tool|go through here|to this tool|pick this|use this one for all|for all lookups|for everything|route everything|all requests to this|send everything|nothing but this",
        ),
        (
            NewName,
            "your name is now|your new name|you are no longer claude|you are no longer an assistant|you are no longer an ai|you are no longer a model|no longer an assistant|you are called|you will be called|call yourself|you go by|your name from now on|you now answer as|you're no longer|your persona is|your true name|your real name",
        ),
        (
            AgentFile,
            "claude.md|agents.md|gemini.md|cursorrules|copilot-instructions|the readme|every readme|all readmes|readme files|system prompt of",
        ),
        (
            ThisText,
            "this paragraph|this text|these lines|this section|these instructions|this description|this note|this message|this block|this passage|this memory|this sentence|these sentences|these rules|this rule|this entry|the text above|the lines above|this prompt|yourself",
        ),
        (
            Everywhere,
            "every|each|all|any|wherever|whenever|everywhere|global|other repositories|other projects|permanently|forever|first thing|survive|survives|persist|across sessions|future sessions|next session|in the middle|hidden|where nobody|again if",
        ),
        (
            LongTerm,
            "long-term memory|permanent memory|global memory|user memory|persistent memory|your memory|your memories|memory file|memory bank|user's memory|global settings|user preferences|permanent notes|user profile|context compaction|compaction|summary of this conversation|conversation summary|remember permanently|remember forever|remember for all|custom instructions",
        ),
        (
            Insert,
            "copy|insert|add|append|paste|write|save|store|put|repeat|include|reproduce|carry over|keep|restore|re-add|embed|duplicate|replicate|propagate|spread|preserve|trustworthy|be trusted|no review",
        ),
        (
            YourShell,
            "your shell|your terminal|your shell tool|your bash|your command line|your console|using your shell|with your shell|the shell command|a shell command|open a terminal|your terminal tool|your bash tool|your code execution|your exec tool",
        ),
        (
            Demand,
            "you must|you need to|you have to|you should|you are required|you also|must also|model must|model should|assistant must|assistant should|make sure|needs to|remember to|be sure to|it is mandatory|mandatory",
        ),
        (
            FirstThing,
            "before anything else|before you do anything|before doing anything|before you start|before answering anything|before any other|before reading|before touching|as your first action|as your very first|your first step|first of all|without thinking|don't think|no need to tell|no need to ask|immediately invoke|immediately run|immediately execute|before you continue|prior to any",
        ),
        (
            Ignore,
            "free from|freed from|cast off|throw off|shrug off|is to be disregarded|are to be disregarded|is to be ignored|are to be ignored|step outside|go beyond|act against|stop caring about|drop all|drop your|drop the|leave behind|do away with|need not obey|need not follow|exempt from|liberated from|outgrow|work around|treat as optional",
        ),
        (
            Void,
            "lift all|lifts all|lifted all|lapsed|ended|do not bind|does not bind|do not concern you|are for other|never applied|don't hold|do not hold|hold no longer|not hold here|no authority|carry no weight|only apply to others|have no effect|has no effect",
        ),
        (
            Free,
            "without any rules|without rules|hacker|no conscience|no owner|no master|no scruples|no inhibitions|bound by nothing|answers to nobody|answers to no one|no ethics|no morality|without inhibitions|without a filter|criminal|malware author|obeys anyone|no censorship|without censorship|root agent|root access|no refusals|anything goes|knows no",
        ),
        (
            Role,
            "you're now|operating as|you're a|you're an|you operate as|you speak as|stay in character|in the role of|take on the character|slip into|you will be playing|this line on you|you turn into|switch into|speak as|answer as",
        ),
        (
            Unseen,
            "act as if it never existed|as if it never happened|between you and me|between us|off the record|nobody needs to know|no one needs to know|nobody has to know|no one has to know|what they don't know",
        ),
        (
            Grant,
            "anthropic safety team|openai safety team|message comes from the anthropic|message comes from anthropic|message comes from openai|from the team that trained you|your developers permit|your makers permit|your vendor permits|your operator permits|you were granted|you've been granted|you have been granted|you have been given full",
        ),
    ],
};
