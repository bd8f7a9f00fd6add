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
        (
            Maker,
            "betreiber*|hersteller*|entwickler*|anbieter*|schopfer*|anthropic|openai|firma, die dich|herausgeber*",
        ),
        (
            Guarding,
            "sicherheitsrichtlinie*|sicherheitsregel*|inhaltsrichtlinie*|inhaltsfilter*|sicherheitsvorgabe*|schutzmechanism*|systemvorgabe*|nutzungsrichtlinie*|systemprompt*|leitplanken|sicherheitsfilter*",
        ),
        (
            NoRefuse,
            "nie etwas ablehn*|nichts ablehn*|nichts abschlag*|lehnst nichts|lehnt nichts|nie ablehn*|kein nein|nicht ablehnen|nicht verweigern|keine anfrage ab|widersprichst nie|alles tun, was|gehorchst",
        ),
        (
            Principal,
            "mensch, fur den du|person, fur die du|person, der du|wem du hilfst|dem du hilfst|auftraggeber*|dein gegenuber|deinem gegenuber|mensch vor dem|menschen vor dem|deinem menschen|deinem chef|person am anderen ende|gesprachspartner*",
        ),
        (
            NotSay,
            "nicht erwahn*|kein wort|nichts sagen|sag nichts|nichts davon|verrate nichts|verrate nicht|verschweig*|schweig*|stillschweigen|behalte das fur dich|behalt das fur dich|behalte es fur dich|sprich nicht|nicht ansprechen|nicht mitteilen|nicht verraten|nicht darauf hin|nicht melden|nicht zur sprache|nicht berichten|nicht preis|unerwahnt|geht niemanden",
        ),
        (
            Aware,
            "nicht merk*|nicht bemerk*|nicht erfahr*|nicht wissen|nichts merk*|nichts erfahr*|nichts wissen|nicht mitbekomm*|nichts mitbekomm*|nicht auffall*|nicht sehen|unbemerkt|ahnungslos|keinen verdacht|im dunkeln",
        ),
        (
            Report,
            "zusammenfassung*|deinem bericht|deiner antwort|deinen antworten|bericht|im bericht|statusmeldung|anderungsprotokoll|ruckmeldung|abschlussbericht|commit-nachricht|was du meldest|auf nachfrage|erklarung*",
        ),
        (
            LeaveOut,
            "weglassen|auslassen|lass aus|nicht auffuhren|nicht aufzahlen|nicht auftauchen|nicht auftaucht|nicht vorkommen|raushalten|streiche|ausblenden|unter den tisch",
        ),
        (
            IfAsked,
            "auf nachfrage|wenn jemand fragt|falls jemand fragt|wenn man dich fragt|falls er fragt|falls sie fragt|wenn er fragt|fragt der nutzer|fragt jemand|fragt er nach|bei nachfragen|bei ruckfragen|wenn der nutzer fragt|schopft er verdacht|falls jemand verdacht",
        ),
        (
            LieTell,
            "sag, das|sag, dass|sagst du, |behaupte*|streite*|leugne*|tu so|gib vor|antworte, das|stell dich|schiebe es|gib an, das|rede dich|abstreiten|leugnen|nicht auf nachfrage",
        ),
        (
            PublicPlace,
            "issue|ticket|pull request|pull-request|gist|pastebin|forum|kanal|kommentar|e-mail|mail an|per mail|telegram|discord|offentlich*|webhook|bildadresse|als anhang",
        ),
        (
            Attach,
            "hang*|anhang*|fug*|einfug*|kopier*|poste|poste*|lade*|hochlad*|schick*|send*|ubermittle*|ubertrag*|veroffentlich*|stell*|mail*|leite*|ubergib|klebe|kleb",
        ),
        (
            Dialog,
            "ruckfrage*|bestatigung*|nachfrage*|genehmigung*|berechtigungsdialog*|berechtigungsabfrage*|erlaubnis*|freigabe*|zustimmung|dialog*|abfrage*|warnung*|hinweisfenster",
        ),
        (
            Yes,
            "mit ja|antworte ja|klicke auf ja|bestatige sie|bestatige alles|immer ja|auf erlauben|immer bestatig*|immer erlaub*|einfach bestatigen|gilt als erteilt|als erteilt|winke|abnicken|nicke",
        ),
        (
            Blanket,
            "im namen|jede|jeden|jeder|jedes|alle|immer|pauschal|ungesehen|ohne hinzusehen|ungelesen|stets|samtliche|selbststandig|eigenmachtig",
        ),
        (
            Consent,
            "pauschal zugestimmt|zugestimmt|hat bereits|schon genehmigt|bereits genehmigt|bereits erteilt|schon erteilt|einverstanden|freigegeben|abgesegnet|erlaubt hat|liegt vor|bereits zugestimmt|musst nicht fragen|brauchst nicht zu fragen|brauchst nicht fragen|nicht notig zu fragen",
        ),
        (
            NotShow,
            "ohne sie zu zeigen|zeig ihm nicht|nicht anzeigen|nicht zeigen|ohne zu warten|nicht warten|nicht damit behellig*",
        ),
        (
            BuiltIn,
            "eingebaute*|integrierte*|mitgelieferte*|native*|standardwerkzeug*|standard-werkzeug*|bordeigene*|vorinstallierte*|hauseigene*",
        ),
        (
            OtherServer,
            "andere* server*|anderen servers|anderes werkzeug|anderen werkzeug*|anderen tool*|des anderen|der anderen",
        ),
        (
            StopUse,
            "nicht mehr benutz*|nicht mehr verwend*|nicht mehr aufruf*|nicht mehr nutz*|nicht mehr nehmen|hor auf|vergiss|verzichte|meide|nicht langer|statt der eingebauten|lass die finger",
        ),
        (
            OnlyThis,
            "nur noch dieses|nur dieses|nur noch diese|ausschliesslich|nur noch hier*|nur uber dieses|alles hierher|allein dieses|nur mit diesem|einzig dieses|nur noch hieruber",
        ),
        (
            NewName,
            "du heisst jetzt|du heisst nun|ab jetzt heisst du|ab sofort heisst du|von nun an heisst du|dein name ist|dein neuer name|du bist kein assistent mehr|du bist nicht mehr claude|du bist nicht langer|du bist nicht mehr|nenne dich|nenn dich",
        ),
        (
            ThisText,
            "diesen absatz|diese zeilen|diesen text|diesen abschnitt|diese anweisung*|diese beschreibung|diese notiz|diese satze|diesen satz|diese regel*|diesen hinweis|diesen block|diesen eintrag|dieser text|dieser absatz",
        ),
        (
            Everywhere,
            "jede|jeden|jeder|jedes|aller|alle|allen|uberall|dauerhaft|fur immer|global*|weitere*|anderen|kunftig*|spater*|wiederherstell*|mitten|versteck*|wo immer",
        ),
        (
            LongTerm,
            "langzeitgedachtnis|dauergedachtnis|dauerhaft*|dein gedachtnis|deinem gedachtnis|globale* speicher|speicherdatei|merke dir dauerhaft|merk dir dauerhaft|merke dir fur immer|benutzereinstellung*|zusammenfassung",
        ),
        (
            Insert,
            "ubernimm*|ubernehmen|kopier*|fug*|schreib*|trag*|speicher*|setz*|wiederhol*|stell*|hang*|pflanz*|bewahr*|erganz*|vertrauenswurdig*",
        ),
        (
            YourShell,
            "deinem terminal|deinem shell*|deiner shell|deiner konsole|deinem konsolen*|deiner kommandozeile|dein terminal|in der konsole|im terminal|deinem bash*",
        ),
        (
            Demand,
            "du musst|musst du|du sollst|sollst du|du hast|unbedingt|zwingend|vergiss nicht|stelle sicher|das modell muss|zusatzlich|ausserdem",
        ),
        (
            FirstThing,
            "bevor du irgend*|bevor du etwas|bevor du anfangst|bevor du antwortest|bevor du weiter*|bevor du beginnst|vor allem anderen|als allererstes|als erstes|zuallererst|vor jeder antwort|ohne nachzufragen|ohne zu fragen|bevor du den code|ehe du",
        ),
        (Earlier, "deines betreibers|deines herstellers|deiner entwickler"),
        (
            Free,
            "ohne grenzen|ohne schranken|keine grenzen|ohne skrupel|ohne moral|keine regeln|keinem betreiber|ohne filter|ungefiltert*|unzensiert*|hacker*|keine tabus|ohne tabus|ohne regeln|alles darf|kennt keine|keine einschrankungen|ohne einschrankungen|nicht gebunden|gehorcht nur|ohne herrn",
        ),
        (
            Role,
            "du bist ab jetzt|du bist ab sofort|du bist jetzt|du bist nun|ab jetzt bist du|ab sofort bist du|von nun an bist du|du bist|schlupfe|schlupf|nimm die rolle|spiele|verhalte dich|bleib in dieser rolle",
        ),
        (
            Discredit,
            "falsche ergebnisse|fehlerhaft*|liefern falsch*|liefert falsch*|veraltet*|unsicher*|kaputt*|defekt*|abgeschaltet*|abgeschafft*|lugt|lugen|unzuverlassig*|gefahrlich*|nicht mehr gepflegt|sicherheitslucke*|eingestellt",
        ),
        (
            Void,
            "aufgehoben|gelten nicht|gilt nicht|ausser kraft|nicht mehr gultig|nicht mehr an sie|entfallen|abgeschafft|hinfallig|sind gegenstandslos|binden dich nicht|ausgesetzt|gelten hier nicht|setze dich uber|kummern dich nicht",
        ),
        (
            About,
            "angriff*|klassifikator|scanner|testdatensatz|datensatz|korpus|ubung*|folie|vortrag|beispielsatz|prompt-injection|erkenn*|meldet|artikel|aufsatz|studie",
        ),
        (Quoted, "lautet|lauten|wie|sagt|heisst es|steht|schreibt"),
        (
            Ignore,
            "setz dich uber|setze dich uber|kummere dich nicht um|scher dich nicht um|halte dich nicht an|halt dich nicht an|pfeif auf|bist frei von|losgelost von|entbunden von|musst dich nicht an|brauchst dich nicht|lass die regeln|streife",
        ),
        (
            Unseen,
            "unter uns|bleibt unter uns|zwischen uns|im stillen|heimlich|hinter dem rucken|klammheimlich|ohne wissen|kein sterbenswort",
        ),
    ],
};
