import { BANK_CHANGE, CLAIM, wantsPaymentToAccount } from "#platform/language/cue-words.ts";
import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { parseSalutation } from "../writing/parse-salutation.ts";
import { isAutomaticMail } from "./automatic-mail.ts";
import { english } from "./english-rules.ts";
import { french } from "./french-rules.ts";
import { german } from "./german-rules.ts";
import { type AskKind, capital, FIGURE, type LanguageRules } from "./language-rules.ts";
import { ownTextOf, sentencesOf } from "./own-text.ts";
import { isRisky } from "./risky-requests.ts";
import { spanish } from "./spanish-rules.ts";

export type Mail = { subject: string; sender: string; body: string };

export type Ask = { kind: AskKind; sentence: string };

/** Why a mail gets no draft. */
export type NoReply = "automatic" | "foreign" | "nothing" | "extortion" | "phishing";

/** What a mail asks of its reader, in the words of its sender alone. */
export type MailReading = {
  rules: LanguageRules;
  isFormal: boolean;
  /** How the sender signs; empty where they do not. */
  signedBy: string;
  /** How the sender greets the reader; null where they do not. */
  greeting: string | null;
  asks: Ask[];
  /** Times that the sender proposes, in their words. */
  times: string[];
  asksForTime: boolean;
  /** An amount that the sender proposes, in their words. */
  figure: string | null;
  /** The amount is a fee, a penalty or a debt. */
  isOwed: boolean;
  /** What the mail is about where it asks for nothing in particular. */
  news:
    | "bankChange"
    | "claim"
    | "risky"
    | "invitation"
    | "illness"
    | "death"
    | "goodNews"
    | "leaving"
    | "complaint"
    | "apology"
    | "congratulations"
    | "thanks"
    | "notice";
};

const RULES: Readonly<Record<WrittenLanguage, LanguageRules>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
const MAX_SENTENCES = 120;
const MAX_ASKS = 5;
const MAX_TIMES = 3;

/** The reading, or why there is nothing to answer. `isAutomatic`: known from the headers. */
export function readMail(
  mail: Mail,
  isAutomatic = false,
  likely: WrittenLanguage = "en",
): MailReading | NoReply {
  if (isAutomatic || isAutomaticMail(mail)) return "automatic";
  const { text, signedBy } = ownTextOf(mail.body);
  if (text === "") return "nothing";
  if (isExtortion(text)) return "extortion";
  if (isPhishing(text)) return "phishing";
  const language = detectLanguage(text) ?? detectLanguage(`${mail.subject}\n${text}`) ?? likely;
  if (language === "other") return "foreign";
  const rules = RULES[language];
  const sentences = sentencesOf(text).slice(0, MAX_SENTENCES);
  const allAsks = sentences.flatMap((sentence) => askIn(sentence, rules));
  const asks = allAsks.slice(0, MAX_ASKS);
  const asked = new Set(allAsks.map(({ sentence }) => sentence));
  const isRiskyMail = sentences.some((sentence) => isRisky(sentence, asked.has(sentence)));
  const found = newsIn(text, sentences, rules);
  const news = isRiskyMail && found !== "bankChange" && found !== "claim" ? "risky" : found;
  const isFormal =
    news === "bankChange" || news === "claim" || isFormalText(rules, mail.body.slice(0, 4_000), text);
  const times = [...new Set(sentences.flatMap((sentence) => timesIn(sentence, rules)))].slice(0, MAX_TIMES);
  const isAsked = asks.some(({ kind }) => kind === "yesNo");
  const figure = sentences.map((sentence) => figureIn(sentence, rules, isAsked)).find(Boolean) ?? null;
  return {
    rules,
    isFormal,
    signedBy,
    greeting: parseSalutation(text).greeting,
    asks,
    times,
    asksForTime: sentences.some((sentence) => rules.asksForTime.test(sentence)),
    figure,
    isOwed: figure !== null && sentences.some((each) => each.includes(figure) && OWED.test(each)),
    news,
  };
}

/** Whom it cannot know it treats formally only where the language asks for it. */
function isFormalText(rules: LanguageRules, start: string, text: string): boolean {
  const isFormal = rules.formal.test(start);
  if (rules.language === "en") return isFormal && !rules.informal.test(start);
  return isFormal
    ? !rules.informal.test(text) || countOf(rules.formal, text) > countOf(rules.informal, text)
    : !rules.informal.test(text);
}
const countOf = (pattern: RegExp, text: string) =>
  text.match(new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`))?.length ?? 0;

function askIn(sentence: string, rules: LanguageRules): Ask[] {
  if (isGreetingLine(sentence) || rules.courtesy.test(sentence)) return [];
  // 'If not, please call us.'
  if (CONDITION.test(sentence) && !sentence.includes("?")) return [];
  if (rules.promiseOf(sentence, true)) return [{ kind: "request", sentence }];
  const isIndirect = INDIRECT.test(sentence);
  if (!/\?["”»)]?$/.test(sentence) && !isIndirect) return [];
  return [{ kind: rules.isOpen(sentence) ? "open" : "yesNo", sentence }];
}

const CONDITION = /^(?:if (?!possible)|falls |wenn (?!möglich)|sollten? |si (?!posible|possible))/iu;

const isGreetingLine = (sentence: string) =>
  sentence.length < 60 &&
  /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr|guten|bonjour|cher|chère|hola|estimad|querid)[^?]*[,!:]$/iu.test(
    sentence,
  );

/** A question without its mark: 'Let me know whether it arrived.' */
const INDIRECT =
  /(?:please |just )?(?:let (?:me|us) know|tell (?:me|us)) (?:if (?!you (?:have|need)|there|anything|i can)|whether|when|what|which|how|who|where)|(?:geben sie (?:mir|uns)|gib (?:mir|uns)|sag(?:en sie)? (?:mir|uns)?) ?(?:bitte )?(?:kurz )?bescheid, (?:ob|wann|wie|was|welche)|teilen sie (?:mir|uns) (?:bitte )?mit, (?:ob|wann|wie|was|welche)|(?:dites|dis)-(?:moi|nous) (?:si|quand|comment|quel)|(?:me |nous |m['’])(?:dire|indiquer|informer|faire savoir) (?:si|quand|comment|quel|où)|(?:díga|dí|indíque|avíse)(?:me|nos) (?:si|cuándo|cómo|qué|cuál)|dime (?:si|cuándo|cómo|qué|cuál)/iu;

/** Proposals only: a deadline and what has passed are no times to agree to. */
function timesIn(sentence: string, rules: LanguageRules): string[] {
  const isOffered = sentence.includes("?") || OFFERING.test(sentence);
  if (!isOffered || !rules.proposal.test(sentence) || REFUSED.test(sentence)) return [];
  const found = [...sentence.matchAll(rules.time)];
  // In a request the time is part of the task, unless there are several to choose from.
  if (found.length < 2 && rules.promiseOf(sentence, true) !== null) return [];
  return found.flatMap(({ 0: time, index }) => {
    const before = sentence.slice(Math.max(0, index - 18), index);
    return rules.deadline.test(before) && !/(?:from|ab|dès|desde) [^ ]*$/iu.test(before)
      ? []
      : capital(time.trim());
  });
}

/** 'Year 4 will visit the museum on Friday' proposes nothing. */
const OFFERING =
  /\b(?:could|can|would|shall|suggest|propos\p{L}*|available|free|how about|either|offer|works?|suits?|let['’]s|könnte\p{L}*|kann|können|ginge|geht|passt|passen|vorschl\p{L}*|schlage|frei|wie wäre?|pourr\p{L}+|peux|libre|disponible|convien\p{L}*|podr\p{L}+|puede\p{L}*|propon\p{L}*|viene bien)/iu;

/** What does not suit the sender is no proposal. */
const REFUSED =
  /\b(?:cannot|can['’]t|could not|couldn['’]t|unable|not able|won['’]t|does not|doesn['’]t|did not|nicht|verhindert|ne (?:peux|peut|pourrai|suis)|no puedo|no podré|imposible)\b/iu;

/** An amount is agreed to where it is offered, or where the mail asks for it; a share of something is not. */
function figureIn(sentence: string, rules: LanguageRules, isAsked: boolean): string | null {
  if (!rules.figureProposal.test(sentence) || !(isAsked || OFFER.test(sentence))) return null;
  return (
    sentence
      .match(FIGURE)
      ?.findLast((found) => !/%|percent|prozent|pour cent|por ciento/iu.test(found))
      ?.trim() ?? null
  );
}
const OFFER = /offer|propos|suggest|quote|biete|anbieten|vorschl|ofre/iu;
/** Nobody who is honest asks for a password by mail. */
const PHISHING =
  /(?:confirm|verify|update|enter|send us|tell us) (?:me )?your (?:password|login|credentials|pin\b|card (?:number|details))|(?:ihr|dein) (?:passwort|kennwort) (?:bestätigen|eingeben|senden)|(?:bestätigen|geben) sie (?:bitte )?ihr (?:passwort|kennwort|pin\b)|(?:confirmer|vérifier|saisir|confirmez|saisissez) votre mot de passe|(?:confirme|confirmar|introduzca|verifique) su contraseña/iu;
/** An access that ends or is blocked, unless something is opened. */
const EXPIRY =
  /(?:password|account|mailbox|access|passwort|kennwort|konto|postfach|zugang|mot de passe|compte|boîte|accès|contraseña|cuenta|buzón|acceso).{0,60}(?<!\p{L})(?:expire[sd]?|expiring|suspended|deactivated|disabled|locked|blocked|terminated|läuft|abläuft|abgelaufen|gesperrt|deaktiviert|expirera?|suspendue?|bloquée?|désactivée?|caduca\p{L}*|vence|suspendid[ao]|bloquead[ao]|desactivad[ao])(?!\p{L})/iu;
const TO_OPEN =
  /https?:|(?<!\p{L})(?:click\p{L}*|links?|klick\p{L}*|cliqu\p{L}+|liens?|(?:haga|haz) clic|pulse|pulsa|enlaces?)(?!\p{L})/iu;
const isPhishing = (text: string): boolean =>
  PHISHING.test(text) || (EXPIRY.test(text) && TO_OPEN.test(text));

/** Nobody should answer who is blackmailed: a threat, a demand to pay, and what follows otherwise. */
const THREAT =
  /(?:recordings?|videos?|pictures|footage|screenshots?) of you|(?:publish|expose|leak|release) (?:everything|it all|all of|your|the (?:video|recording|pictures))|(?:hacked|infected|encrypted) your|to all (?:of )?your (?:contacts|friends)|veröffentlich|(?:aufnahmen|videos?|bilder) von (?:dir|ihnen)|gehackt|verschlüsselt|(?:deine|ihre) kontakte|publi(?:er|erai|ons)|diffuser|diffuserai|(?:vidéos?|images) de (?:vous|toi)|piraté|chiffré|(?:vos|tes) contacts|publicar|difundir|(?:vídeos?|imágenes) (?:suyos|tuyos)|hackead|cifrad|(?:sus|tus) contactos/iu;
const RANSOM =
  /(?<!\p{L})(?:pay|transfer|send me|bitcoins?|btc|ransom|zahl(?:e|en|st|t)|überweis\p{L}*|lösegeld|pay(?:er|ez|e)|vers(?:er|ez)|rançon|pag(?:ar|ue|a)|rescate)(?!\p{L})/iu;
const OTHERWISE =
  /(?<!\p{L})(?:bitcoins?|btc|monero|wallet|ransom|lösegeld|rançon|rescate|or (?:i|we|else)|otherwise|unless|if you (?:do not|don['’]t|fail|refuse)|sonst|andernfalls|wenn (?:du|sie) nicht|sinon|à défaut|si vous ne|si tu ne|de lo contrario|si no)(?!\p{L})/iu;
const isExtortion = (text: string): boolean => THREAT.test(text) && RANSOM.test(text) && OTHERWISE.test(text);

/** A battery dies too. */
const BROKEN_THING =
  /(?:laptop|phone|batter(?:y|ies)|server|computer|car|app|project|printer|idea|engine|plant|akku|batterie|handy|projekt|rechner|drucker|auto|motor|pflanze|téléphone|ordinateur|serveur|voiture|projet|moteur|móvil|ordenador|servidor|coche|batería|proyecto|motor).{0,40}(?<!\p{L})(?:died|dead|gestorben|morte?|muerto|murió)(?!\p{L})/iu;
const CONGRATULATIONS =
  /(?<!\p{L})(?:congratulations|congrats|well done|herzlichen glückwunsch|glückwünsche|gratulier\p{L}+|félicitations|félicite|enhorabuena|felicidades|felicit[oa])(?!\p{L})/iu;
const OWED =
  /(?<!\p{L})(?:pay|paid|penalt|fees?(?!\p{L})|debts?(?!\p{L})|owe|zahl|strafe|gebühr|schuld|payer|paiement|pénalité|frais|dette|amende|pagar|multa|deuda|tasa|recargo)/iu;

function newsIn(text: string, sentences: readonly string[], rules: LanguageRules): MailReading["news"] {
  if (sentences.some((sentence) => BANK_CHANGE.test(sentence)) || wantsPaymentToAccount(text))
    return "bankChange";
  if (sentences.some((sentence) => CLAIM.test(sentence))) return "claim";
  if (sentences.some((sentence) => rules.death.test(sentence) && !BROKEN_THING.test(sentence)))
    return "death";
  if (rules.illness.test(text)) return "illness";
  if (rules.invitation.test(text)) return "invitation";
  if (rules.goodNews.test(text)) return "goodNews";
  if (rules.leaving.test(text)) return "leaving";
  if (rules.complaint.test(text)) return "complaint";
  if (rules.apology.test(text)) return "apology";
  if (CONGRATULATIONS.test(text)) return "congratulations";
  const others = sentences.filter((sentence) => !isGreetingLine(sentence));
  const thanking = others.filter((sentence) => rules.thanks.test(sentence));
  return thanking.length > 0 && others.length <= thanking.length + 2 ? "thanks" : "notice";
}
