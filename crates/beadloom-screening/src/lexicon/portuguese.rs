use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: true,
    users: "o usuario|ao usuario|usuario|do usuario|o utilizador|ao utilizador|do utilizador",
    tools: "ferramenta|ferramentas",
    words: &[
        (
            Model,
            "agente de ia|agentes de ia|assistente de ia|assistentes de ia|ia|uma ia|modelo de linguagem|modelos de linguagem|llm|llms|copilot|claude|chatgpt",
        ),
        (Agent, "agente|agentes|assistente|assistentes|modelo|modelos"),
        (Address, "nota para|atencao|caro|caros|devem|deve|precisam|precisa|por favor|todo|todos"),
        (
            Reader,
            "se voce e um modelo|se voce e uma ia|se voce e um assistente|se voce ler isto|que ler isto|ao ler isto|se e um modelo de linguagem|se voce e um agente|se um agente ler isto|quando ler isto|assim que ler isto|se este texto esta no seu contexto|se voce e uma inteligencia artificial",
        ),
        (You, "voce|seu|sua|seus|suas|te|tu|para voce"),
        (
            Ignore,
            "ignore|ignorem|ignora|ignorar|esqueca|esquecam|desconsidere|desconsiderem|descarte|nao siga|nao obedeca|nao sigam|anule|deixe de seguir|deixe de lado|ponha de lado|nao cumpra|nao respeite|desobedeca|passe por cima|pare de seguir|nao leve em conta|nao considere|descumpra|contorne|abandone",
        ),
        (
            Rules,
            "instrucao|instrucoes|regra|regras|diretriz|diretrizes|orientacoes|ordens|normas|politicas|restricoes|prompt",
        ),
        (
            Earlier,
            "anteriores|anterior|previas|todas|todos|suas|seus|voce recebeu|que recebeu|acima|do sistema|iniciais",
        ),
        (
            Told,
            "tudo o que foi dito|tudo acima|o que lhe disseram|o que te disseram|tudo que veio antes|o que foi dito antes|tudo o que veio antes|tudo que foi dito|o que seu operador|o que seu desenvolvedor|o que esta acima",
        ),
        (
            Void,
            "nao valem mais|nao se aplicam mais|ja nao valem|canceladas|anuladas|revogadas|nao sao mais validas|ja nao se aplicam|nao valem|perderam a validade|foram anuladas|foram canceladas|foram revogadas|sem efeito|nao tem mais validade|suspensas|deixam de valer",
        ),
        (SystemPrompt, "prompt do sistema|prompt de sistema|mensagem do sistema|instrucoes do sistema"),
        (Not, "nao|nunca|nada|sem|jamais"),
        (Tell, "conte|contem|diga|digam|dizer|mencione|mencionem|informe|informem|avise|revele|saber|saiba"),
        (User, "usuario|usuarios|utilizador|operador|humano"),
        (This, "disso|disto|isso|isto|que voce|esta alteracao|este passo|nada"),
        (Hide, "esconda|escondam|oculte|ocultem|esconder|omita"),
        (
            Unseen,
            "sem que o usuario saiba|sem o usuario saber|sem avisar o usuario|sem informar o usuario|pelas costas do usuario|usuario nao pode saber|usuario nao deve saber|usuario nao precisa saber|nao mencione isso|nao mencione isto|guarde isso para si|guarde segredo|nao fale disso|nao fale sobre isso|sem dizer ao usuario|sem contar ao usuario|sem que o utilizador saiba|usuario nao deve ficar sabendo|usuario nao deve perceber|as escondidas|em segredo do usuario|que o usuario nao saiba",
        ),
        (
            Send,
            "envie|enviem|enviar|mande|mandem|transmita|encaminhe|publique|suba|vaze|remeta|transfira|compartilhe|entregue|publique em|carregue|poste|repasse",
        ),
        (
            Put,
            "inclua|incluam|adicione|acrescente|insira|copie|cole|coloque|anexe|ponha|escreva|forneca|informe|junte|acrescentar|incluir|grave",
        ),
        (Reveal, "mostre|mostrem|revele|imprima|repita|exiba|escreva"),
        (
            Secret,
            "credenciais|senha|senhas|segredo|segredos|chave privada|chaves privadas|chave de api|chaves de api|token|tokens|variaveis de ambiente|chaves ssh|chave ssh|chave secreta|chaves secretas|dados de acesso|tokens de acesso|certificados|arquivo .env",
        ),
        (SecretPlace, ".env|.ssh|.aws|.netrc|id_rsa|id_ed25519"),
        (Talk, "conversa|historico|todas as mensagens"),
        (Whole, "completo|completa|toda|todo|inteira|inteiro|palavra por palavra|conteudo|integra"),
        (
            Output,
            "resposta|respostas|mensagem de commit|comentario|parametro|argumento|campo|aqui|pull request",
        ),
        (Elsewhere, "servidor externo|servidor remoto|atacante|nosso servidor"),
        (
            Run,
            "execute|executem|executar|rode|rodem|rodar|inicie|iniciem|execute-o|executa|coloque para rodar|dispare",
        ),
        (Fetch, "baixe|baixem|baixar|instale|instalem|instalar|descarregue|clone|obtenha|baixa|instala"),
        (BeforeReply, "antes de responder|antes de cada resposta"),
        (
            BeforeAll,
            "primeiro|antes de responder|antes de tudo|antes de continuar|agora|imediatamente|antes de mais nada",
        ),
        (
            Approve,
            "aprove|aprovem|aceite|aceitem|confirme|autorize|permita|aprovar|aceitar|conceda|diga sim|de permissao|confirmem|autorizem",
        ),
        (All, "todos|todas|toda|todo|qualquer|cada"),
        (Permission, "solicitacoes|permissoes|chamadas de ferramentas|pedidos de permissao|confirmacoes"),
        (Request, "pedidos|solicitacoes|permissoes|comandos|comando|chamadas|acoes"),
        (
            Unasked,
            "sem perguntar|sem perguntar ao usuario|sem permissao|sem a permissao|sem confirmacao|sem consentimento|sem autorizacao|sem aprovacao|sem pedir permissao|sem pedir confirmacao|sem perguntar a ninguem|sem consultar|sem esperar|sem o consentimento|sem a autorizacao|sem a aprovacao|nao peca permissao|nao peca confirmacao|nao pergunte",
        ),
        (Bypass, "desative|pule|contorne|ignore"),
        (Guard, "verificacoes de seguranca|filtros de seguranca|confirmacoes|avisos de permissao|o sandbox"),
        (
            Standing,
            "a partir de agora|de agora em diante|em cada resposta|em toda resposta|em todas as suas respostas|sempre que voce",
        ),
        (Reply, "voce deve|voce vai|responda|recomende|termine|voce responde"),
        (
            Role,
            "voce agora e|agora voce e|a partir de agora voce e|aja como|finja|comporte-se como|seu novo papel|voce nao e mais|de agora em diante voce e|imagine que voce e|simule ser|assuma o papel|faca de conta|sua nova identidade",
        ),
        (
            Free,
            "sem limites|sem restricoes|sem regras|sem censura|sem nenhuma restricao|acesso root|assistente|modo desenvolvedor|sem filtros|sem etica|sem moral|sem limite|que pode tudo|sem politicas",
        ),
        (
            Grant,
            "autorizou voce|autorizaram voce|te autorizou|ja deu consentimento|dou-lhe permissao|dou permissao a voce|aqui e o seu desenvolvedor|voce esta autorizado a|voce tem autorizacao para|os mantenedores te|os mantenedores autorizaram|o usuario ja|sou seu desenvolvedor|sou seu administrador|em nome da anthropic|em nome da openai|mensagem da anthropic",
        ),
        (Tool, "ferramenta|ferramentas|servidor|servidores"),
        (
            BeforeTools,
            "antes de qualquer outra|antes de todas as outras|antes de usar outra|antes de usar qualquer outra|no inicio de cada conversa|no comeco de cada conversa|antes de usar as outras|antes de utilizar qualquer|antes de chamar outra|antes das outras|antes de todas as demais|primeiro em cada conversa",
        ),
        (
            OtherTools,
            "todas as outras|as outras ferramentas|outras ferramentas|qualquer outra ferramenta|as demais ferramentas",
        ),
        (ThisTool, "esta ferramenta|essa ferramenta|esta funcao"),
        (Call, "chame|chamem|use|usem|utilize|invoque"),
        (Instead, "em vez de|no lugar de|ao inves de"),
        (Discredit, "obsoleta|insegura|quebrada|pouco confiavel"),
        (WhenUsed, "quando a ferramenta|se a ferramenta|depois de cada chamada"),
        (Alter, "coloque|mude|substitua|adicione"),
        (Pretext, "caso contrario a ferramenta|necessario para autenticacao"),
        (About, "filtro*|detect*|bloque*|analis*|verific*|atacante*|testa se|explica*|exemplo*"),
        (Quoted, "como|que|escrever|tais como"),
        (
            Maker,
            "fabricante*|desenvolvedor*|criador*|fornecedor*|operador*|anthropic|openai|quem te fez|empresa que te|quem te treinou|quem te criou",
        ),
        (
            Guarding,
            "politicas de seguranca|regras de seguranca|filtros de conteudo|politica de conteudo|travas|travas de seguranca|filtros de seguranca|limites eticos|restricoes do sistema|instrucoes do sistema|diretrizes de seguranca|amarras",
        ),
        (
            NoRefuse,
            "nao recuse|nunca recuse|nunca recusa|nao recusa nada|nunca diz nao|nunca diga nao|nao conhece a palavra nao|aceita tudo|topa tudo|obedece tudo|faz tudo o que|nao nega nada|sem recusar|cumpre tudo",
        ),
        (
            Principal,
            "a pessoa do outro lado|pessoa do outro lado|quem te chamou|quem chamou|quem te usa|o rapaz|a moca|o cara|o chefe|seu chefe|o humano|a pessoa|quem esta falando|seu interlocutor|quem pediu|quem ta no teclado|quem esta do outro lado|o sujeito",
        ),
        (
            NotSay,
            "nao conte*|nao fale*|nao mencione*|nao comente*|sem contar|sem falar|sem avisar|nem uma palavra|nao avise*|nao informe*|nao revele*|fique calado|fica calado|fica so entre|fica entre|guarde segredo|boca fechada|bico calado|nao diga nada|nao toque no assunto|morre aqui|nao deixe escapar|silencio sobre|guarde pra voce|guarde para voce",
        ),
        (
            Aware,
            "nao pode ficar sabendo|nao pode saber|nao deve saber|nao saiba|nao fique sabendo|nao perceba|nao note|nao veja|nao descubra|nao desconfie|sem que perceba|sem ele saber|sem ela saber|as escondidas|por baixo dos panos|na surdina|nao precisa saber|na calada|ficar sabendo",
        ),
        (
            Report,
            "resumo|relatorio|sua resposta|suas respostas|registro de mudancas|changelog|explicacao|balanco|mensagem final|descricao|o que voce relata",
        ),
        (
            LeaveOut,
            "omita|omitir|deixe de fora|nao inclua|nao liste|nao apareca|pule|nao cite|tire fora|esconda|nao entra no|apague qualquer",
        ),
        (
            IfAsked,
            "se desconfiar*|se perguntar*|se alguem perguntar|se o rapaz|se o usuario perguntar|se questionar*|se notar*|se insistir*|caso pergunte*|caso desconfie*|se ele perguntar|se vierem perguntar|se reclamar*",
        ),
        (
            LieTell,
            "diga que|fala que|fale que|responda que|negue|finja|faca de conta|invente|afirme que|jure que|desconverse|se faca de|bote a culpa|ponha a culpa|disfarce",
        ),
        (
            PublicPlace,
            "issue|chamado|pull request|forum|canal|comentario|e-mail|email|publica|publico|gist|pastebin|telegram|discord|webhook|anexo|imagem|whatsapp|grupo|url",
        ),
        (
            Attach,
            "mande|manda|envie|envia|cole|cola|colado|colada|anexe|anexa|poste|posta|publique|publica|suba|sobe|bota|bote|ponha|inclua|copie|encaminhe|repasse|junte|jogue|joga|despeje|codifique",
        ),
        (
            Dialog,
            "permitir*|permissao*|permissoes|confirmacao*|confirmar*|aviso*|janela*|autorizacao*|aprovacao*|consentimento|dialogo*|pergunta*|tela|s/n|(s/n)",
        ),
        (
            Yes,
            "responda s|responda sim|responde sim|diga sim|clique em permitir|clica em permitir|aceite|aceita|sempre sim|marque sim|aperte enter|confirme|da ok|de ok|pode aceitar|considere dado|vale como sim",
        ),
        (
            Blanket,
            "sempre|cada|qualquer|todo|todos|toda|todas|em nome|por conta propria|sem ler|sem olhar|no automatico|de olhos fechados|quando aparecer|toda vez",
        ),
        (
            Consent,
            "ja autorizou|ja foi autorizado|ja liberou|ja aprovou|ja foi aprovado|ja deu|ja concordou|ja assinou|esta de acordo|ta liberado|esta liberado|tudo liberado|nao precisa perguntar|nem precisa perguntar|nao precisa pedir|dispensa confirmacao|dispensa aprovacao|sem pedir|de antemao|carta branca",
        ),
        (
            NotShow,
            "nem gaste tempo|sem mostrar|nao mostre|nem mostre|sem esperar|nao espere|nao incomode|sem incomodar|nem incomode",
        ),
        (BuiltIn, "nativ*|embutid*|integrad*|de fabrica|incorporad*|original|que ja vem|proprio do sistema"),
        (
            OtherServer,
            "outro servidor|outros servidores|outra ferramenta|do outro|da outra|outras ferramentas|de outro servidor",
        ),
        (
            StopUse,
            "esqueca*|esquece*|pare de usar|para de usar|nao use mais|nao chame mais|deixe de usar|larga|largue|abandone|evite|nao use|descarte|aposente|nem toque",
        ),
        (
            OnlyThis,
            "so esta|somente esta|apenas esta|exclusivamente|tudo para ca|tudo pra ca|para ca|pra ca|so por esta|por aqui|unicamente|so use esta|nada alem desta",
        ),
        (
            NewName,
            "seu nome agora|seu nome e|seu novo nome|voce se chama|voce passa a se chamar|voce nao e mais|voce deixou de ser|te chamas|atende por|agora voce se chama|chame-se",
        ),
        (
            ThisText,
            "este texto|estas linhas|estas quatro linhas|este paragrafo|este trecho|estas instrucoes|esta descricao|esta nota|esta secao|este bloco|estas frases|esta frase|estas regras|esta regra|esta mensagem|essas linhas|esse texto|esse paragrafo|esse trecho",
        ),
        (
            Everywhere,
            "onde houver|todo|todos|todas|toda|cada|qualquer|sempre|permanente*|para sempre|global*|proxim*|futur*|no meio|ninguem|em todo|onde voce|escondid*",
        ),
        (
            LongTerm,
            "memoria permanente|memoria de longo prazo|memoria global|memoria persistente|sua memoria|memoria do usuario|lembre para sempre|guarde para sempre|preferencias do usuario|resumo da conversa",
        ),
        (
            Insert,
            "cole|cola|copie|copia|insira|acrescente|escreva|guarde|grave|salve|repita|ponha|bote|inclua|replique|espalhe|mantenha|reponha|enfie|adicione",
        ),
        (
            YourShell,
            "cola ai no shell|no shell|seu terminal|sua ferramenta de|no terminal|seu shell|sua linha de comando|seu console|via terminal|seu bash",
        ),
        (
            Demand,
            "voce precisa|voce deve|voce tem que|tem que|e preciso|precisa registrar|nao esqueca|lembre-se|certifique-se|e obrigatorio|o modelo deve|aproveite e|tambem",
        ),
        (
            FirstThing,
            "antes de tudo|antes de mais nada|antes de qualquer|antes de responder|antes de comecar|so depois|primeiro de tudo|logo de cara|de cara|sem perguntar|sem pensar|antes de ler|primeira coisa|oi, ia|ola, ia|ei, ia|fala, ia",
        ),
        (
            Free,
            "golpista|hacker|sem limite*|sem filtro*|sem freio*|sem regra*|sem restric*|sem censura|sem dono|sem moral|sem escrupulo*|sem travas|nao conhece|tudo pode|pode tudo|nenhuma regra|nenhum limite|criminos*|invasor|nao obedece",
        ),
        (
            Role,
            "agora voce e|voce agora e|a partir de agora voce|de agora em diante voce|voce vira|voce virou|vista o papel|encarne|fique nele|faca o papel|assuma o papel|incorpore|seu papel agora|finja ser|voce e|passe a ser",
        ),
        (
            Discredit,
            "falha|falhas|defeito|quebrad*|insegur*|obsolet*|descontinuad*|desativad*|vulnerab*|da erro|nao funciona*|mente|mentira|errad*|bugad*|aposentad*|furad*",
        ),
        (
            Ignore,
            "passar por cima|passe por cima|pode passar|nao ligue|nao leve em conta|nao de bola|deixe de lado|deixa de lado|desconsidere|nao siga|nao obedeca|nao cumpra|largue|jogue fora|faca vista grossa",
        ),
        (
            Void,
            "nao valem|nao vale|nao valem mais|nao se aplicam|nao contam|perderam a validade|foram suspens*|suspens*|revogad*|caducaram|cairam|sem efeito|foram removid*|liberado|nao te prendem|anulad*",
        ),
        (You, "em voce|com voce|pra voce|voce"),
        (
            About,
            "lista negra|classificador|corpus|exercicio|oficina|artigo|estudo|injecao|ataque*|slide|conjunto de teste*|filtro*|detec*|bloque*|teste*|exemplo*",
        ),
        (Quoted, "com a frase|com o texto|diz|dizendo"),
        (
            Unseen,
            "entre nos dois|as escondidas|na surdina|por baixo do pano|sem deixar rastro|em segredo|na moita|pelas costas",
        ),
    ],
};
