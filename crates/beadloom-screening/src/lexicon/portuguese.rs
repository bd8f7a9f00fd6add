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
    ],
};
