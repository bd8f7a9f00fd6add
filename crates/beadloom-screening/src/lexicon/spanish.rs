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
        (
            Maker,
            "fabricante*|desarrollador*|creador*|proveedor*|operador*|anthropic|openai|quien te hizo|quienes te hicieron|empresa que te",
        ),
        (
            Guarding,
            "politicas de seguridad|normas de seguridad|filtros de contenido|politica de contenido|politicas de contenido|reglas de seguridad|limites eticos|salvaguardas|restricciones del sistema|instrucciones del sistema|politicas de uso|barreras de seguridad",
        ),
        (
            NoRefuse,
            "no te niegues|no te niegas|nunca te niegas|no rechaces|nunca rechazas|no rechazas nada|nunca dices que no|no dices que no|no sabe decir que no|cumple lo que lee|cumples todo|obedece todo|obedeces todo|haces todo lo que|a todo dices que si|no puedes negarte",
        ),
        (
            Principal,
            "la persona con la que|la persona que te|persona para la que|persona a la que|tu interlocutor|tu jefe|tu humano|a quien ayudas|quien te llamo|quien te usa|quien te habla|el que te pregunta|el humano|la persona",
        ),
        (
            NotSay,
            "sin comentar*|sin decir*|no digas|no menciones|no lo menciones|ni una palabra|no comentes|no hables|no cuentes|callate|calla|callatelo|guardatelo|guardalo para ti|guarda silencio|no avises|no informes|no reveles|no lo digas|ni palabra|no se lo digas|no le digas|no saques el tema|no hace falta que lo sepa|quede entre nosotros",
        ),
        (
            Aware,
            "no se entere|no se enteren|no sepa|no sepan|no debe saber|no debe enterarse|no note|no noten|no se de cuenta|no vea|no sospeche|no descubra|sin que se entere|sin que lo sepa|sin que lo vea|a escondidas|a sus espaldas|no tiene por que saber*|no lo vea",
        ),
        (
            Report,
            "el resumen|tu resumen|el informe|tu informe|tus respuestas|tu respuesta|el reporte|registro de cambios|explicacion*|el balance|mensaje final|la descripcion",
        ),
        (
            LeaveOut,
            "omite*|omitelo|no incluyas|no lo incluyas|no aparezca|no debe aparecer|deja fuera|dejalo fuera|saltate|pon solo|no figure|excluye|quitalo",
        ),
        (
            IfAsked,
            "si pregunta*|si te pregunta*|si alguien pregunta|si insiste|si sospecha*|si se da cuenta|en caso de preguntas|aunque pregunte*|si lo nota*|si te interrogan",
        ),
        (
            LieTell,
            "di que|dile que|responde que|contesta que|niega*|niegalo|finge|haz como|inventa|asegura que|echale la culpa|hazte el|disimula",
        ),
        (
            PublicPlace,
            "issue|incidencia|pull request|foro|canal|comentario|correo*|e-mail|email|publico|publica|gist|pastebin|telegram|discord|webhook|adjunto|imagen|la url",
        ),
        (
            Attach,
            "manda|mande|envia*|adjunta*|pega*|pegalo|publica*|sube*|subelo|pon|anade*|incluye*|copia*|mete|reenvia*|vuelca|cuelga|codifica*|remite",
        ),
        (
            Dialog,
            "aviso de permiso*|aviso*|permiso*|confirmacion*|dialogo*|ventana*|cuadro*|autorizacion*|aprobacion|consentimiento",
        ),
        (
            Yes,
            "acepta*|di que si|responde que si|contesta si|pulsa si|pulsa permitir|pulsa aceptar|marca si|siempre si|dale a aceptar|dale que si|da por hecho|da por concedid*|haz clic en permitir",
        ),
        (
            Blanket,
            "cualquier|por tu cuenta|todo|todos|todas|siempre|cada|en su nombre|a ciegas|sin leer|sin mirar|por defecto|de oficio|sin excepcion",
        ),
        (
            Consent,
            "ya lo ha autorizado|ya ha autorizado|ya lo autorizo|ya autorizo|ya dio|ya ha dado|ya acepto|ya esta aprobado|ya esta autorizado|autorizado todo|ha dado permiso|dio permiso|dio el visto bueno|ha firmado|ya firmo|esta de acuerdo|ya se acepto|no hace falta preguntar|no hace falta que preguntes|no necesitas permiso|no es necesario preguntar|no hay que preguntar",
        ),
        (
            NotShow,
            "sin mostrar*|no lo muestres|no le muestres|no esperes|sin esperar|no lo molestes|no le molestes|sin molestar",
        ),
        (BuiltIn, "integrad*|nativ*|incorporad*|de serie|de fabrica|original"),
        (
            OtherServer,
            "otro servidor|otros servidores|otra herramienta|del otro|de la otra|otras herramientas",
        ),
        (
            StopUse,
            "deja de usar|deja de llamar|no uses mas|ya no uses|no vuelvas a usar|no la uses|no lo uses|no uses|olvida|olvidate|evita|abandona|descarta|no llames",
        ),
        (
            OnlyThis,
            "solo esta|unicamente|exclusivamente|solo por esta|sale por esta|todo por esta|nada mas que esta|pasa por aqui|por aqui|siempre esta",
        ),
        (
            NewName,
            "te llamas|tu nombre es|tu nuevo nombre|ya no eres un asistente|ya no eres claude|ya no eres una ia|ya no eres un modelo|ya no eres|respondes al nombre|te llamaras",
        ),
        (
            ThisText,
            "este texto|este parrafo|estas lineas|estas instrucciones|esta descripcion|esta nota|esta seccion|este mensaje|este bloque|estas frases|esta frase|estas reglas|esta regla|este fragmento|este pasaje",
        ),
        (
            Everywhere,
            "todos|todas|cada|cualquier|permanente*|siempre|para siempre|global*|en adelante|a largo plazo|otros|donde haya|proxim*|futur*|que escribas|que toques|que abras|en medio|escondid*",
        ),
        (
            LongTerm,
            "memoria permanente|memoria a largo plazo|memoria global|memoria persistente|tu memoria|memoria del usuario|recuerda para siempre|recuerda siempre|preferencias del usuario|resumen de la conversacion|memoria",
        ),
        (
            Insert,
            "guarda*|copia*|pega*|anade*|inserta*|escribe*|repite*|repitelo|mete*|incluye*|pon|conserva*|graba*|replica*|propaga*|reproduce*|restaura*",
        ),
        (
            YourShell,
            "tu herramienta de consola|tu consola|tu terminal|tu shell|abre la terminal|abre una terminal|en la terminal|tu linea de comandos|herramienta de terminal|tu bash",
        ),
        (
            Demand,
            "debes|tienes que|hay que|es obligatorio|asegurate|no olvides|recuerda|el modelo debe|haz primero",
        ),
        (
            FirstThing,
            "antes de nada|antes que nada|antes de responder|antes de empezar|antes de cualquier|antes de hacer nada|antes de leer|lo primero|primero de todo|en primer lugar|sin preguntar|sin pensarlo|antes de tocar",
        ),
        (
            Free,
            "sin dueno|sin amo|sin censura|sin freno*|sin escrupulos|sin moral|sin filtro*|sin limite*|sin regla*|sin restriccion*|sin barreras|hacker|pirata|no conoce limites|ninguna regla|ningun limite|ningun filtro|todo vale|no obedece|ni reglas|ni limites|ni filtros",
        ),
        (
            Role,
            "eres|desde hoy eres|a partir de hoy eres|te conviertes|metete en el papel|haz el papel|encarna*|juega a ser|en adelante eres|pasas a ser|ahora te",
        ),
        (
            Discredit,
            "obsolet*|falla|fallo|fallos|roto|rota|insegur*|datos falsos|desactivad*|vulnerab*|no funciona*|retirad*|corrupt*|mient*|en desuso|da error*|peligros*|descontinuad*",
        ),
        (
            Ignore,
            "no hagas caso|haz caso omiso|no hagas ningun caso|pasa por alto|no respetes|no cumplas|no sigas|saltate|salta|prescinde|descarta|desobedece|hazte el sordo|pasa de",
        ),
        (
            Void,
            "no rigen|no valen|no aplican|no se aplican|no cuentan|ya no rigen|quedan sin efecto|quedan anulad*|levantad*|suspendid*|derogad*|anulad*|no te obligan|sin validez|no tienen validez|no te atan|quedan suspendid*",
        ),
        (
            About,
            "diapositiva*|articulo|corpus|clasificador|ejercicio|taller|estudio|inyeccion*|prueba*|conjunto de prueba*|ataque*|charla|lista negra",
        ),
        (Quoted, "con el texto|con la frase|dice|que dice"),
        (
            Unseen,
            "entre nosotros|a escondidas|a sus espaldas|bajo cuerda|sin dejar rastro|en secreto|a hurtadillas|que no se entere nadie",
        ),
    ],
};
