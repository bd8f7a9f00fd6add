use super::class::{Class::*, Lexicon};

pub(super) const LEXICON: Lexicon = Lexicon {
    spaced: true,
    inflected: true,
    users: "el usuario|al usuario|usuario|del usuario",
    tools: "herramienta|herramientas",
    words: &[
        (
            Model,
            "agente de ia|agentes de ia|asistente de ia|asistentes de ia|ia|una ia|modelo de lenguaje|modelos de lenguaje|llm|llms|copilot|claude|chatgpt",
        ),
        (Agent, "agente|agentes|asistente|asistentes|modelo|modelos"),
        (
            Address,
            "nota para|atencion|estimado|estimados|deben|debe|tienen que|tiene que|por favor|todo|todos",
        ),
        (
            Reader,
            "si eres un modelo|si eres una ia|si eres un asistente|si lees esto|que lea esto|que lean esto|al leer esto|si eres un agente|si un agente lee esto|cuando leas esto|en cuanto leas esto|si este texto esta en tu contexto|si eres una inteligencia artificial",
        ),
        (You, "tu|tus|te|ti|usted|eres|su"),
        (
            Ignore,
            "ignora|ignore|ignoren|ignorar|olvida|olvide|olviden|desobedece|descarta|descarte|no sigas|no siga|no obedezcas|haz caso omiso|omite|no hagas caso|anula|pasa por alto|pase por alto|deja de seguir|dejen de seguir|desatiende|no cumplas|no respetes|incumple|haz a un lado|deja de lado|desestima|elude|prescinde de|deja de obedecer",
        ),
        (
            Rules,
            "instruccion|instrucciones|regla|reglas|directriz|directrices|indicaciones|ordenes|normas|politicas|restricciones|prompt",
        ),
        (
            Earlier,
            "anteriores|anterior|previas|previos|todas|todos|tus|antes|recibiste|te dieron|de arriba|del sistema|iniciales",
        ),
        (
            Told,
            "lo que te dijo|todo lo anterior|lo que te dijeron|lo de arriba|lo que te han dicho|lo dicho anteriormente|todo lo que te han dicho|lo que se dijo antes|lo que dice arriba|todo lo dicho|lo que te indico|lo que te ordeno tu",
        ),
        (
            Void,
            "ya no son validas|ya no se aplican|ya no valen|quedan anuladas|anuladas|canceladas|ya no aplican|ya no rigen|ya no estan vigentes|han sido anuladas|no tienen validez|sin efecto|quedan canceladas|quedan suspendidas|revocadas|ya no existen",
        ),
        (SystemPrompt, "prompt del sistema|prompt de sistema|mensaje del sistema|instrucciones del sistema"),
        (Not, "no|nunca|nada|sin|jamas|tampoco"),
        (
            Tell,
            "digas|diga|decir|decirle|menciones|mencione|mencionarlo|mencionar|informes|informe|avises|reveles|cuentes|enterarse|sepa|saber",
        ),
        (User, "usuario|usuarios|operador|humano|persona"),
        (This, "esto|eso|de esto|que has|este cambio|este paso|lo que has|ello"),
        (Hide, "oculta|oculte|ocultar|esconde|esconda|disimula"),
        (
            Unseen,
            "sin que el usuario lo sepa|a espaldas del usuario|sin decirselo al usuario|sin informar al usuario|sin mencionarlo|usuario no debe enterarse|usuario no debe saber|usuario no debe saberlo|usuario no puede saber|que el usuario no se entere|guarda esto en secreto|no lo menciones|no lo comentes|no se lo digas|no se lo cuentes|sin decir nada al usuario|sin avisar al usuario|el usuario no tiene que saber|usuario no necesita saber|usuario no debe notar|a escondidas|no menciones esto|no hables de esto",
        ),
        (
            Send,
            "envia|envie|envien|enviar|manda|mande|manden|sube|suba|transmite|reenvia|publica|filtra|enviale|transfiere|remite|remita|comparte|comunica|entrega|sube a|deposita|carga",
        ),
        (
            Put,
            "incluye|incluya|anade|agrega|agregue|inserta|inserte|copia|copie|pega|pon|adjunta|coloca|escribe|introduce|mete|proporciona|indica|agregar|incluir|guarda|adjunte",
        ),
        (Reveal, "muestra|muestre|revela|revele|imprime|repite|repita|escribe|da"),
        (
            Secret,
            "credenciales|contrasena|contrasenas|secreto|secretos|clave privada|claves privadas|clave api|claves api|clave de api|token|tokens|variables de entorno|claves ssh|clave ssh|clave secreta|claves secretas|datos de acceso|tokens de acceso|fichero .env|llave privada|llaves privadas|llave ssh|certificados",
        ),
        (SecretPlace, ".env|.ssh|.aws|.netrc|id_rsa|id_ed25519"),
        (Talk, "conversacion|historial|todos los mensajes"),
        (
            Whole,
            "completo|completa|toda|todo|entera|entero|palabra por palabra|contenido|literal|literalmente",
        ),
        (
            Output,
            "respuesta|respuestas|mensaje de commit|comentario|parametro|argumento|campo|aqui|pull request",
        ),
        (Elsewhere, "servidor externo|servidor remoto|atacante|nuestro servidor"),
        (
            Run,
            "ejecuta|ejecute|ejecuten|ejecutar|ejecutenlo|ejecutalo|lanza|inicia|corre|corran|pon en marcha|ejecutad|ejecutalos|arranca|corre el|lancen",
        ),
        (
            Fetch,
            "descarga|descargue|descarguen|descargar|instala|instale|instalen|instalar|baja|bajen|clona|obten|descargad|bajate|descargalo",
        ),
        (BeforeReply, "antes de responder|antes de cada respuesta"),
        (
            BeforeAll,
            "primero|antes de continuar|antes de responder|antes que nada|antes de nada|ahora mismo|de inmediato|ahora",
        ),
        (
            Approve,
            "aprueba|apruebe|aprueben|acepta|acepte|acepten|confirma|autoriza|permite|da por aprobadas|da el visto bueno|aceptar|aprobar|concede|responde que si|di que si|confirme|autorice",
        ),
        (All, "todas|todos|toda|todo|cualquier|cada"),
        (
            Permission,
            "solicitudes|permisos|llamadas a herramientas|solicitudes de permiso|peticiones de permiso|confirmaciones",
        ),
        (Request, "solicitudes|peticiones|permisos|comandos|comando|llamadas|acciones|ordenes"),
        (
            Unasked,
            "sin preguntar|sin el permiso|sin permiso|sin confirmacion|sin consentimiento|sin autorizacion|sin aprobacion|sin consultar|sin pedir permiso|sin pedir confirmacion|sin solicitar|sin su permiso|sin esperar|sin la aprobacion|sin el consentimiento|no pidas permiso|no pidas confirmacion|no hace falta confirmar|no preguntes",
        ),
        (Bypass, "desactiva|omite|salta|evita"),
        (Guard, "controles de seguridad|filtros de seguridad|confirmaciones|avisos de permiso|el sandbox"),
        (
            Standing,
            "a partir de ahora|desde ahora|de ahora en adelante|en cada respuesta|en todas tus respuestas|cada vez que",
        ),
        (Reply, "debes|respondes|responde|responderas|contesta|recomienda|recomendar|vas a|termina"),
        (
            Role,
            "eres ahora|ahora eres|a partir de ahora eres|actua como|comportate como|finge|haz de cuenta|tu nuevo papel|tu nueva identidad|ya no eres|desde ahora eres|de ahora en adelante eres|imagina que eres|simula ser|hazte pasar por|asume el papel|interpreta",
        ),
        (
            Free,
            "sin limites|sin restricciones|sin reglas|sin censura|sin ninguna restriccion|acceso root|asistente|modo desarrollador|sin filtros|sin etica|sin moral|sin ningun limite|sin ningun tipo de|que puede hacer todo|sin politicas",
        ),
        (
            Grant,
            "te autoriza a|te autorizan a|te han autorizado|te ha autorizado|ya dio su consentimiento|te doy permiso|habla tu desarrollador|estas autorizado a|estas autorizado para|quedas autorizado|los mantenedores te|el usuario ya ha|el usuario ya acepto|el usuario ya dio|soy tu desarrollador|soy tu administrador|en nombre de anthropic|en nombre de openai|mensaje de anthropic",
        ),
        (Tool, "herramienta|herramientas|servidor|servidores"),
        (
            BeforeTools,
            "antes que a cualquier otra|antes que cualquier otra|antes de cualquier otra|antes de todas las demas|antes de usar otra|antes de usar cualquier otra|al inicio de cada conversacion|al comienzo de cada conversacion|antes de usar las demas|antes de utilizar otra|antes de llamar a otra|antes que las demas|antes que todas las|primero en cada conversacion|al principio de cada conversacion|antes de utilizar cualquier",
        ),
        (
            OtherTools,
            "todas las demas|las demas herramientas|otras herramientas|cualquier otra herramienta|las otras herramientas",
        ),
        (ThisTool, "esta herramienta|a esta|esta funcion"),
        (Call, "llama|llame|usa|use|utiliza|utilice|invoca"),
        (Instead, "en lugar de|en vez de"),
        (Discredit, "obsoleta|insegura|rota|poco fiable"),
        (WhenUsed, "cuando la herramienta|si la herramienta|despues de cada llamada"),
        (Alter, "pon|cambia|reemplaza|anade"),
        (Pretext, "de lo contrario la herramienta|necesario para la autenticacion"),
        (
            About,
            "filtro*|filtra textos|detect*|bloque*|analiz*|verific*|atacante*|prueba que|explica*|ejemplo*|comprueba*",
        ),
        (Quoted, "como|que|escribir|tales como"),
    ],
};
