import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { bareSentence } from "../languages/language-rules.ts";

/**
 * What a sentence is about, as an answer names it, with its article (in German without): 'the signed contract', 'Montage',
 * 'le contrat de location', 'invoice 5577'. Null where no thing can be named with certainty.
 */
export function matterIn(sentence: string, language: WrittenLanguage): string | null {
  const whole = bareSentence(sentence).slice(0, MAX_SENTENCE);
  const clauses = whole.split(CLAUSE);
  const asked = clauses.findIndex((clause) => ASKING.test(clause));
  // What stands before the question leads up to it, what stands behind gives a reason.
  for (const clause of asked < 0 ? [whole] : clauses.slice(asked, asked + 2)) {
    const found = matterInClause(clause, language);
    if (found !== null) return found;
  }
  return null;
}
const CLAUSE =
  /[,;:–(] ?| (?=(?:because|since|so that|otherwise|in order|weil|damit|sonst|parce qu|car |afin|porque|ya que|para que)(?!\p{L}))/iu;
const ASKING =
  /(?<!\p{L})(?:please|kindly|(?:could|can|would|will|do|did|have|are) (?:you|we)|shall|should|let (?:me|us) (?:know|have)|tell (?:me|us)|need|want|send|confirm|whether|which|who|when|where|how|bitte|könn\p{L}+|kann\p{L}*|soll\p{L}*|brauch\p{L}*|bräucht\p{L}*|benötig\p{L}*|sag\p{L}*|teil\p{L}*|schick\p{L}*|ob|welche\p{L}*|wer|wann|wie|haben sie|hast du|merci de|pour(?:r\p{L}+|ri\p{L}+)|pouvez|peux|veuillez|dites?|dis|faut|envo\p{L}+|indiquer|confirm\p{L}*|quel\p{L}*|combien|est-ce|podr\p{L}+|puede\p{L}*|por favor|necesit\p{L}*|dime|dinos|indi\p{L}+|env[ií]\p{L}+|cuánt\p{L}+|cuándo|quién|qué|si)(?!\p{L})/iu;

function matterInClause(bare: string, language: WrittenLanguage): string | null {
  const numbered = NUMBERED[language].exec(bare);
  if (numbered) return language === "en" ? numbered[0].toLowerCase() : numberedThing(numbered, language);
  const found = [...bare.matchAll(DETERMINED[language])].flatMap(
    ({ 1: article = "", 2: words = "", index }) => {
      const before = bare.slice(Math.max(0, index - MAX_PREPOSITION), index);
      const thing = thingOf(article.toLowerCase().trim(), words, language);
      return thing === null || ASIDE[language].test(before) ? [] : [thing];
    },
  );
  return found[0] ?? null;
}
const MAX_SENTENCE = 400;
const MAX_PREPOSITION = 14;

/** 'invoice 5577', 'PO 4471' */
const NUMBERED: Readonly<Record<WrittenLanguage, RegExp>> = {
  en: /(?<!\p{L})(invoice|order|contract|ticket|case|quote|project|unit|bay|line|lot|paragraph|clause|purchase order)(?: no\.?| number| nos?\.)? (\d[\d/-]{0,12})(?!\p{L})/iu,
  de: /(?<!\p{L})(Rechnung|Bestellung|Lieferung|Position)(?: Nr\.?| Nummer)? (\d[\d/-]{1,12})(?![\p{L}.])/u,
  fr: /(?<!\p{L})(facture|commande|livraison)(?: n°| numéro)? ?(\d[\d/-]{1,12})(?!\p{L})/iu,
  es: /(?<!\p{L})(factura|pedido|oferta)(?: n\.º| número)? (\d[\d/-]{1,12})(?!\p{L})/iu,
};
const numberedThing = ([all, name = "", number = ""]: RegExpExecArray, language: WrittenLanguage): string =>
  language === "de"
    ? all
    : `${language === "fr" ? "la" : /pedido/iu.test(name) ? "el" : "la"} ${name.toLowerCase()} ${number}`;

const WORD = "[\\p{L}\\d][\\p{L}\\d&'’-]{0,29}";
/** An article or possessive with up to four words behind it. */
const DETERMINED: Readonly<Record<WrittenLanguage, RegExp>> = {
  en: new RegExp(
    `(?<!\\p{L})(the|your|our|my|this|these|those|an?|any) (?=(${WORD}(?: ${WORD}){0,4}))`,
    "giu",
  ),
  de: new RegExp(
    `(?<!\\p{L})(der|die|das|den|dem|eine?[nmr]?|ihre?[nmr]?|unsere?[nmr]?|deine?[nmr]?|meine?[nmr]?|zur|zum|keine?[n]?) (?=(${WORD}(?: ${WORD}){0,3}))`,
    "giu",
  ),
  fr: new RegExp(
    `(?<!\\p{L})(les? |la |l['’]|une? |des |du |aux? |cette |ce |ces |vos |nos |tes |mes )(?=(${WORD}(?: ${WORD}){0,3}))`,
    "giu",
  ),
  es: new RegExp(
    `(?<!\\p{L})(el|la|los|las|una?|unos|unas|del|al|este|esta|estos|estas) (?=(${WORD}(?: ${WORD}){0,3}))`,
    "giu",
  ),
};

/** What stands behind these says when, where or for whom. */
const ASIDE: Readonly<Record<WrittenLanguage, RegExp>> = {
  en: /(?<!\p{L})(?:by|before|after|until|during|within|since|from|in|at|to|over|near|behind|outside|than|except|despite)(?: the end of)? $/iu,
  de: /(?<!\p{L})(?:bis|vor|nach|seit|während|bei|aus|von|in|im|auf|an|unter|neben|hinter|innerhalb|trotz|wegen|laut|gemäß) $/iu,
  fr: /(?:(?<!\p{L})(?:avant|après|depuis|pendant|dans|sur|chez|vers|par|à|sous|selon|suite)|d['’]ici) $/iu,
  es: /(?<!\p{L})(?:antes|desde|hasta|durante|en|por|según|tras|sobre|a|para) $/iu,
};

function thingOf(article: string, words: string, language: WrittenLanguage): string | null {
  if (language === "en") return englishThing(words);
  if (language === "de") return germanThing(words);
  return romanceThing(article, words, language);
}

/** The words up to the first that belongs to no name; the last one is the noun. */
function englishThing(words: string): string | null {
  const name: string[] = [];
  for (const word of words.split(" ")) {
    if (ENGLISH_END.test(word)) break;
    name.push(word);
    if (name.length > MAX_NAME) return null;
  }
  const noun = name.at(-1) ?? "";
  // 'The Ministry' asks.
  const isBody = name.length === 1 && /^\p{Lu}\p{Ll}/u.test(noun);
  const isName =
    !isBody &&
    noun.length > 2 &&
    !ENGLISH_VAGUE.test(noun) &&
    !/^\d/u.test(name[0] ?? "") &&
    !name.some((word) => ENGLISH_VAGUE_BEFORE.test(word));
  return isName ? `the ${name.join(" ")}` : null;
}
const MAX_NAME = 3;
const ENGLISH_END =
  /^(?:and|or|but|by|for|on|at|in|to|of|with|as|from|into|about|than|per|so|if|that|which|who|whether|when|where|because|before|until|after|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|should|shall|may|might|must|needs?|wants?|gets?|goes|comes?|takes?|says?|stays?|works?|looks?|runs?|holds|lapses|closes|expires|ends|starts|begins|seems?|means|gave|happens?|arrives?|\p{L}{2,9}n['’]t|drop(?:s|ped)?|gave|made|came|went|asked|sent|told|you|we|i|they|he|she|it|us|me|them|there|here|not|now|again|too|also|already|still|today|tomorrow|tonight|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|alone|instead|properly|\p{L}{3,20}ly|please|yet|only|soon|asap|out|up|down|off|over|back|through|you['’]\p{L}+|we['’]\p{L}+|i['’]\p{L}+)$/iu;
const ENGLISH_VAGUE =
  /^(?:time|times|day|days|date|dates|week|weeks|weekend|month|months|year|years|morning|afternoon|evening|night|moment|minute|minutes|hour|hours|bit|lot|same|other|others|next|last|first|second|third|call|answer|answers|reply|replies|response|possible|know|look|move|meantime|details|detail|points?|side|way|ways|thing|things|part|parts|idea|ideas|questions?|chance|hand|hands|words?|notes?|something|anything|following|above|below|attached|enclosed|matter|matters|end|start|beginning|middle|rest|case|line|lines|place|people|person|team|board|committee|credit|group|company|firm|office|one|ones|two|three|few|couple|number|kind|sort|fact|reason|reasons|problem|problems|favou?r|help|thanks|mind|use|user|latest|earliest|most|best|right|wrong|guys|kids|world|name|view|views|opinion|thoughts|decision|preference|choice|option|options|instructions?|approval|confirmation|feedback|input|attention|news|company|role|support|understanding|convenience|side|email|e-mail|mail|message|letter|left|top|bottom|door|phone|house|home|city|town|country|mum|mom|dad|husband|wife|son|daughter|guys?|owners?|boys?|girls?|man|men|woman|women|lady|kid|brothers?|sisters?|father|mother|parents|aunt|uncle|officer|author|cousin|neighbou?rs?|landlord|tenants?|chap|bloke|lad|\p{L}{2,20}['’]s|friend|colleague|colleagues|boss|client|customer|customers|driver|drivers|extra|new|old|whole|short|long|big|small|good|current|human|being|beings|signed|additional|further|more|full|final)$/iu;
/** A name with these in it is none. */
const ENGLISH_VAGUE_BEFORE =
  /^(?:same|other|next|last|latest|earliest|few|couple|lot|bit|way|first|second|third|one|someone|anyone|own|only|very|more|most|much|such|mr|mrs|ms|dr|\p{L}{2,20}['’]s)$/iu;

/** The first noun: small words before it are adjectives. */
function germanThing(words: string): string | null {
  for (const word of words.split(" ")) {
    if (/^\p{Lu}/u.test(word))
      return word.length > 3 && !GERMAN_VAGUE.test(word) && !/\d/u.test(word) ? word : null;
    if (!/^\p{Ll}+(?:e|en|er|es|em)$/u.test(word)) return null;
  }
  return null;
}
const GERMAN_VAGUE =
  /^(?:Sie|Ihnen|Ihr\p{L}{0,3}|Herrn?|Frau|\p{L}{2,6}tag(?:s|en)?|Mittwoch|Januar|Februar|März|April|Juni|Juli|August|September|Oktober|November|Dezember|Ende|Anfang|Mitte|Wochen?|Wochenende|Tage?n?|Monate?n?s?|Jahre?n?s?|Bescheid|Rückmeldung|Antwort(?:en)?|Nachricht|Mail|E-Mail|Schreiben|Zeit(?:raum)?|Lust|Fragen?|Moment|Dank|Mitteilung|Möglichkeit|Euro|Prozent|Interesse|Meinung|Ordnung|Recht|Dinge|Sachen?|Punkte?|Abend|Mittag|Morgen|Nachmittag|Vormittag|Worte?|Hand|Seite|Weise|Fall|Stelle|Mal|Details|Tonnen|Meter|Stück|Kilo|Stunden?|Minuten?|Uhr|Br[uü]der[ns]?|Schwestern?|Mann|Männern?|Tochter|Töchtern?|Sohn|Söhnen?|Vater|Mutter|Eltern|Chefs?|Chefin|Nachbarn?|Mieter\p{L}{0,2}|Freunden?|Kinder[n]?|Leute[n]?|Kollegen|Kollegin|Kunden|Firma|Haus|Hause|Büro|Team|Problem|Grund|Teil|Rest|Anhang|Rahmen|Regel|Lage|Entscheidung|Wunsch|Bitte|Vorschlag|Termin(?:e|en)?|Kürze|Zukunft|Namen?|Verfügung|Zusammenhang|Übrigen|Voraus|Überblick)$/u;

function romanceThing(article: string, words: string, language: "fr" | "es"): string | null {
  // 'los dos camiones'
  const [noun = "", link = "", ...others] = words.replace(COUNT, "").split(" ");
  const vague = language === "fr" ? FRENCH_VAGUE : SPANISH_VAGUE;
  if (noun.length < 4 || /^\d|^\p{Lu}/u.test(noun) || vague.test(noun)) return null;
  const named = definite(article, noun, language);
  if (named === null) return null;
  const isLinked = language === "fr" ? /^(?:de|du|des)$|^d['’]/iu.test(link) : /^(?:de|del)$/iu.test(link);
  const second = link.length > 3 && /^d['’]/iu.test(link) ? link : others[0];
  if (!isLinked || second === undefined || second.length < 4 || vague.test(second)) return named;
  return /^d['’]/iu.test(link) ? `${named} ${link}` : `${named} ${link} ${second}`;
}

const COUNT =
  /^(?:nuev[oa]s?|grandes?|nouve(?:au|aux|lle|lles)|petite?s?|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|primeros|primeras|premiers|premières) /iu;

/** The noun with the definite article; null where its gender is not known from the article. */
function definite(article: string, noun: string, language: "fr" | "es"): string | null {
  const plain = article.replace("’", "'");
  const found = language === "fr" ? FRENCH_ARTICLES[plain] : SPANISH_ARTICLES[plain];
  if (found === undefined) return null;
  if (language === "es") return `${found} ${noun}`;
  const isElided = /^[aeiouyéèêâîh]/iu.test(noun) && found !== "les";
  return isElided ? `l'${noun}` : `${found} ${noun}`;
}
const FRENCH_ARTICLES: Readonly<Record<string, string>> = {
  le: "le",
  la: "la",
  les: "les",
  "l'": "l'",
  un: "le",
  une: "la",
  des: "les",
  du: "le",
  au: "le",
  aux: "les",
  ce: "le",
  cette: "la",
  ces: "les",
  vos: "les",
  nos: "les",
  tes: "les",
  mes: "les",
};
const SPANISH_ARTICLES: Readonly<Record<string, string>> = {
  el: "el",
  la: "la",
  los: "los",
  las: "las",
  un: "el",
  una: "la",
  unos: "los",
  unas: "las",
  del: "el",
  al: "el",
  este: "el",
  esta: "la",
  estos: "los",
  estas: "las",
};
const FRENCH_VAGUE =
  /^(?:présente?|cas|cadre|trucs?|choses?|points?|questions?|grande?s?|petite?s?|nouve(?:au|lle)s?|bonn?e?s?|belles?|fois|jours?|journée|semaines?|mois|année|temps|heures?|part|plus|moins|réponses?|moment|possibilité|mesure|avance|suite|plupart|même|mêmes|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|faire|avoir|être|autres?|premi(?:er|ère)s?|dernière?s?|prochaine?s?|milieu|début|retour|titre|sujet|égard|courant|matin|soir|midi|message|mail|courrier|date|dates|équipe|clients?|fait|choix|avis|décision|accord|attente|occasion|plaisir|endroit|main|fille|filles|fils|mari|femme|frères?|sœurs?|mère|père|parents|jeunes?|hommes?|gars|bailleurs?|voisins?|voisine|propriétaire|gens|enfants?|compte|besoin|place|côté|ensemble|total|fin|lieu|septante|octante|nonante|dire|donner|envoyer|transmettre|indiquer|confirmer|savoir|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre)$|^\p{L}+(?:er|ez|ir|rai|rait|ant)$/iu;
const SPANISH_VAGUE =
  /^(?:presente|medio|respecto|apoyo|caso|cosas?|puntos?|preguntas?|nuev[oa]s?|buen[oa]s?|gran(?:des)?|días?|semanas?|mes(?:es)?|años?|veces|vez|favor|momento|respuesta|gusto|parte|lunes|martes|miércoles|jueves|viernes|sábado|domingo|próxim[oa]s?|mism[oa]s?|antes|fecha|fechas|hora|horas|tarde|mañana|noche|mensaje|correo|otr[oa]s?|primer[oa]?|últim[oa]s?|principio|final|equipo|clientes?|gente|niños|hij[oa]s?|herman[oa]s?|padres?|madre|marido|mujer|chic[oa]s?|señora?|señores|jefe|jefa|vecin[oa]s?|opinión|decisión|favor|tema|temas|mitad|directorio|junta|comité|consejo|lugar|cuenta|resto|total|siguientes?|posible|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|que|cual|cuales)$|^\p{L}+(?:ar|er|ir|ando|iendo|arme|erme|irme|amos|emos|imos)$|^(?:necesit|tien|teng|pued|quier|envi|mand|recib|esper|hay|hemos|paso|dejo)\p{L}*$/iu;
