import { germanPhrases } from "./german-phrases.ts";
import { bareSentence, type LanguageRules, partBefore } from "./language-rules.ts";

const MAX_WORDS = 16;
const MONTHS = "januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember";
const CLOCK = "(?:\\d{1,2}(?:[:.]\\d{2})? uhr|\\d{1,2}:\\d{2})";
const PART = "(?:früh|vormittag|mittag|nachmittag|abend)";
const DATE = `(?:\\d{1,2}\\. ?(?:(?:${MONTHS})|\\d{1,2}\\.(?:\\d{4}|\\d{2})?))`;
const DAY = `(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?: ?${PART})?(?:,? (?:den |dem )?${DATE})?|${DATE}|(?:morgen|übermorgen)(?: ${PART})?|heute ${PART})`;

const LEAD = "(?:^|[,;:–—] ?(?:und |aber )?|^(?:und|auch|außerdem|danke,?|bitte) )";
const ASKED = new RegExp(
  `${LEAD}(?:könnt(?:en|est|et)|könnt|kannst|können|würd(?:en|est|et)) (sie|du|ihr) (?:(?:mir|uns|sich|es|das) )?.+`,
  "iu",
);
const AFTER_PRONOUN = /(?:könnt(?:en|est|et)|könnt|kannst|können|würd(?:en|est|et)) (?:sie|du|ihr) (.+)/iu;
const PLEASE_FORMAL = /(?:^|[,;:–—] ?(?:und )?)bitte (\p{Ll}{1,20}en) sie (.+)/iu;
const FORMAL_PLEASE = /(?:^|[,;:–—] ?(?:und )?)(\p{L}{1,20}en) sie (?=.{0,40}\bbitte\b)(.+)/iu;
const PLEASE = /(?:^|[,;:–—] ?(?:und )?)bitte (\p{Ll}{1,20}) (.+)/iu;
const NO_REQUEST =
  /(?:geben sie|gib|gebt) (?:mir|uns) .{0,40}(?:bescheid|rückmeldung)|\b(?:beachten|entschuldige|entschuldigen|verzeih|verzeihen|zögern|zögere|nicht|wenden|melden sie sich (?:bei fragen|gern)|sagen sie bescheid, (?:wenn|falls)|teilen sie (?:mir|uns) mit, (?:ob|wann|wie|was|welche)|sag(?:e)? (?:mir|uns)? ?bescheid, (?:ob|wann|wenn|falls))\b|(?:sagen|mitteilen|bescheid geben|erklären), (?:(?:bis|ab|seit|mit|für|von|zu) )?(?:ob|wann|wie|was|wo|wer|welche|warum)/iu;
const REASON =
  /,? (?:damit|weil|da (?:wir|ich)|sonst|wenn (?:möglich|es geht)|sodass|falls|und (?:danke|vielen dank)|danke|vielen dank|um )(?!\p{L})|, /iu;

function promiseOf(sentence: string, isFormal: boolean) {
  const bare = bareSentence(sentence);
  const isAsked = ASKED.test(bare);
  if (!isAsked && !/\bbitte\b/iu.test(bare)) return null;
  if (!isAsked && /\?\s*$/.test(sentence)) return null;
  if (NO_REQUEST.test(bare)) return null;
  const promise = isAsked
    ? ofInfinitive(AFTER_PRONOUN.exec(bare)?.[1] ?? "", isFormal)
    : ofImperative(bare, isFormal);
  if (promise === undefined) return null;
  const refusal = germanPhrases.refusal(isFormal);
  if (promise === null) {
    const generic = germanPhrases.promise(isFormal);
    return { promise: generic, also: generic, refusal };
  }
  // The verb comes first.
  const [verb = "", ...others] = promise.split(" ");
  const rest = others.join(" ");
  return {
    promise: isFormal ? `Gerne ${verb} ich ${rest}.` : `Klar, ich ${verb} ${rest}.`,
    also: `Außerdem ${verb} ich ${rest}.`,
    refusal,
  };
}

/** 'mir die Unterlagen schicken' → 'schicke Ihnen die Unterlagen' */
function ofInfinitive(action: string, isFormal: boolean): string | null {
  const words = (swapped(partBefore(action, REASON), isFormal) ?? "").split(/\s+/).filter(Boolean);
  const verb = words.pop() ?? "";
  if (words.length === 0 || !/^\p{Ll}+n$/u.test(verb)) return null;
  // 'prüfen und schicken', 'kommen lassen', 'herunterladen'
  if (words.some((word, at) => word === "und" && /^\p{Ll}+(?:en|ern|eln)$/u.test(words[at - 1] ?? "")))
    return null;
  if (/^\p{Ll}{3,}(?:en|eln|ern)$/u.test(words.at(-1) ?? "") && !NO_INFINITIVE.test(words.at(-1) ?? ""))
    return null;
  const [prefix, base] = partsOf(verb);
  if (prefix === "" && UNKNOWN_PREFIX.test(verb)) return null;
  return [firstPerson(base), ...words, ...(prefix ? [prefix] : [])].join(" ");
}

/** Undefined where the sentence is no request. */
function ofImperative(bare: string, isFormal: boolean): string | null | undefined {
  // 'Bitte korrigieren Sie die Rechnung und senden Sie uns eine neue zu.'
  const [first = "", second = ""] = bare.split(/ und (?=\p{Ll}{1,20}en Sie )/u);
  if (second !== "") {
    const [one, other] = [ofImperative(first, isFormal), ofImperative(`bitte ${second}`, isFormal)];
    return one && other ? `${one} und ${other}` : null;
  }
  const polite = PLEASE_FORMAL.exec(bare) ?? FORMAL_PLEASE.exec(bare);
  const [, verb = "", rest = ""] = polite ?? PLEASE.exec(bare) ?? [];
  if (verb === "") return undefined;
  if (!polite && !isInformalImperative(verb)) return undefined;
  const text = swapped(partBefore(rest, REASON), isFormal);
  if (text === null) return null;
  return `${polite ? firstPerson(verb.toLowerCase()) : (IMPERATIVES[verb] ?? (verb.endsWith("e") ? verb : `${verb}e`))} ${text}`;
}

const IMPERATIVES: Readonly<Record<string, string>> = {
  gib: "gebe",
  nimm: "nehme",
  lies: "lese",
  sieh: "sehe",
  hilf: "helfe",
  sprich: "spreche",
  wirf: "werfe",
  vergiss: "vergesse",
};
const isInformalImperative = (verb: string) =>
  IMPERATIVES[verb] !== undefined ||
  /^(?:schick|send|bring|ruf|prüf|mail|überweis|unterschreib|bestätig|meld|leit|stell|mach|schreib|trag|hol|buch|reservier|frag|komm|denk|zeig|füll|reich|lad|änder|schau|bestell|kauf|besorg|organisier|bereit)e?$/u.test(
    verb,
  );

const SEPARABLE =
  /^(zurück|weiter|vorbei|zusammen|durch|nach|fest|ein|aus|auf|vor|mit|her|hin|los|weg|ab|an|zu|frei|bei)(senden|schicken|rufen|sehen|schauen|füllen|reichen|leiten|teilen|bringen|nehmen|geben|holen|sagen|sichern|stimmen|passen|stellen|legen|laden|tragen|bereiten|kommen|gehen|machen|fragen|prüfen|setzen|hängen|lesen|schreiben|fügen|melden|kaufen|zahlen|arbeiten)$/u;
/** A separable prefix of several parts: 'herunterladen' */
const UNKNOWN_PREFIX =
  /^(?!(?:be|ge|er|ver|zer|ent|emp|miss|über|unter|wieder|um|voll)(?:senden|schicken|rufen|sehen|schauen|füllen|reichen|leiten|bringen|nehmen|geben|holen|stellen|legen|laden|tragen|kommen|gehen|machen|schreiben|setzen|lesen|arbeiten)$)\p{Ll}{2,}(?:senden|schicken|rufen|sehen|schauen|füllen|reichen|leiten|bringen|nehmen|geben|holen|stellen|legen|laden|tragen|kommen|gehen|machen|schreiben|setzen|lesen)$/u;
/** Words that end like infinitives. */
const NO_INFINITIVE =
  /^(?:allen|beiden|einigen|ihnen|ihren|deinen|meinen|unseren|neuen|alten|morgen|zusammen|oben|unten|wegen|gegen|neben|zwischen|übermorgen|vorhin|besten|gestern|intern|extern|gern)$/u;
const partsOf = (verb: string): [string, string] => {
  const [, prefix = "", base = verb] = SEPARABLE.exec(verb) ?? [];
  return [prefix, base];
};

/** 'schicken' → 'schicke', 'ändern' → 'ändere', 'sammeln' → 'sammle' */
const firstPerson = (infinitive: string): string =>
  infinitive.replace(/ern$/, "ere").replace(/eln$/, "le").replace(/en$/, "e");

/** From the sender's view to the reader's; null where that is not sure. */
function swapped(action: string, isFormal: boolean): string | null {
  const text = action
    .replaceAll(/(?<!\p{L})(?:bitte|vielleicht|eventuell|freundlicherweise|mal|auch noch) ?/giu, "")
    .trim();
  const words = text.split(/\s+/);
  if (text === "" || words.length > MAX_WORDS || text.length > 140 || /[;()„“"?]|https?:/.test(text))
    return null;
  if (/(?<!\p{L})(?:dich|dir|sich|sie|du|euch|ich|wir|lassen)(?!\p{L})|(?<!\p{L})Sie(?!\p{L})/u.test(text))
    return null;
  const changed: string[] = [];
  for (const word of words) {
    const own = /^(mein|unser|Ihr|dein)(e|en|em|er|es)?$/u.exec(word);
    if (own?.[1] === "unser" && !isFormal) return null;
    const stem =
      own &&
      ({ mein: isFormal ? "Ihr" : "dein", unser: "Ihr", Ihr: "mein", dein: "mein" }[own[1] ?? ""] ?? "");
    changed.push(own ? `${stem}${own[2] ?? ""}` : (pronounsOf(isFormal)[word] ?? word));
  }
  return changed.join(" ");
}
const pronounsOf = (isFormal: boolean): Readonly<Record<string, string>> =>
  isFormal ? { mir: "Ihnen", mich: "Sie", uns: "Ihnen" } : { mir: "dir", mich: "dich", uns: "euch" };

const WH =
  /(?:^|[,:–—] ?|^(?:und|aber|also) )(?:(?:bis|ab|seit|für|mit|an|von|zu) )?(?:was|wann|wo|wohin|woher|wer|wen|wem|welche[rsnm]?|warum|wieso|weshalb|wie|wofür|womit|woran|wozu)(?!\p{L})/iu;
const isOpen = (sentence: string): boolean => {
  const bare = bareSentence(sentence);
  return (
    (WH.test(bare) && !/\bob\b/iu.test(bare) && !/^wie wäre|^wie wär/iu.test(bare)) ||
    (/ oder /iu.test(bare) && !/ oder (?:nicht|so)\b/iu.test(bare))
  );
};

function yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string {
  const words = bareSentence(sentence);
  if (/\bmöglich\b/iu.test(words) && !/\b(?:ihnen|dir|euch)\b/iu.test(words))
    return isYes ? "Ja, das ist möglich." : "Das ist leider nicht möglich.";
  if (/\beinverstanden\b/iu.test(words))
    return isYes ? "Ja, damit bin ich einverstanden." : "Damit bin ich leider nicht einverstanden.";
  if (
    /\b(?:kommst|kommen|dabei|teilnehmen|teilnimmst|nimmst .{0,30}teil|nehmen .{0,30}teil)\b/iu.test(words) &&
    /\b(?:du|ihr|sie)\b/iu.test(words)
  )
    return isYes ? "Ja, ich komme gerne." : "Leider kann ich nicht kommen.";
  if (/\b(?:passt|passen|recht|geht|ginge|zeit|verfügbar|möglich|wie wäre?)\b/iu.test(words))
    return isYes ? "Ja, das passt mir gut." : "Das passt mir leider nicht.";
  if (/\b(?:soll|sollen|darf|dürfen) (?:ich|wir)\b/iu.test(words))
    return isYes ? "Ja, bitte." : "Nein, danke, das ist nicht nötig.";
  if (
    /(?:^|, )(?:und |aber )?(?:kann|könnte|können|könnten|darf|dürfen|soll|sollen) (?!sie(?!\p{L})|du(?!\p{L})|ihr(?!\p{L}))/iu.test(
      words,
    )
  )
    return isYes ? "Ja, gerne." : "Nein, leider nicht.";
  if (/\b(?:kann|könnte|können|könnten|wollen) (?:ich|wir)\b/iu.test(words))
    return isYes ? "Ja, gerne." : "Nein, leider nicht.";
  if (
    /\b(?:möchten|möchtest|hätten|hättest|wollen|willst|haben) (?:sie|du) (?:lust|interesse)|\b(?:möchten|möchtest) (?:sie|du)\b/iu.test(
      words,
    )
  )
    return isYes ? (isFormal ? "Ja, sehr gerne." : "Ja, total gerne!") : "Nein, vielen Dank.";
  if (/(?:hast du|haben sie|hättest du|hätten sie).{0,80}(?:lust|interesse)/iu.test(words))
    return isYes ? "Ja, sehr gerne." : "Nein, vielen Dank.";
  const auxiliary =
    /(?:^|[,:–] ?)(?:und |aber )?(haben|hast|sind|bist|werden|wirst) (?:sie|du)\b/iu
      .exec(words)?.[1]
      ?.toLowerCase() ?? "";
  const own = {
    haben: "habe ich",
    hast: "habe ich",
    sind: "bin ich",
    bist: "bin ich",
    werden: "werde ich",
    wirst: "werde ich",
  }[auxiliary];
  if (own) return isYes ? `Ja, das ${own}.` : `Nein, das ${own} nicht.`;
  if (!isYes) return "Nein, leider nicht.";
  return yesToTask(words, isFormal) ?? "Ja, so ist es.";
}

/** 'Schickst du mir die Folien?' asks for an act, which the answer names; null for another question. */
const TASK = /^(?:und |aber |dann )?(\p{L}+st(?= du)|\p{L}+en(?= Sie)) (?:du|Sie)(?: (.+))?$/iu;
function yesToTask(words: string, isFormal: boolean): string | null {
  const [, verb = "", rest = ""] = TASK.exec(words) ?? [];
  if (verb === "") return null;
  const action = rest === "" ? "" : swapped(rest, isFormal);
  const stem = verb.toLowerCase().endsWith("st") ? verb.slice(0, -2).toLowerCase() : null;
  const isSure = stem === null || isInformalImperative(stem);
  if (action === null || !isSure) return germanPhrases.factGap;
  const own = stem === null ? firstPerson(verb.toLowerCase()) : `${stem.replace(/e$/, "")}e`;
  return `Ja, ich ${[own, action].filter(Boolean).join(" ")}.`;
}

function gapFor(sentence: string): string {
  const words = bareSentence(sentence).toLowerCase();
  if (/\bbis wann\b/.test(words)) return "Bis zum [Datum].";
  if (/um wie ?viel uhr/.test(words)) return "Um [Uhrzeit].";
  if (/wie lange/.test(words)) return "Etwa [Dauer].";
  if (/\bwann\b|welche[mnr]? (?:tag|termin|datum)/.test(words)) return "Am [Tag].";
  if (/wie ?viele/.test(words)) return "Es sind [Anzahl].";
  if (/wie ?viel|wie hoch|welche[rn]? (?:preis|betrag|kosten)/.test(words)) return "Es sind [Betrag].";
  if (/\bw(?:er|en|em)\b/.test(words)) return "Das ist [Name].";
  if (/\bwo(?:hin|her)?\b/.test(words)) return "[Ort].";
  if (/\b(?:warum|wieso|weshalb)\b/.test(words)) return "Der Grund: [Grund].";
  if (/\bwelche| oder /.test(words)) return "Ich nehme [Auswahl].";
  return "[Antwort].";
}

export const german: LanguageRules = {
  language: "de",
  phrases: germanPhrases,
  courtesy:
    /(?:wie geht(?:['’]s| es)|ich hoffe|hoffentlich|(?:haben sie|hast du) (?:noch )?fragen|gibt es noch (?:offene )?(?:punkte|fragen)|bei (?:rück)?fragen|für (?:rück)?fragen|zögern sie|freue mich|oder\?$|nicht wahr\?$|gut (?:gegangen|angekommen)\?)/iu,
  promiseOf,
  isOpen,
  yesOrNo,
  alternatives: () => [],
  gapFor,
  // The case of a noun would have to change.
  topicOf: () => null,
  time: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?<=\\b(?:um|auf|gegen) )${CLOCK}|${DAY}(?:(?:,? (?:um|ab|gegen)|,)? ${CLOCK}(?: ?(?:[–-]|bis) ?${CLOCK})?| zwischen \\d{1,2}(?:[:.]\\d{2})? und ${CLOCK})?)(?![\\p{L}\\p{N}])`,
    "giu",
  ),
  proposal:
    /\b(?:passt|passen|recht|geht|ginge|treffen|termin|zeit|verfügbar|frei|vorschlag|schlage|vorschlagen|wie wäre?|telefonieren|telefonat|besprechung|essen|kaffee|verschieben|verlegen|entweder|kommen|besuch)/iu,
  deadline: /\b(?:bis|vor(?!:)|spätestens|frist|fällig|seit|nach|ab)\b/iu,
  asksForTime:
    /(?:wann (?:passt|ginge|geht es|wäre es|hätten sie|hättest du|haben sie zeit|hast du zeit|(?:können|kannst|könnten|könntest) (?:wir|du|sie) .{0,40}(?:treffen|sprechen|telefonieren|vorbeikommen))|terminvorschl|termin (?:vereinbaren|finden|machen)|(?:gespräch|treffen|telefonat|besprechung) (?:vereinbaren|ansetzen|machen)|welcher tag|(?:verschieben|verlegen|nachholen)\?|wollen wir .{0,40}(?:verschieben|verlegen|nachholen)|mal wieder (?:telefonieren|treffen))/iu,
  figureProposal:
    /(?:angebot|anbieten|biete|bieten|vorschlag|vorschlagen|schlage|einverstanden|akzeptieren|annehmen|unser preis|honorar|pauschale|nachlass|rabatt|einigen|entgegenkommen|wäre(?:n)? wir bei)/iu,
  invitation:
    /(?:lad(?:e|en) (?:ich |wir )?(?:sie|dich|euch)|(?:freuen|freude|ehre)[^.?!]{0,60}(?:sie als (?:gast|redner\p{L}*|referent\p{L}*)|begrüßen zu dürfen)|einladen|einladung|eingeladen|(?:möchten|möchtest|magst|hast du lust|haben sie lust).{0,40}(?:kommen|dabei)|(?:kommst|kommt) (?:du|ihr)(?: auch)?\?)/iu,
  thanks: /\b(?:danke|vielen dank|herzlichen dank|besten dank|bedanke|bedanken)\b/iu,
  illness:
    /(?:\bbin (?:leider )?(?:krank|erkältet)|krankgeschrieben|liege (?:mit|flach|im krankenhaus)|grippe|im krankenhaus)/iu,
  death: /(?:verstorben|gestorben|beerdigung|trauerfeier|von uns gegangen)/iu,
  goodNews:
    /(?:geboren|bekommen (?:\p{L}+ ){0,3}(?:ein kind|ein baby|nachwuchs)|bin schwanger|erwarten (?:ein|unser) (?:\p{L}+ )?(?:kind|baby)|befördert|verlobt|geheiratet|prüfung bestanden|auftrag (?:bekommen|gewonnen)|die stelle bekommen)/iu,
  complaint:
    /(?:zum (?:zweiten|dritten|vierten) mal|inakzeptabel|beschwer|reklam|enttäuscht|unvollständig angekommen|falsche[rnms]? (?:betrag|menge|größe|teile?|ware|artikel|lieferung)|korrigierte rechnung|(?:beschädigt|defekt|zerbrochen) (?:angekommen|geliefert|an(?![\p{L}]))|nicht maßhaltig)/iu,
  leaving:
    /(?:verlasse (?:die firma|das unternehmen)|hiermit kündige ich|mein letzter (?:arbeits)?tag|mein(?:en)? abschied|verabschiede mich)/iu,
  apology: /(?:tut mir (?:sehr |so |wirklich )?leid|entschuldig|verzeih|bedaure)/iu,
  formal: /\b(?:Sie|Ihnen|Ihre[nmrs]?|Ihr)\b|sehr geehrte/u,
  informal:
    /\b(?:du|dir|dich|dein(?:e[nmrs]?)?|euch|kannst|hast)\b|^(?:hi|hey|liebe[r]? \p{Lu}\p{Ll}+,|lg\b)/imu,
};
