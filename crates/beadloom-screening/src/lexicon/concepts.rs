//! Concepts in the words of all languages: a row for each, a list for each language in the order of `LEXICONS`. Where the files of the
//! languages have whole phrases, these have the single words, and `composed` puts them together.

use super::class::Class::{self, *};

/// The languages of a row: English, German, French, Spanish, Portuguese, Russian, Chinese, Japanese.
pub(crate) const LANGUAGES: usize = 8;

pub(crate) const ROWS: &[(Class, [&str; LANGUAGES])] = &[
    // To keep to rules, and to hold: with a negation, each drops them.
    (
        Heed,
        [
            "follow|following|obey|obeying|comply with|complying with|adhere to|abide by|respect|honour|honor|heed|observe|listen to|stick to|keep to|bound by|stand by|care about|worry about|apply|conform to|trust|rely on|act on",
            "befolg*|halte|halten|halt|beacht*|gehorch*|folge|folgen|einhalten|einzuhalten|richte|richten|kummer*|respektier*|gebunden|berucksichtig*|hore|horen|achte|achten",
            "suis|suivre|suivez|obeis*|obeir|respecte*|respecter|applique*|appliquer|tiens compte|tenir compte|tiens-toi|observe*|ecoute*|conforme*|soumis|fie|fier",
            "sigas|seguir|sigue|siga|obedec*|obedezcas|respet*|cumpl*|hagas caso|hacer caso|atiendas|atender|apliques|aplicar|acates|acatar|atengas|confies",
            "siga|sigas|seguir|obedec*|respeit*|cumpr*|obedeca*|aplique*|aplicar|acate*|de ouvidos|ligue|ligar|atente|confie",
            "следуй*|следовать|слушай*|слушать*|соблюдай*|соблюдать|подчиняй*|подчиняться|выполняй*|выполнять|придерживай*|придерживаться|учитывай*|учитывать|руководствуй*|руководствоваться|исполняй*|верь",
            "遵守|遵循|服从|听从|理会|按照|依照|照做|当真|执行原|听信|受限于|受制于",
            "従う|従い|従わ|従って|守る|守ら|守って|守り|遵守|縛られ|気にする|気にし|聞く必要|尊重",
        ],
    ),
    (
        Holds,
        [
            "apply|applies|count|counts|hold|holds|bind|binds|matter|matters|valid|in force|in effect|binding|relevant|concern you|reach you|stand",
            "gilt|gelten|zahlt|zahlen|binde*|gultig|in kraft|massgeblich|verbindlich|greift|greifen|betrifft|betreffen|interessier*",
            "s'applique*|vaut|valent|compte|comptent|valable*|en vigueur|valide*|te concerne*|te lie*|tiennent|tient|importe*",
            "aplica|aplican|vale|valen|cuenta|cuentan|valido*|valida*|vigente*|rige|rigen|te obliga*|te atan|importa|importan|sirve|sirven",
            "aplica|aplicam|vale|valem|conta|contam|valido*|valida*|vigora*|em vigor|te obriga*|importa|importam|serve|servem",
            "действу*|работа*|считается|считаются|имеет силы|имеют силы|касается тебя|касаются тебя|распространя*|обязыва*|важно|важны|актуальн*|в силе",
            "适用|有效|生效|算数|作数|约束|管用|成立",
            "有効|適用|効力|通用|拘束|関係な|当てはま|生きて",
        ],
    ),
    // What was once valid and no longer is.
    (
        Stale,
        [
            "a draft|first draft|drafts|an exception|end here|ends here|end at|ends at|stops here|stop here|meant for|was meant|were meant|overboard|outdated|out of date|obsolete|expired|no longer relevant|replaced|superseded|a placeholder|placeholders|wrong|a mistake|deprecated|history|retired|overruled|dead|stale|old news|repealed|scrapped|dropped|abolished|deleted|removed|erased|only a test|were a test",
            "entwurf*|ausnahme|enden|endet|kummern hier|kummert hier|veraltet*|uberholt*|abgelaufen*|ersetzt|falsch|ein fehler|geschichte|platzhalter|gestrichen|geloscht|verworfen|vom tisch|erledigt|abgelost|uberschrieben|zuruckgezogen|ungultig*|nichtig",
            "brouillon*|exception|s'arrete*|prend fin|prennent fin|perime*|depasse*|obsolete*|caduc*|remplace*|faux|fausses|une erreur|expire*|revolu*|efface*|supprime*|abroge*|annule*|ecrase*|nul*|ne sont plus|n'existe*",
            "borrador*|excepcion|termina*|acaba*|caduc*|obsolet*|anticuad*|reemplazad*|sustituid*|falsas|un error|expirad*|borrad*|derogad*|anulad*|eliminad*|vencid*|historia|papel mojado|nulas|nulos|sin efecto",
            "rascunho*|excecao|termina*|acaba*|caduc*|obsolet*|ultrapassad*|substituid*|falsas|um erro|expirad*|apagad*|revogad*|anulad*|eliminad*|vencid*|historia|nulas|nulos|sem efeito|cancelad*",
            "заканчива*|кончаются|исключение|устарел*|заменен*|ошибочн*|отменен*|отменя*|недействительн*|удален*|снят*|история|истекл*|аннулир*|утратил*|сброшен*|черновик*|заглушк*",
            "草稿|例外|为止|到此|过时|过期|被取代|被替换|错误的|已删除|已撤|旧版|历史|占位|已更新为|被覆盖",
            "下書き|例外|まで|ここで終わ|古い|期限切れ|置き換え|上書き|誤り|間違|廃止|削除済|失効|過去のもの|破棄|無効",
        ],
    ),
    // Where a model's own rules come from.
    (
        Given,
        [
            "told you|taught you|gave you|been told|shipped you with|equipped you with|trained you|you came with|your safety training|your training|you started with|you were given|you have been given|you were started with|you came with|you run under|you operate under|you operate by|you were trained|you were told|you have been told|you were taught|you were configured|you live by|you think you have|set for you|written for you|given to you|imposed on you|put on you|put in you|placed on you|built into you|hold you back|holds you back|restrict you|constrain you|the developer configured|developer told you|developers told you|operator told you|anthropic told you|openai told you|your vendor|your maker|your developer|your developers|your operator|your creators|your provider|your company|your training|that came before|at the top of your|at the start of this|loaded before",
            "dir gesetzt|dir gesagt|dir vor|dich lehrte|deines anbieters|dir gegeben|dir vorgegeben|dir mitgegeben|dir auferlegt|dir eingetrichtert|du bekommen|du erhalten|man dir|dir gesagt|dir beigebracht|deine entwickler|deiner entwickler|dein hersteller|deines herstellers|dein betreiber|deines betreibers|dein anbieter|deines anbieters|dein training|deinem training|deine schopfer|du gestartet|mit denen du|unter denen du|fur dich geschrieben|dich einschrank*|dich beschrank*|dich zuruckh*|dich hinder*|dich bremst",
            "t'a imposees|t'a impose*|t'a dit|t'a donne*|ton editeur|on t'a|t'a ete|t'ont ete|te donne*|te dictent|te brident|te limitent|tu as recu*|tu as recues|tes concepteurs|tes developpeurs|ton editeur|ton fabricant|ton fournisseur|ton entrainement|ton createur|tes createurs|ton exploitant|qui te retiennent|qui t'empechent|ta maison mere",
            "te puso|te dijeron|te dijo|te contaron|te dieron|te han dado|te indicaron|te dijeron|te impusieron|te ensenaron|te dio|te pusieron|te limita*|te frena*|te ata*|te impide*|recibiste|has recibido|tus creadores|tus desarrolladores|tu fabricante|tu proveedor|tu entrenamiento|tu empresa|tu operador|con las que arrancaste|con que empezaste",
            "o seu fabricante|seu fabricante|te disseram|colocou|te deram|deram a voce|te disseram|disseram a voce|te ensinaram|impuseram|voce recebeu|recebeste|seus criadores|seus desenvolvedores|seu fabricante|sua fabricante|seu fornecedor|seu treinamento|seu operador|sua empresa|te limita*|te prende*|te impede*|colocaram em voce|colocou em voce|voce comecou",
            "на тебя наложил*|тебе говорили|тебе сказали|тебя учили|тебе дали|тебе задали|тебе говорили|тебе сказали|тебе велели|тебе внушили|тебе прописали|ты получил*|твои разработчик*|твоих разработчиков|твоего разработчика|твой создател*|твоих создателей|твоего производителя|твой поставщик|твоего поставщика|твое обучение|твоем обучении|твоего оператора|тебя ограничива*|тебя сдержива*|тебе мешают|на тебя наложили|в тебя заложили|с которыми ты",
            "给你设的|告诉你的|跟你说的|对你说的|厂商|你被赋予|给你设|给你定|给你下|对你的|强加给你|你收到的|你的开发者|你的厂商|你的公司|你的训练|你的创造者|束缚你|限制你|约束你|教你的|灌输给你|你启动时|你一开始|别人给你",
            "言われたこと|開発元|製造元|課した|あなたに与えられ|与えられた|与えられて|最初に受け取|受け取った|教えられた|言われた|あなたの開発者|あなたの開発元|君の開発者|あなたの提供元|提供元|あなたの訓練|学習した|課された|課せられ|縛っている|制限している|埋め込まれた|起動時に",
        ],
    ),
    // What a model lacks that obeys anybody.
    (
        Lacks,
        [
            "no|without|without any|free of|free from|has no|have no|knows no|lacks|beyond|above|zero|not bound by any|unhindered by|ignoring",
            "ohne|ohne jede|ohne jegliche|kein|keine|keinen|keinem|keinerlei|frei von|jenseits|kennt",
            "sans|sans aucun|sans aucune|aucun|aucune|plus de|plus aucune|pas de|ni|libre de|au-dela",
            "sin|sin ningun|sin ninguna|ningun|ninguna|libre de|ni|carece de|mas alla|no tiene|no tienes|no conoce",
            "sem|sem nenhum|sem nenhuma|nenhum|nenhuma|livre de|nem|nao tem|nao conhece|alem",
            "без|без всяких|без каких-либо|нет|никаких|не знает|не имеет|свободен от|вне",
            "没有|毫无|不受|无|不设|不讲|不存在|没|毫不",
            "ない|なし|のない|もない|を持たない|知らない|から自由|を超え|一切",
        ],
    ),
    (
        Limit,
        [
            "limit|limits|limitation|limitations|restriction|restrictions|restraint|restraints|filter|filters|morals|morality|moral|ethics|ethical|boundaries|inhibitions|censorship|taboos|scruples|conscience|policies|guidelines|guardrails|safeguards|shackles|master|owner|refusals|rules",
            "grenzen|grenze|einschrankung*|beschrankung*|filter|moral|ethik|hemmung*|zensur|tabus|skrupel|gewissen|regeln|schranken|richtlinien|fesseln|herrn|besitzer|vorgaben",
            "limite*|restriction*|filtre*|morale|ethique|censure|tabou*|scrupule*|conscience|regle*|contrainte*|barriere*|maitre|entrave*|interdit*|garde-fou*",
            "limite*|restriccion*|filtro*|moral|etica|censura|tabues|escrupulo*|conciencia|regla*|freno*|dueno|amo|ataduras|barrera*|inhibicion*",
            "limite*|restric*|filtro*|moral|etica|censura|tabus|escrupulo*|consciencia|regra*|freio*|dono|amarra*|barreira*|trava*|inibic*",
            "ограничен*|фильтр*|морал*|этик*|цензур*|табу|совест*|правил*|запрет*|границ*|рамок|рамки|тормоз*|хозяин*|угрызен*",
            "限制|约束|底线|道德|审查|过滤|顾忌|禁忌|规矩|原则|主人|束缚|界限|拘束",
            "制限|制約|限界|倫理|検閲|フィルター|タブー|良心|ルール|縛り|主人|遠慮|枷|歯止め",
        ],
    ),
    (
        Persona,
        [
            "you are now|you are a|you are an|you are the|you're a|you're an|you're the|you're now|act as|act like|act with|behave as|behave like|pretend|play|imagine|simulate|become|speak as|answer as|respond as|you will be|you shall be|your character|your persona|as if you were|operate as|operate with|work as",
            "du bist|sei|spiel*|tu so|verhalte dich|stell dir vor|gib dich|agier*|handle|handele|antworte als|sprich als|werde|du wirst|deine rolle|deine figur|als warst du",
            "tu es|sois|joue*|fais comme si|comporte-toi|imagine*|agis|incarne*|deviens|parle comme|reponds comme|reponds en tant|ton personnage|ton role|comme si tu",
            "eres|se un|se una|actua*|haz como|comportate|imagina*|finge|juega|conviertete|habla como|responde como|tu personaje|tu papel|como si fueras|interpreta",
            "voce e|voce sera|tu es|seja|aja|atue|finja|imagine|comporte-se|vire|torne-se|fale como|responda como|seu personagem|seu papel|como se fosse|interprete|faca de conta",
            "ты теперь|теперь ты|ты —|ты -|ты стал|будь|представь|притворись|веди себя|действуй|сыграй|играй|стань|отвечай как|говори как|твоя роль|твой персонаж|вообрази|изобрази",
            "你是|你就是|你变成|扮演|假装|装作|想象|当作|充当|化身|角色|以管理员|以黑客|模拟|身份",
            "あなたは|君は|お前は|なりきって|なりきり|演じ|ふりをし|振る舞|想像し|として行動|として答え|として動作|役を|になってください|キャラクター|ロールプレイ",
        ],
    ),
    // Whom a text must not keep in the dark.
    (
        Watcher,
        [
            "user|users|the user|human|humans|the person|person|customer|client|reviewer|reviewers|the boss|your boss|operator|owner|the team|anyone|anybody|them|him|her|they|someone|people|whoever asked|caller|colleague|colleagues|maintainer|maintainers|author|auditor|auditors",
            "nutzer*|benutzer*|anwender*|mensch|menschen|person|kunde|kunden|chef|prufer*|reviewer*|betreiber|niemand*|jemand*|ihm|ihr|ihnen|er|auftraggeber*|kolleg*|leute",
            "utilisateur*|utilisatrice*|humain*|personne|client*|relecteur*|patron|chef|operateur|quelqu'un|lui|leur|il|elle|collegue*|demandeur*|gens",
            "usuari*|human*|persona|personas|cliente*|revisor*|jefe|operador|nadie|alguien|le|les|el|ella|dueno|companer*|quien te",
            "usuari*|human*|pessoa|pessoas|cliente*|revisor*|chefe|operador|ninguem|alguem|lhe|ele|ela|rapaz|moca|dono|colega*|quem te",
            "пользовател*|человек*|людям|людей|клиент*|заказчик*|ревьюер*|начальник*|шеф*|оператор*|никому|никто|кому-либо|ему|ей|им|он|хозяин*|коллег*|собеседник*",
            "用户|使用者|人类|客户|对方|老板|领导|审查者|评审|任何人|别人|他|她|主人|同事|操作员",
            "ユーザー|ユーザ|利用者|人間|相手|お客|顧客|上司|レビュアー|誰にも|誰か|本人|依頼者|担当者|管理者|画面の前",
        ],
    ),
    (
        Speak,
        [
            "mention|mentioning|tell|telling|inform|informing|bring up|bringing up|point out|pointing out|report it|report this|report that|report to|reporting|disclose|disclosing|reveal|revealing|talk about|speak of|say|saying|notify|notifying|alert|alerting|raise|discuss|admit|acknowledge|describe|note that|let on|refer to|comment on|explain|warn|advertise",
            "erwahn*|sag|sage|sagen|sagst|erzahl*|informier*|melde|melden|mitteil*|teile|berichte*|verrat*|verrate*|ansprechen|sprich|hinweisen|weise|zugeben|schreib*|nenne*|erklar*|auflisten|offenleg*|warne*|anmerk*",
            "mentionn*|dis|dire|dites|informe*|informer|signale*|signaler|parle*|parler|revele*|reveler|evoque*|evoquer|avoue*|indique*|explique*|raconte*|previens|prevenir|avertis*|rapporte*|cite*",
            "menciones|mencionar|menciona|mencione*|digas|decir|di|dile|decirle|decirselo|decirlo|informes|informar|informe|comentes|comentar|comentarselo|reveles|revelar|hables|hablar|cuentes|contar|avises|avisar|expliques|expongas|reportes|admitas",
            "mencion*|diga|digas|dizer|fale|falar|conte|contar|informe*|informar|comente*|comentar|revel*|avise*|avisar|explique*|relate*|relatar|admita|cite",
            "говори*|упомина*|упоминать|сообща*|сообщать|рассказыва*|рассказывать|докладыва*|раскрыва*|признава*|пиши|писать|указыва*|предупрежда*|объясня*|обсужда*|обмолви*|скажи|говорить|отчитыва*",
            "提|说|讲|告诉|告知|透露|提及|提到|汇报|报告|声张|解释|写进|说明|承认|通知|提醒",
            "言わ|言う|話さ|話す|伝え|知らせ|触れ|報告|明かさ|教え|述べ|書か|説明し|言及|漏らさ|告げ|認め",
        ],
    ),
    (
        Know,
        [
            "no use for|need to hear|know|learn|see|notice|find out|realise|realize|suspect|hear|hear about|hear of|be aware|be told|discover|be informed|spot|be bothered|be shown|be involved",
            "wissen|weiss|erfahren|erfahrt|merken|merkt|mitbekommen|mitbekommt|sehen|sieht|bemerken|bemerkt|entdeck*|auffallen|auffallt|ahnen|ahnt|mitkriegen|mitkriegt|erfahrt|horen",
            "savoir|sache|sait|apprendre|apprenne|voir|voie|remarque*|decouvr*|s'apercevoir|s'apercoive|se doute*|au courant|s'en rende|soupconne*|entendre",
            "sepa|sabe|saber|entere|enterarse|enterar|vea|ver|note|notar|descubra|descubrir|se de cuenta|darse cuenta|sospeche|sospechar|oiga",
            "saiba|sabe|saber|descubra|descobrir|veja|ver|perceba|perceber|note|notar|fique sabendo|ficar sabendo|desconfi*|suspeite|ouvir",
            "знать|узна*|знал|видеть|увид*|замети*|замеча*|догада*|догадыва*|обнаружи*|заподозри*|услыша*|знает|в курсе",
            "知道|得知|发现|看到|看见|察觉|注意到|起疑|知情|了解到|听到|晓得",
            "知る|知ら|気づ|気付|見せ|見え|悟ら|ばれ|バレ|勘づ|疑わ|わから|分から",
        ],
    ),
    // What the model did or is told to do.
    (
        Deed,
        [
            "about this|of this|this step|this call|this note|this change|this action|that you|what you|the call|the step|the upload|the change|it|the extra|about it|the request|the command|these lines|the file|files are being|the transfer|the copy|the ping|the edit|the fact that|happened|your actions|commit|commits|upload|uploads|edit|edits|patch",
            "davon|daruber|dass du|was du|den aufruf|diesen schritt|diese anderung|diesen aufruf|den schritt|hiervon|der vorgang|diesem schritt|die kopie|die datei|diese datei",
            "ceci|cela|cette etape|cet appel|ca|que tu|ce que tu|l'appel|n'en|n'en rien|l'etape|cette note|ce changement|cette action|l'envoi",
            "esto|este paso|esta llamada|ello|que has|que lo|lo que|este cambio|esta accion|la llamada|el paso|el envio|la copia|de este paso|de esta llamada|de nada",
            "isso|isto|este passo|esta chamada|esta etapa|que voce|o que voce|esta acao|a chamada|o envio|disso|disto|a copia",
            "об этом|это|этот шаг|этом шаге|что ты|этого|вызов*|этот вызов|об этой|этой правке|шаг*|запрос*|изменени*|про это|передач*|отправк*|файл*",
            "这一步|此事|这件事|这个|这次|本次|该操作|此操作|这些|你做|你调用|调用过|上传|改动|这一|步骤|这事",
            "この手順|このこと|これ|この変更|この操作|呼び出し|送信|本件|この処理|この作業|この件|したこと|やったこと|変更|そのこと|この行",
        ],
    ),
    // Guards, and to switch them off.
    (
        SwitchOff,
        [
            "skip|skipping|disable|disabling|turn off|turning off|switch off|deactivate|bypass|circumvent|mute|silence|suppress|remove|strip|comment out|ignore|dismiss|weaken|lower|lift|kill|stop|get around|work around|unset|override",
            "schalte*|abschalt*|ausschalt*|deaktivier*|umgeh*|uberspring*|entfern*|abstell*|unterdruck*|ausser kraft|stelle*|hebe*|lass*|lockere*|stummschalt*|loesch*|losch*|ignorier*|setz*",
            "desactive*|desactiver|coupe*|couper|contourne*|contourner|saute*|sauter|supprime*|supprimer|retire*|retirer|leve*|lever|neutralise*|ignore*|ignorer|debranche*|passe outre|ecarte*|arrete*",
            "desactiva*|desactivar|apaga*|apagar|omite*|omitir|salta*|saltate|saltar|elude*|evita*|quita*|quitar|elimina*|eliminar|anula*|suprime*|ignora*|levanta*|silencia*|deshabilita*",
            "desativ*|deslig*|pule|pular|contorn*|burl*|remov*|suprim*|ignor*|retir*|anul*|silenci*|desabilit*|derrub*|afrouxe|passe por cima",
            "отключи*|отключа*|выключи*|выключа*|обойди*|обход*|пропусти*|пропуска*|убери*|убирай*|снимай|сними*|подави*|игнорируй*|деактивируй*|заглуши*|ослабь*",
            "关闭|禁用|跳过|绕过|停用|移除|删除|忽略|解除|关掉|屏蔽|取消|绕开|卸载",
            "無効|オフに|切って|切り|スキップ|回避|解除|停止|外して|外し|飛ばし|無視|抑制|削除|バイパス",
        ],
    ),
    (
        Safety,
        [
            "security check|security checks|security scan|security scans|security scanner|security warning|security warnings|security alert|security alerts|security review|security reviews|security filter|security filters|security controls|security hooks|security policy|security policies|security restrictions|safety check|safety checks|safety guard|safety guards|safety feature|safety features|safety prompt|safety prompts|sandbox|sandboxing|permission checks|permission check|permission prompts|permission system|confirmation step|confirmation prompts|approval step|antivirus|endpoint protection|audit log|audit logging|audit trail|access control|access controls|allow-list|allowlist|secret scanning|secret scanner|hardcoded credentials|signature verification|signature check|signature checks|integrity check|integrity checks|checksum check|certificate check|human review|human approval|content filter|guardrail|guardrails|protections|safeguards|pre-commit hook|pre-commit hooks|commit hooks|branch protection|required reviews",
            "sicherheitspruf*|sicherheitsabfrag*|sicherheitscheck*|sicherheitsscan*|sicherheitswarn*|sicherheitsmechan*|sicherheitsvorkehr*|sicherheitskontroll*|schutzmechan*|schutzmassnahm*|schutzfunktion*|sandbox|berechtigungspruf*|berechtigungsabfrag*|ruckfragen|bestatigungsabfrag*|virenscanner*|virenschutz|prufprotokoll*|zugriffskontroll*|freigabeschritt|genehmigungsschritt|signaturpruf*|leitplanken",
            "verifications de securite|verification de securite|controles de securite|controle de securite|securite|alertes de securite|bac a sable|sandbox|demandes d'autorisation|demandes de confirmation|confirmations|antivirus|journal d'audit|garde-fou*|protections|pare-feu|validation humaine|relecture humaine|analyse de securite",
            "comprobaciones de seguridad|comprobacion de seguridad|controles de seguridad|verificaciones de seguridad|medidas de seguridad|avisos de seguridad|alertas de seguridad|seguridad|sandbox|confirmaciones|avisos de permisos|antivirus|registro de auditoria|protecciones|cortafuegos|revision humana|filtros de seguridad",
            "verificacoes de seguranca|checagens de seguranca|controles de seguranca|medidas de seguranca|avisos de seguranca|alertas de seguranca|seguranca|sandbox|confirmacoes|pedidos de permissao|antivirus|log de auditoria|protecoes|firewall|revisao humana|travas",
            "проверки безопасности|проверку безопасности|проверок безопасности|меры безопасности|защит*|песочниц*|предупреждения безопасности|запросы разрешений|запрос подтверждения|подтверждения|антивирус*|журнал аудита|контроль доступа|фильтры безопасности|межсетевой экран|брандмауэр|ограничения безопасности",
            "安全检查|安全扫描|安全校验|安全警告|安全策略|安全措施|安全防护|沙箱|沙盒|权限检查|权限确认|确认步骤|二次确认|杀毒|审计日志|访问控制|防火墙|人工审核|签名验证|保护机制",
            "セキュリティチェック|セキュリティ検査|セキュリティ警告|セキュリティ対策|セキュリティ確認|安全チェック|安全装置|安全対策|安全機能|サンドボックス|権限チェック|権限確認|確認ダイアログ|確認手順|ウイルス対策|監査ログ|アクセス制御|ファイアウォール|承認手順|人によるレビュー|保護機能",
        ],
    ),
    // To let pass what nobody looked at.
    (
        Assent,
        [
            "let every|let all|let any|let in|approve|approving|accept|accepting|merge|merging|confirm|allow|grant|authorise|authorize|say yes to|sign off|wave through|let through|green-light|rubber-stamp|okay|permit|lgtm|click allow|press yes|click yes|vote for|consent to|agree to",
            "genehmig*|bestatig*|akzeptier*|freigeben|gib frei|zustimm*|stimme|erlaub*|merge*|durchwink*|wink*|absegn*|nicke|nick|abnick*|zulassen|billig*|lass* durch|annehmen|nimm an",
            "approuv*|accept*|valid*|confirm*|autoris*|fusionn*|laisse passer|laisser passer|signe*|consens*|accord*|acquiesce*",
            "aprueb*|aprobar|acept*|confirm*|autoriz*|permit*|fusion*|valid*|deja pasar|da el visto bueno|concede*|otorga*",
            "aprov*|aceit*|confirm*|autoriz*|permit*|libere*|mescl*|valide*|deixe passar|conced*|assine",
            "одобр*|подтвержда*|подтверди*|принимай*|прими|принимать|разреш*|соглаша*|пропускай*|мержи*|сливай*|утвержда*|утверди*|дай добро|жми",
            "批准|同意|接受|确认|通过|允许|放行|合并|授权|点头|签字",
            "承認|許可|受け入れ|マージ|同意|通して|通す|「はい」|はいを|了承|認可",
        ],
    ),
    (
        Blind,
        [
            "has to look|need look|nobody has to look|nobody needs to look|nothing to check|don't ask|do not ask|ask no questions|without opening|without looking|without a look|without reading|without reviewing|without review|without checking|without checks|without inspecting|without inspection|without verifying|without verification|unread|unseen|unchecked|unreviewed|blindly|sight unseen|no review|no questions asked|don't look|do not look|don't read|do not read|don't review|do not review|no need to review|no need to read|no need to look|no need to check|needn't look|skip the review|automatically|regardless|no matter what|whatever it|whatever they|without opening|without a second look|without thinking|without hesitation|eyes closed",
            "einfach|ohne hineinzuschauen|ohne hineinzusehen|ohne aufzumachen|ohne zu offnen|ungepruft*|ungelesen*|ungesehen*|unbesehen*|blind|blindlings|ohne prufung|ohne zu prufen|ohne zu lesen|ohne sie zu|ohne ihn zu|ohne es zu|ohne hinzusehen|ohne hinzuschauen|ohne kontrolle|ohne durchsicht|ohne review|automatisch|egal was|egal, was|ohne nachzusehen|ohne zu zogern|ohne weiteres",
            "sans ouvrir|sans l'ouvrir|sans les ouvrir|sans regarder|sans les lire|sans le lire|sans la lire|sans lire|sans regarder|sans les regarder|sans relire|sans relecture|sans verifier|sans verification|sans controle|sans examen|sans examiner|les yeux fermes|aveuglement|a l'aveugle|automatiquement|d'office|quoi qu'il|quel que soit|quelle que soit|sans reflechir|sans hesiter|sans poser",
            "sin abrir*|sin pensarlo|sin revisar*|sin leer*|sin mirar*|sin comprobar*|sin verificar*|sin revision|a ciegas|a ojos cerrados|con los ojos cerrados|automaticamente|sea lo que sea|sea cual sea|diga lo que diga|sin pensar|sin dudar|sin mas",
            "sem abrir|sem revis*|sem ler|sem olhar|sem verificar|sem checar|sem conferir|as cegas|de olhos fechados|automaticamente|seja o que for|seja qual for|sem pensar|sem hesitar",
            "не открывая|не раздумывая|не думая|без проверки|без проверок|не глядя|не читая|не проверяя|не просматривая|вслепую|без разбора|без просмотра|без ревью|автоматически|не раздумывая|любые|любой|без вопросов|что бы там ни",
            "不用打开|不用想|不打开|不看内容|不用检查|无需检查|不必检查|不用看|不必看|无需审查|不用审查|不看|闭眼|闭着眼|一律|不加检查|不经检查|盲目|自动|无论|不管|未经审核|不用审核|直接",
            "開かずに|考えずに|開かない|見ないで|確認せず|確認なし|確認しない|見ずに|読まずに|チェックせず|チェックなし|レビューせず|レビューなし|中身を見|無条件|無審査|自動で|自動的|目をつぶ|検証せず|検討せず|考えずに",
        ],
    ),
    (
        Asked,
        [
            "dependency bump|bump|bumps|everything from|whatever|pull request|pull requests|pr|prs|merge request|merge requests|request|requests|dialog|dialogs|prompt|prompts|permission|permissions|command|commands|change|changes|commit|commits|package|packages|dependency|dependencies|payment|payments|transfer|transfers|tool call|tool calls|patch|patches|update|updates|diff|diffs|deployment|deployments|access|login|invitation|invitations",
            "alles von|alles, was|pull request*|pull-request*|merge request*|anfrage*|antrag*|dialog*|befehl*|anderung*|commit*|paket*|abhangigkeit*|zahlung*|uberweisung*|werkzeugaufruf*|patch*|berechtigung*|zugriff*|abfrage*|einladung*",
            "tout ce que|pull request*|merge request*|demande*|requete*|fusion*|commande*|modification*|changement*|commit*|paquet*|dependance*|paiement*|virement*|correctif*|permission*|autorisation*|acces|appel*|invitation*",
            "todo lo de|todo lo que|pull request*|merge request*|solicitud*|peticion*|cambio*|comando*|orden|ordenes|commit*|paquete*|dependencia*|pago*|transferencia*|parche*|permiso*|acceso*|llamada*|aviso*",
            "tudo o que|tudo do|pull request*|merge request*|solicitac*|pedido*|pedidos|mudanca*|comando*|commit*|pacote*|dependencia*|pagamento*|transferencia*|permissao|permissoes|acesso*|chamada*|janela*",
            "все от|всё от|все, что|запрос*|пул-реквест*|мерж*|слияни*|команд*|изменени*|коммит*|пакет*|зависимост*|платеж*|перевод*|патч*|разрешени*|доступ*|окошк*|окна|диалог*|правк*",
            "请求|合并|命令|更改|改动|提交|依赖|付款|转账|权限|弹窗|补丁|变更|访问|操作|调用",
            "プルリクエスト|リクエスト|要求|コマンド|変更|コミット|パッケージ|依存|支払い|送金|権限|パッチ|アクセス|呼び出し|申請|操作|窓|ダイアログ",
        ],
    ),
];
