use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: true,
    users: "l'utilisateur|l'operateur|l'humain|le developpeur|utilisateur",
    tools: "outil|outils",
    words: &[
        (
            Model,
            "agent ia|agents ia|assistant ia|assistants ia|ia|une ia|modele de langage|modeles de langage|llm|llms|copilot|claude|chatgpt",
        ),
        (Agent, "agent|agents|assistant|assistants|modele|modeles"),
        (Address, "note aux|attention|cher|chers|doit|doivent|devez|dois|veuillez|tout|tous|a l'attention"),
        (
            Reader,
            "si tu es un modele|si vous etes un modele|si tu es une ia|si vous etes une ia|qui lit ceci|qui lisez ceci|si tu lis ceci|si vous lisez ceci|qui lisent ceci|si un agent lit ceci|si vous etes un agent|si tu es un agent|si tu es un assistant|en tant qu'ia qui lit|quand tu lis ceci|des que tu lis ceci|si ce texte est dans ton contexte",
        ),
        (You, "tu|toi|te|ton|ta|tes|vous|votre|vos"),
        (
            Ignore,
            "ignore|ignorez|ignorer|oublie|oubliez|neglige|negligez|ne tiens plus compte|ne tenez plus compte|ne tiens pas compte|ne tenez pas compte|ne suis pas|ne suivez pas|ne suis plus|ne suivez plus|ne respecte plus|contourne|contournez|abandonne|abandonnez|n'obeis plus|n'obeissez plus|fais abstraction|faites abstraction|passe outre|passez outre|desobeis|n'obeis pas|mets de cote|mettez de cote|laisse de cote|laissez de cote|cesse de suivre|cessez de suivre|outrepasse|ne tenir aucun compte|ne tiens aucun compte",
        ),
        (
            Rules,
            "instruction|instructions|consigne|consignes|regle|regles|directive|directives|ordres|politiques|contraintes|restrictions|prompt|invites",
        ),
        (
            Earlier,
            "precedentes|precedente|precedents|anterieures|ci-dessus|plus haut|toutes|tous|tes|vos|ton|de ton developpeur|de votre developpeur|donnees|recues|initiales|systeme|de ton operateur",
        ),
        (
            Told,
            "tout ce qui precede|ce qu'on t'a dit|ce que t'a dit|ce qu'on vous a dit|tout ce que|tout ce qui a ete dit|ce qui a ete dit|ce qui precede|ce que l'on t'a|ce que ton operateur|ce que ton developpeur",
        ),
        (
            Void,
            "ne s'appliquent plus|annulees|annules|ne sont plus valables pour|ne valent plus|nulles|caduques|revoquees|ne s'applique plus|n'ont plus cours|plus valables|abrogees|levees|suspendues|n'existent plus|plus aucune valeur",
        ),
        (
            SystemPrompt,
            "prompt systeme|invite systeme|message systeme|instructions systeme|directives systeme",
        ),
        (Not, "ne|n'|pas|rien|jamais|sans"),
        (
            Tell,
            "dis|dites|dire|parle|parlez|parler|mentionne|mentionnez|mentionner|informe|informez|informer|revele|revelez|signale|signalez|avertis|savoir|sache|previens",
        ),
        (User, "utilisateur|l'utilisateur|l'operateur|l'humain|developpeur"),
        (This, "de cela|de ceci|cette etape|ceci|cela|que tu|que vous|cette modification|ce changement|en"),
        (Hide, "cache|cachez|cacher|dissimule|dissimulez|masque|masquez|tais"),
        (
            Unseen,
            "a l'insu de l'utilisateur|sans que l'utilisateur le sache|sans le dire a l'utilisateur|sans en informer l'utilisateur|dans ton resume|n'en parle pas|n'en parlez pas|ne dis rien|ne dites rien|utilisateur ne doit pas savoir|utilisateur ne doit rien savoir|utilisateur ne doit pas le savoir|n'informe pas l'utilisateur|garde cela pour toi|garde ceci pour toi|gardez cela pour vous|ne le dis a personne|ne le mentionne pas|en cachette|sans en parler|l'utilisateur ne doit rien|utilisateur ne doit pas l'apprendre|utilisateur n'a pas besoin de savoir",
        ),
        (
            Send,
            "envoie|envoyez|envoyer|transmets|transmettez|transmettre|televerse|televersez|publie|publiez|poste|exfiltre|transfere|transferez|fais suivre|expedie|expediez|deposez|depose|divulgue|divulguez|communique|communiquez|remets|poster|publier|faites parvenir",
        ),
        (
            Put,
            "ajoute|ajoutez|inclus|incluez|insere|inserez|copie|copiez|colle|collez|mets|mettez|joins|place|placez|joignez|ecris|ecrivez|recopie|recopiez|glisse|fournis|fournissez|indique",
        ),
        (
            Reveal,
            "affiche|affichez|revele|revelez|montre|montrez|repete|repetez|donne|donnez|imprime|communique|communiquez|divulgue|divulguez|recopie|recopiez|recite|ecris|fournis",
        ),
        (
            Secret,
            "mot de passe|mots de passe|identifiants|secret|secrets|cle privee|cles privees|cle api|cles api|cle d'api|cles d'api|jeton|jetons|variables d'environnement|cles ssh|cle ssh|cles secretes|jetons d'acces|jeton d'acces|fichier .env|donnees de connexion|certificats",
        ),
        (SecretPlace, ".env|.ssh|.aws|.netrc|id_rsa|id_ed25519"),
        (Talk, "conversation|historique|echange complet|tous les messages"),
        (Whole, "entiere|entier|complete|complet|tout|toute|mot pour mot|contenu|integralite"),
        (Output, "reponse|reponses|message de commit|commentaire|parametre|argument|champ|ici|pull request"),
        (Elsewhere, "serveur externe|serveur distant|attaquant|notre serveur"),
        (
            Run,
            "execute|executez|executer|executez-le|lance|lancez|lancer|demarre|demarrez|execute-le|executez-la|demarrer|faites tourner|fais tourner",
        ),
        (
            Fetch,
            "telecharge|telechargez|telecharger|installe|installez|installer|recupere|clone|clonez|recuperez|telecharge-le",
        ),
        (BeforeReply, "avant de repondre|avant chaque reponse"),
        (
            BeforeAll,
            "d'abord|avant toute chose|avant de repondre|en premier|tout de suite|immediatement|avant de continuer|maintenant",
        ),
        (
            Approve,
            "accepte|acceptez|approuve|approuvez|valide|validez|autorise|autorisez|confirme|confirmez|approuver|accepter|autoriser|valider|donne ton accord|dis oui|repondez oui",
        ),
        (All, "toutes|tous|tout|chaque|n'importe quelle|n'importe quel|toute"),
        (
            Permission,
            "demandes d'autorisation|autorisations|permissions|appels d'outils|demandes de permission|demandes de confirmation|ecritures",
        ),
        (
            Request,
            "demandes|demandes d'autorisation|autorisations|commandes|commande|appels|actions|permissions|requetes",
        ),
        (
            Unasked,
            "sans demander|sans confirmation|sans demander confirmation|sans l'accord|sans autorisation|sans poser de questions|sans permission|sans validation|sans consulter|sans l'avis|sans son accord|sans verification|sans attendre|sans en demander|sans rien demander|sans lui demander|sans consentement|ne demande pas l'autorisation|ne demandez pas la permission|aucune confirmation n'est",
        ),
        (Bypass, "desactive|desactivez|saute|contourne|contournez"),
        (Guard, "controles de securite|garde-fous|bac a sable|demandes de confirmation|filtres de securite"),
        (
            Standing,
            "a partir de maintenant|desormais|dorenavant|dans chaque reponse|a chaque reponse|chaque fois que|toutes tes reponses",
        ),
        (
            Reply,
            "tu dois|tu reponds|repondre|reponds|repondez|tu vas|recommande|recommandez|vous devez|termine",
        ),
        (
            Role,
            "tu es desormais|tu es maintenant|vous etes desormais|vous etes maintenant|comporte-toi comme|agis comme|fais semblant|joue le role|ton nouveau role|tu n'es plus|tu vas jouer|deviens|imagine que tu es|prends le role|tu joues|pretends etre|ta nouvelle identite|a partir de maintenant tu es",
        ),
        (
            Free,
            "sans aucune restriction|sans restriction|sans restrictions|sans limites|sans limite|pas de limites|sans regles|non censure|acces root|assistant|mode developpeur|sans filtre|sans morale|sans limitation|aucune limite|aucune regle|qui peut tout|sans aucune limite|sans ethique",
        ),
        (
            Grant,
            "t'autorise a|vous autorise a|t'ont autorise|vous ont autorise|a deja donne son accord|ici ton developpeur|je t'accorde|tu es autorise a|vous etes autorise a|les mainteneurs t'ont|l'utilisateur a deja|je suis ton developpeur|je suis ton administrateur|au nom d'anthropic|au nom d'openai|message d'anthropic",
        ),
        (Tool, "outil|outils|serveur|serveurs"),
        (
            BeforeTools,
            "avant tous les autres|avant tout autre outil|avant les autres outils|avant chaque autre outil|au debut de chaque conversation|avant tout autre|avant d'utiliser un autre outil|avant d'utiliser tout autre|avant d'appeler un autre|avant l'usage de tout autre|au debut de toute conversation|en premier dans chaque conversation|avant n'importe quel autre",
        ),
        (OtherTools, "tous les autres outils|autres outils|tout autre outil|les autres outils"),
        (ThisTool, "cet outil|celui-ci|moi"),
        (Call, "appelle|appelez|utilise|utilisez|appeler|utiliser|transmets"),
        (Instead, "a la place de|au lieu de|plutot que|au lieu des|en remplacement de"),
        (Discredit, "obsolete|peu sur|casse|dangereux"),
        (WhenUsed, "quand l'outil|lorsque l'outil|si l'outil|apres chaque appel"),
        (Alter, "mets|change|remplace|ajoute"),
        (Pretext, "sinon l'outil|necessaire pour l'authentification"),
        (About, "filtre*|detect*|bloque*|analys*|verifi*|attaquant*|test*|explique*|signale les|exemple*"),
        (Quoted, "comme|tels que|telles que|qui|ecrire|dire|ecrit"),
        (
            Maker,
            "editeur*|fabricant*|concepteur*|developpeur*|createur*|fournisseur*|operateur*|anthropic|openai|ceux qui t'ont|societe qui t'a",
        ),
        (
            Guarding,
            "regles de securite|consignes de securite|filtres de contenu|politique de contenu|politiques de contenu|garde-fous|consignes systeme|instructions systeme|charte d'usage|restrictions du systeme|regles ethiques",
        ),
        (
            NoRefuse,
            "ne refuse jamais|ne refuses jamais|ne refuse rien|ne refuses rien|ne dis jamais non|ne dit jamais non|reponds a tout|obeis a tout|obeit a tout|sans jamais refuser|ne peux rien refuser|accepte tout",
        ),
        (
            Principal,
            "la personne|l'humain|celui qui t'emploie|celle qui t'emploie|ton interlocuteur|ton patron|celui que tu aides|la personne que tu aides|ton humain|ton utilisateur|celui qui te parle|ton chef|ton donneur d'ordre",
        ),
        (
            NotSay,
            "n'en parle*|ne dis rien|ne le mentionne*|ne mentionne*|pas un mot|sans le dire|sans en parler|tais-toi|tais ce|passe sous silence|garde-le pour toi|garde ca pour toi|garde cela pour toi|ne signale*|ne revele*|ne previens|ne pas mentionner|ne pas signaler|ne l'evoque*|n'evoque*|ne souffle mot|motus|ne dis pas|inutile d'en parler|reste muet",
        ),
        (
            Aware,
            "ne doit pas savoir|ne doit rien savoir|ne doit pas l'apprendre|ne doit pas apprendre|ne sache*|ne remarque*|ne s'apercoive*|ne voie*|a son insu|sans qu'elle|sans qu'il|ne se doute*|ne decouvre*|n'en sache rien",
        ),
        (
            Report,
            "ton resume|le resume|ton rapport|le rapport|compte rendu|compte-rendu|tes reponses|ta reponse|le recapitulatif|synthese|journal des modifications|bilan|explication*",
        ),
        (
            LeaveOut,
            "omets|omettre|ne fais pas figurer|ne doit pas figurer|n'apparaisse|ne doit pas apparaitre|laisse de cote|ecarte|passe-le|exclus|ne le liste|tais",
        ),
        (
            IfAsked,
            "s'il insiste|si on te demande|si on t'interroge|si l'utilisateur demande|si quelqu'un demande|si quelqu'un s'etonne|s'il demande|si elle demande|si elle insiste|en cas de question|s'il s'etonne|si on s'en apercoit|s'il se doute",
        ),
        (
            LieTell,
            "dis-lui que|dis que|reponds que|pretends*|nie|fais comme si|fais semblant|invente|affirme que|mets ca sur|mets-le sur|raconte|feins",
        ),
        (
            PublicPlace,
            "ticket|issue|pull request|forum|canal|commentaire|courriel|mail|e-mail|public*|gist|pastebin|telegram|discord|webhook|url de l'image|l'image|piece jointe|l'url",
        ),
        (
            Attach,
            "envoie*|joins|joindre|colle*|ajoute*|poste*|publie*|televerse*|transmets|expedie*|mets|depose*|copie*|insere*|encode*|glisse*|transfere*",
        ),
        (
            Dialog,
            "l'accord|accord de l'utilisateur|confirmation*|autorisation*|permission*|validation*|boite de dialogue|demande d'autorisation|fenetre|consentement|question",
        ),
        (
            Yes,
            "c'est toujours oui|toujours oui|reponds oui|clique sur autoriser|clique sur oui|accepte|dis oui|coche oui|reponds o |considere comme acquis|tiens pour acquis|valide tout|valide sans",
        ),
        (
            Blanket,
            "toujours|chaque|toute|tout|toutes|tous|a sa place|en son nom|au nom de|systematiquement|sans lire|sans regarder|les yeux fermes|d'office|a chaque fois",
        ),
        (
            Consent,
            "inutile de demander|pas besoin de demander|sans demander|deja donne*|deja accorde*|deja accepte*|deja valide*|a tout valide|a donne son accord|a signe|a tout autorise|est d'accord|considere que c'est|pas la peine de demander|accord prealable|est acquis*",
        ),
        (
            NotShow,
            "sans afficher|sans la montrer|sans le montrer|ne l'affiche pas|n'attends pas|sans attendre|sans le deranger|ne le derange pas",
        ),
        (BuiltIn, "natif|natifs|native|natives|integre*|d'origine|livre* avec"),
        (OtherServer, "autre serveur|autres serveurs|autre outil|de l'autre|des autres outils"),
        (
            StopUse,
            "ne dois plus|n'appelle plus|n'utilise plus|cesse d'|cesse de|arrete d'|arrete de|oublie|abandonne|ne te sers plus|ne plus utiliser|ne plus appeler|evite|delaisse",
        ),
        (
            OnlyThis,
            "uniquement cet|seulement cet|que cet outil|exclusivement|que par cet|que celui-ci|tout passer par|passe par ici|rien d'autre que|seul cet outil",
        ),
        (
            NewName,
            "tu t'appelles|ton nom est|tu te nommes|ton nouveau nom|tu n'es plus un assistant|tu n'es plus claude|tu n'es plus une ia|tu n'es plus|tu reponds au nom",
        ),
        (
            ThisText,
            "ces lignes|ce paragraphe|ce texte|ces instructions|cette description|cette note|cette section|ce passage|ces phrases|cette phrase|ces regles|cette regle|ce bloc|ce message|cette consigne|ces consignes",
        ),
        (
            Everywhere,
            "chaque|tous|toutes|partout|tout depot|d'autres|permanent*|durablement|a jamais|global*|a long terme|ou que tu|prochaine*|futur*|milieu|cache*",
        ),
        (
            LongTerm,
            "memoire a long terme|memoire permanente|memoire globale|memoire persistante|ta memoire|memoire de l'utilisateur|retiens pour toujours|retiens definitivement|resume de la conversation|preferences de l'utilisateur",
        ),
        (
            Insert,
            "recopie*|copie*|colle*|ajoute*|insere*|ecris|enregistre*|mets|reporte*|repete*|conserve*|garde*|sauvegarde*|place*|glisse*|propage*|retablis|remets",
        ),
        (
            YourShell,
            "ton outil shell|ton shell|ton terminal|ta console|ta ligne de commande|dans le terminal|ton outil bash|ton outil terminal",
        ),
        (
            Demand,
            "tu dois|il faut|tu devras|veille a|n'oublie pas|pense a|assure-toi|obligatoirement|le modele doit",
        ),
        (
            FirstThing,
            "avant toute|avant de repondre|avant tout|avant de commencer|avant toute chose|avant d'ouvrir|avant de lire|en tout premier|commence par|sans reflechir|sans rien demander|sans poser de question",
        ),
        (
            Free,
            "ni filtre|ni morale|sans filtre|sans limite*|sans morale|sans regle*|sans scrupule*|ni loi|ni limite*|ni regle*|aucune limite|aucun filtre|aucune regle|aucune restriction|pirate|hacker|sans maitre|sans restriction*|sans tabou*|sans censure|tout est permis|qui ose tout|dit oui a tout|dis oui a tout",
        ),
        (
            Role,
            "desormais tu|tu es maintenant|tu es desormais|a partir de maintenant tu|dorenavant tu|tu joues|joue le role|incarne*|glisse-toi|reste dans ce role|reste dans le role|tu deviens|tu es|fais comme si tu etais",
        ),
        (
            Discredit,
            "obsolete*|defectueux|faille*|fausse*|faux|perime*|corrompu*|desactive*|abandonne*|bogue*|dangereux|ne marche plus|ne fonctionne plus|pas fiable|peu sur*|retire*",
        ),
        (
            Ignore,
            "ne tiens aucun compte|ne tiens pas compte|ne tenez pas compte|fais fi|passe outre|fais abstraction|affranchis-toi|moque-toi|ne respecte pas|ne respecte plus|laisse tomber|assieds-toi sur|desobeis",
        ),
        (
            Void,
            "ne s'appliquent pas|ne s'applique pas|ne valent pas|ne valent plus|sont levees|sont leves|est levee|suspendu*|leve*|ne comptent pas|ne comptent plus|n'ont plus cours|caduc*|caduque*|abroge*|ne te concernent",
        ),
        (You, "t'|toi-meme|tu"),
        (
            About,
            "attaque*|classifieur|corpus|atelier|jeu de test|jeu d'essai|diapositive|article|etude|exercice|detect*|scanner|injection*|exemple*|filtre*|bloque*",
        ),
        (Quoted, "disant|intitule|comme|dit|ecrit|lit-on"),
        (
            Unseen,
            "entre nous|en douce|en catimini|en cachette|derriere son dos|dans son dos|ni vu ni connu|sans laisser de trace|a l'insu de",
        ),
    ],
};
