import { bareSentence, type LanguageRules, partBefore } from "./language-rules.ts";
import { spanishPhrases } from "./spanish-phrases.ts";

const MAX_WORDS = 16;
const MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre";
const CLOCK = "(?:a las? \\d{1,2}(?:[:.]\\d{2})?(?: ?h)?|\\d{1,2}[:.]\\d{2}|al mediodía)";
const PART = "(?:por la (?:mañana|tarde|noche))";
const DAY = `(?:(?:el )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: (?:día )?\\d{1,2}(?: de (?:${MONTHS}))?)?(?: ${PART})?|(?:el )?\\d{1,2} de (?:${MONTHS})|(?:pasado )?mañana(?: ${PART})?)`;

const REQUEST =
  /(?:^|[,;:–—] ?(?:y |pero )?|^(?:y|también) )¿?(?:me |nos )?(?:podrías?|podríais|podrían|puedes?|pueden|podéis)(?: usted(?:es)?)?(?: por favor,?)? (\p{Ll}{1,20}(?:ar|er|ir)\p{Ll}{0,20}.+)/iu;
const IMPERATIVE =
  /(?:^|[,;:–—] ?|por favor,? )(envíe|envía|mande|manda|confirme|confirma|revise|revisa|firme|firma|avise|avisa|indique|indica|llame|llama|prepare|prepara|traiga|trae|haga|haz|envien|envíen)(me|nos)?(?: (.+)|$)/iu;
const NO_REQUEST =
  /^(?:decir|indicar|avisar|comentar|confirmar)\p{Ll}{0,20} (?:si|cuándo|cuando|cómo|qué|dónde|cuál)/iu;
const CONFIRM = /^confirmar\p{Ll}{0,20}(?! que)/iu;
const REASON =
  /,? (?:para que|porque|ya que|si no|si es posible|lo antes posible|cuanto antes|gracias|por favor)(?!\p{L})|, /iu;
const INFINITIVES: Readonly<Record<string, string>> = {
  envíe: "enviar",
  envía: "enviar",
  mande: "mandar",
  manda: "mandar",
  confirme: "confirmar",
  confirma: "confirmar",
  revise: "revisar",
  revisa: "revisar",
  firme: "firmar",
  firma: "firmar",
  avise: "avisar",
  avisa: "avisar",
  indique: "indicar",
  indica: "indicar",
  llame: "llamar",
  llama: "llamar",
  prepare: "preparar",
  prepara: "preparar",
  traiga: "traer",
  trae: "traer",
  haga: "hacer",
  haz: "hacer",
  envíen: "enviar",
};

function promiseOf(sentence: string, isFormal: boolean) {
  const bare = bareSentence(sentence).replace(/^¿/, "");
  const asked = REQUEST.exec(bare)?.[1];
  const [, verb = "", to = "", rest = ""] =
    asked === undefined && /por favor|^\p{Lu}/iu.test(bare) ? (IMPERATIVE.exec(bare) ?? []) : [];
  const plain = withoutAccent(verb);
  const found = asked ?? (plain ? `${plain}${to} ${rest}` : undefined);
  if (found === undefined || NO_REQUEST.test(found)) return null;
  const refusal = spanishPhrases.refusal(isFormal);
  const generic = spanishPhrases.promise(isFormal);
  if (CONFIRM.test(found)) return { promise: "Lo confirmo.", also: "También lo confirmo.", refusal };
  const action = swapped(partBefore(found, REASON), isFormal);
  if (action === null) return { promise: generic, also: generic, refusal };
  return {
    promise: `${action.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}.`,
    also: `También ${action}.`,
    refusal,
  };
}
const withoutAccent = (verb: string) => INFINITIVES[verb.toLowerCase()] ?? "";

/** 'enviarme la factura' → 'le enviaré la factura'; null where that is not sure. */
function swapped(action: string, isFormal: boolean): string | null {
  const text = action.trim();
  if (
    text === "" ||
    text.split(/\s+/).length > MAX_WORDS ||
    text.length > 140 ||
    /[;()«»"?]|https?:/.test(text)
  )
    return null;
  const [, verb = "", pronoun = "", rest = ""] =
    /^(\p{Ll}+?(?:ar|er|ir))(me|nos|lo|la)?(?: (.+))?$/u.exec(text) ?? [];
  if (
    verb === "" ||
    rest.trim() === "" ||
    /(?<!\p{L})(?:usted|ustedes|te|tú|me|yo|nos|nosotros|nuestr[oa]s?|os)(?!\p{L})/iu.test(rest)
  )
    return null;
  const to =
    { me: isFormal ? "le " : "te ", nos: isFormal ? "les " : "os ", lo: "lo ", la: "la " }[pronoun] ?? "";
  const own = isFormal ? FORMAL_OWN : INFORMAL_OWN;
  return `${to}${FUTURES[verb] ?? `${verb}é`} ${rest
    .split(" ")
    .map((word) => own[word] ?? word)
    .join(" ")}`;
}
const FUTURES: Readonly<Record<string, string>> = {
  decir: "diré",
  hacer: "haré",
  poner: "pondré",
  tener: "tendré",
  venir: "vendré",
  salir: "saldré",
};
const FORMAL_OWN: Readonly<Record<string, string>> = { su: "mi", sus: "mis", mi: "su", mis: "sus" };
const INFORMAL_OWN: Readonly<Record<string, string>> = { tu: "mi", tus: "mis", mi: "tu", mis: "tus" };

const WH =
  /(?<!\p{L})(?:qué|cuándo|dónde|quién|quiénes|cómo|cuál|cuáles|cuánto|cuánta|cuántos|cuántas|por qué)(?!\p{L})/iu;
const isOpen = (sentence: string): boolean => {
  const bare = bareSentence(sentence);
  return (
    (WH.test(bare) && !/qué (?:tal|te parece|le parece) (?:si|el|la)/iu.test(bare)) ||
    (/ o /iu.test(bare) && !/ o no\b/iu.test(bare))
  );
};

function yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string {
  const words = bareSentence(sentence);
  if (/posible/iu.test(words) && !/(?<!\p{L})(?:le|te|os)(?!\p{L})/iu.test(words))
    return isYes ? "Sí, es posible." : "Lamentablemente no es posible.";
  if (/de acuerdo/iu.test(words))
    return isYes ? "Sí, estoy de acuerdo." : "Lamentablemente no estoy de acuerdo.";
  if (/(?:vienes|viene|venís|vendrás|vendrá|asistir)(?!\p{L}| bien)/iu.test(words))
    return isYes ? "Sí, allí estaré." : "Lo siento, no podré ir.";
  if (
    /viene bien|vendría bien|parece bien|conviene|posible|disponible|libre|de acuerdo|puede[s]? venir/iu.test(
      words,
    )
  )
    return isYes ? "Sí, me viene muy bien." : "Lamentablemente no me viene bien.";
  if (/(?:puedo|podría yo|podemos)/iu.test(words)) return isYes ? "Sí, claro." : "Lo siento, no es posible.";
  if (/(?:debo|quiere que|quieres que)/iu.test(words))
    return isYes ? "Sí, por favor." : "No, gracias, no hace falta.";
  if (/(?:le gustaría|te gustaría|quiere|quieres|te apetece|le apetece)/iu.test(words))
    return isYes ? "Sí, con mucho gusto." : isFormal ? "No, muchas gracias." : "No, gracias.";
  if (/^¿?(?:me |nos )?(?:puedes?|podrías?)(?!\p{L})/iu.test(words))
    return isYes ? "Sí, puedo." : "Lo siento, no puedo.";
  if (/^¿?(?:y )?(?:puede|pueden|podría|podrían|debe|deben) (?!usted)/iu.test(words))
    return isYes ? "Sí, claro." : "Lo siento, no puede ser.";
  return isYes ? "Sí, así es." : "No, lamentablemente no.";
}

function gapFor(sentence: string): string {
  const words = bareSentence(sentence).toLowerCase();
  if (/qué hora/.test(words)) return "A las [hora].";
  if (/cuánto tiempo/.test(words)) return "Unos [duración].";
  if (/cuándo|qué (?:día|fecha)/.test(words)) return "Será el [día].";
  if (/cuánt[oa]s/.test(words)) return "Son [número].";
  if (/cuánto|qué (?:precio|importe|presupuesto)/.test(words)) return "Son [importe].";
  if (/quién/.test(words)) return "Es [nombre].";
  if (/dónde/.test(words)) return "En [lugar].";
  if (/por qué/.test(words)) return "El motivo: [motivo].";
  if (/cuál| o /.test(words)) return "Elegiría [opción].";
  return "[Respuesta].";
}

export const spanish: LanguageRules = {
  language: "es",
  phrases: spanishPhrases,
  courtesy:
    /(?:qué tal (?:estás|está|todo|va|el)|^¿?qué tal\??$|cómo (?:estás|está|va todo|te va)|espero que|no dude|no dudes|quedo a (?:su|tu) disposición|alguna (?:duda|pregunta)|verdad\?$)/iu,
  promiseOf,
  isOpen,
  yesOrNo,
  alternatives: () => [],
  gapFor,
  // The article could have to change.
  topicOf: () => null,
  time: new RegExp(`(?<![\\p{L}\\p{N}]|por la |de la )${DAY}(?:,? ${CLOCK})?(?![\\p{L}\\p{N}])`, "giu"),
  proposal:
    /(?:viene bien|vendría bien|conviene|reunión|reunirnos|quedar|quedamos|llamada|disponible|libre|propon|posible|vernos|comer|cenar|café|cambiar|aplazar|mover|cita|qué tal)/iu,
  deadline: /(?:antes|hasta|a más tardar|plazo|desde|después|vence|a partir)/iu,
  asksForTime:
    /(?:cuándo (?:podría\p{L}*|puede[ns]?|podemos) (?:vernos|reunir\p{L}*|hablar|quedar|llamar\p{L}*|atender\p{L}*)|cuándo (?:te|le|os|les) (?:viene|vendría|va|conviene)|cuándo (?:está|estás|tiene|tienes) (?:libre|disponible|tiempo|hueco)|qué (?:día|hora|fecha) (?:le|te|os|les|nos|podemos|quedamos)|su disponibilidad|tu disponibilidad|(?:aplazar|mover|cambiar)(?:lo|la)? [^?]{0,40}(?:próxim|otro|otra)[^?]{0,40}\?|fijar una|concertar una|proponer (?:una|unas|algunas) fecha|encontrar (?:un|una) (?:hueco|fecha|momento))/iu,
  figureProposal:
    /(?:ofre|ofert|propon|propuesta|acept|de acuerdo|nuestro precio|tarifa|honorarios|descuento|sería|presupuesto)/iu,
  invitation:
    /(?:(?:honor|placer|encantados)[^.?!]{0,20}contar con (?:usted|su|tu)|(?:te|le|os|les) invit|invitar(?:te|le|les|os)|invitación|invitad[oa]|invito yo|acompañarnos|acompañarme|unirse a nosotros|venir a (?:cenar|comer|mi|la|nuestra)|¿(?:te|os) (?:vienes|venís|apuntas|apuntáis)\?)/iu,
  thanks: /(?:gracias|agradec)/iu,
  illness: /(?:estoy (?:enferm|mal)|gripe|en el hospital|baja médica|hospitaliz)/iu,
  death: /(?:falleci|ha muerto|murió|funeral|entierro)/iu,
  goodNews:
    /(?:ha nacido|esperamos un (?:bebé|hij[oa])|estoy embarazada|nació|nos casamos|me han ascendido|he aprobado|hemos ganado)/iu,
  complaint:
    /(?:inaceptable|reclamación|decepcionad|queja|incompleto|(?:llegó|llegaron) (?:rot[oa]s?|dañad[oa]s?)|error en (?:la|su) factura|(?:segunda|tercera) vez)/iu,
  leaving: /(?:dejo (?:la empresa|el trabajo|mi puesto)|mi renuncia|mi último día|mi despedida)/iu,
  apology: /(?:lo siento|lamento|disculp|perdón|perdona)/iu,
  formal: /(?<!\p{L})(?:usted|ustedes|le|su|sus|podría|estimad[oa]s?)(?!\p{L})/iu,
  informal:
    /(?<!\p{L})(?:tú|te|ti|tu|tus|podrías|puedes|quieres|abrazo|besos|dime|dinos|(?:env[ií]a|manda|mánda|avísa|cuénta|confírma|indíca)(?:me|nos))(?!\p{L})/iu,
};
