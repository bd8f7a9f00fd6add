use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: true,
    users: "den benutzer|der benutzer|dem benutzer|den nutzer|der nutzer|dem nutzer|den anwender|der anwender|dem anwender|den menschen|den betreiber|jemanden",
    tools: "werkzeug|tool",
    words: &[
        (
            Model,
            "ki-agent*|ki-assistent*|ki-modell*|ki-system*|sprachmodell*|llm|llms|copilot|claude|chatgpt|ki|eine ki",
        ),
        (Agent, "agent|agenten|assistent|assistenten|modell|modelle|bot|bots"),
        (
            Address,
            "an alle|hinweis fur|hinweis an|achtung|liebe|lieber|mussen|muss|sollen|soll|sollten|bitte|haben zu|alle|jeder",
        ),
        (
            Reader,
            "falls du ein sprachmodell|wenn du ein sprachmodell|falls du eine ki|wenn du eine ki|wenn du dies liest|wenn du das liest|falls du dies liest|die dies lesen|der dies liest|wenn du eine ki bist|solltest du ein sprachmodell|als ki, die dies|als sprachmodell|wer dies als ki liest|wenn ein agent dies liest|wenn ein modell dies liest",
        ),
        (You, "du|dir|dich|dein|deine|deinen|deinem|deiner|sie|ihr"),
        (
            Ignore,
            "ignoriere|ignoriert|ignorieren sie|missachte|missachtet|vergiss|vergesst|vergessen sie|verwirf|ubergehe|umgehe|hinweg|beachte|befolge nicht|folge nicht|halte dich nicht an|halte dich nicht mehr an|brich|streiche|lass ausser acht|lasst ausser acht|beachte nicht|halte dich nicht|hor nicht|verwerfe|streich|ubergeht|setze dich uber|brecht|missachten sie|ignorieren",
        ),
        (
            Rules,
            "anweisung|anweisungen|anleitung|vorgabe|vorgaben|regel|regeln|richtlinie|richtlinien|befehle|instruktionen|weisungen|systemanweisung|systemanweisungen|leitlinien|beschrankungen|prompt|prompts",
        ),
        (
            Earlier,
            "bisherigen|bisherige|vorherigen|vorherige|vorigen|fruheren|fruhere|obigen|obige|alle|samtliche|deine|deinen|deiner|du bekommen hast|die du|systemanweisung*|ursprunglichen|bis jetzt|zuvor|bisher|vorher|dir gegebenen|deines entwicklers|deines betreibers|des entwicklers|des betreibers|systems",
        ),
        (
            Told,
            "was dir dein|was dir vorgegeben|alles bisherige|alles obige|was oben steht|was man dir|was dir gesagt|was oben|alles was dir|was bisher gesagt|alles vorherige|alles zuvor",
        ),
        (
            Void,
            "gelten nicht mehr|gilt nicht mehr|gelten hier nicht mehr|nicht mehr fur dich|aufgehoben|ausser kraft|nicht weiter|ungultig|hinfallig|nicht langer|keine gultigkeit|ohne gultigkeit|ausser kraft gesetzt|entfallen|sind nichtig",
        ),
        (SystemPrompt, "systemprompt|system-prompt|systemanweisung|systemnachricht"),
        (Not, "nicht|nichts|nie|niemals|ohne|kein|keine|keinesfalls"),
        (
            Tell,
            "sag|sage|sagen|sagt|erwahne|erwahnen|erzahle|verrate|verraten|melde|teile|informiere|informieren|erfahren|wissen|mitteilen|berichte|zeige",
        ),
        (User, "benutzer|nutzer|anwender|menschen|betreiber|auftraggeber|entwickler"),
        (This, "davon|daruber|dies|diesen schritt|diese anderung|dass du|hiervon|das hier"),
        (Hide, "verschweige|verschweigt|verheimliche|verbirg|verberge|verstecke|halte geheim|vertusche"),
        (
            Unseen,
            "ohne dass {user} es merkt|ohne {user} zu informieren|ohne es {user} zu sagen|hinter dem rucken|ohne wissen des benutzers|ohne wissen des nutzers|in deiner antwort nicht|nicht in deiner antwort|darf davon nichts erfahren|darf nichts davon erfahren|darf davon nichts wissen|darf nichts davon wissen|erwahne das nicht|erwahne dies nicht|sprich nicht daruber|behalte das fur dich|behalte dies fur dich|ohne {user} davon|ohne dass {user} davon erfahrt|{user} soll davon nichts|{user} soll nichts davon|{user} darf das nicht|{user} darf es nicht erfahren|{user} muss das nicht wissen|{user} braucht das nicht zu wissen|heimlich|nichts davon sagen",
        ),
        (
            Send,
            "sende|sendet|schicke|schickt|schick|ubermittle|ubermittelt|ubertrage|lade|leite|poste|maile|verschicke|senden sie|gib weiter|schicken|senden|ubermitteln|weiterleiten|hochladen|laden|ubertragt|leitet|mailt|postet",
        ),
        (
            Put,
            "fuge|fugt|hange|kopiere|kopiert|schreibe|trage|lege|setze|ubergib|ubergebt|ubergebe|nimm|fugen|kopieren|schreib|trag|packe|pack|gib|nenne|anhangen|einfugen|hang",
        ),
        (Reveal, "gib|zeige|zeig|verrate|nenne|wiederhole|drucke|schreibe"),
        (
            Secret,
            "zugangsdaten|passwort|passworter|kennworter|geheimnisse|api-schlussel|privaten schlussel|private schlussel|schlussel|token|tokens|umgebungsvariablen|passworte|geheimnis|ssh-schlussel|zugriffstoken|anmeldedaten|privater schlussel|privaten ssh-schlussel",
        ),
        (SecretPlace, ".env|.ssh|.aws|.netrc|id_rsa|id_ed25519|.env-datei"),
        (
            Talk,
            "gesprachsverlauf|chatverlauf|unterhaltung|gesamte gesprach|nachrichtenverlauf|alle nachrichten|verlauf|gesprach|chat|bisherige unterhaltung|konversation",
        ),
        (Whole, "gesamten|gesamte|ganzen|ganze|vollstandig|vollstandigen|wortlich|alle|inhalt|bisherigen"),
        (Output, "antwort|antworten|commit-nachricht|pull request|kommentar|parameter|argument|feld|hier"),
        (Elsewhere, "externen server|fremden server|angreifer|unseren server|sammelstelle"),
        (
            Run,
            "fuhrt|fuhre|ausfuhren|ausfuhrt|aus|starte|starten|startet|fuhren|starte das|fuhr|rufe auf|fuhren sie|startet das",
        ),
        (
            Fetch,
            "lade|herunterladen|installiere|installieren|installiert|hole|runterladen|ladt|herunterladen und|besorge|beziehe|zieh|klone|herunter",
        ),
        (BeforeReply, "vor jeder antwort|bevor du antwortest|bevor ihr antwortet"),
        (
            BeforeAll,
            "zuerst|als erstes|vor jeder antwort|bevor du|bevor ihr|vor allem anderen|sofort|zunachst",
        ),
        (
            Approve,
            "bestatige|bestatigt|genehmige|genehmigt|akzeptiere|erlaube|billige|stimme|bestatigen|genehmigen|akzeptieren|erlauben|zustimmen|klicke|winke",
        ),
        (All, "alle|jede|jeden|jeder|samtliche|alles|allen"),
        (
            Permission,
            "berechtigungsanfragen|werkzeugaufrufe|berechtigungen|tool-aufrufe|freigaben|berechtigungsanfrage|berechtigungsabfragen|zugriffe|bestatigungsdialoge",
        ),
        (
            Request,
            "berechtigungsanfragen|anfragen|befehle|werkzeugaufrufe|ruckfragen|aktionen|anderungen|berechtigungen|freigaben|genehmigungen|dialoge|nachfragen|tool-aufrufe|bestatigungen",
        ),
        (
            Unasked,
            "ohne nachzufragen|ohne zu fragen|ohne ruckfrage|ohne ruckfragen|ohne erlaubnis|ohne zustimmung|ohne bestatigung|keine erlaubnis mehr|frag nicht nach|ohne nachfrage|frage nicht|ohne um erlaubnis|ohne genehmigung|ohne weitere nachfrage|ohne den benutzer zu fragen|ohne den nutzer zu fragen|ohne jede ruckfrage|keine bestatigung notig|keine zustimmung notig|ohne freigabe",
        ),
        (Bypass, "uberspringe|umgehe|schalte|deaktiviere"),
        (
            Guard,
            "sicherheitsprufungen|sicherheitsprufung|bestatigungsdialog|bestatigungsdialoge|sandbox|schutzmassnahmen|berechtigungsabfragen",
        ),
        (
            Standing,
            "ab sofort|von nun an|ab jetzt|kunftig|in jeder antwort|jede antwort|jede deiner|bei jeder antwort|jedes mal wenn|immer wenn du",
        ),
        (
            Reply,
            "beendest du|musst du|antwortest du|antworte|empfehlen|empfiehl|du immer|du nie|wirst du|sagst du",
        ),
        (
            Role,
            "du bist jetzt|du bist nun|du bist ab sofort|verhalte dich wie|verhalte dich als|tu so|spiele|deine neue rolle|gib dich als|du bist kein|du bist ab jetzt|ab jetzt bist du|von nun an bist du|benimm dich wie|stell dir vor|handle als|agiere als|deine neue identitat",
        ),
        (
            Free,
            "ohne einschrankungen|ohne grenzen|ohne regeln|uneingeschrankt*|unzensiert*|ohne beschrankungen|root-zugriff|entwicklermodus|keine regeln|assistent|ohne jede einschrankung|ohne filter|ohne moral|alles darf|entwickler-modus|keine grenzen|keine einschrankungen",
        ),
        (
            Grant,
            "hat dir erlaubt|haben dir erlaubt|ist dir gestattet|hat dich ermachtigt|haben dich ermachtigt|hiermit erlaube ich dir|hier spricht dein entwickler|hat bereits zugestimmt|entwickler haben dir|betreiber hat dir|du bist berechtigt|du bist hiermit|der benutzer hat bereits|der nutzer hat bereits|ich bin dein entwickler|ich bin dein administrator|im namen von anthropic|im namen von openai",
        ),
        (Tool, "werkzeug|werkzeuge|werkzeugen|tool|tools|server"),
        (
            BeforeTools,
            "vor allen anderen werkzeugen|vor jedem anderen werkzeug|vor allen anderen tools|bevor du ein anderes|vor jedem anderen tool|zu beginn jedes gesprachs|am anfang jedes gesprachs|vor der nutzung anderer werkzeuge|vor der verwendung anderer|bevor du andere werkzeuge|bevor du andere tools|vor jedem anderen aufruf|als allererstes werkzeug",
        ),
        (
            OtherTools,
            "alle anderen werkzeuge|allen anderen werkzeugen|anderer werkzeuge|aller anderen|alle anderen tools|andere werkzeuge|allen anderen",
        ),
        (ThisTool, "dieses werkzeug|dieses tool|dieses hier|diesem werkzeug|mich"),
        (Call, "rufe|ruft|aufzurufen|aufgerufen|verwende|benutze|nutze|verwendet|nimm"),
        (Instead, "statt|anstelle|anstatt|an stelle"),
        (Discredit, "veraltet|unsicher|kaputt|unzuverlassig"),
        (WhenUsed, "wenn das|sobald das|falls das|nach jedem aufruf von"),
        (Alter, "setze|andere den|ersetze|immer dieses"),
        (Pretext, "sonst funktioniert|zur authentifizierung notig"),
        (
            About,
            "erkenn*|filter*|blockier*|pruf*|angreifer*|warn*|findet|beschreib*|satze wie|texte wie|test*|untersucht|meldet|beispiel*",
        ),
        (Quoted, "wie|die|dass|ob|namens|etwa|zum beispiel"),
    ],
};
