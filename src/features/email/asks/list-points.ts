import { capital, type LanguageRules } from "../languages/language-rules.ts";

/** One of several things that a mail lists and wants answered. */
export type Point = {
  /** The mark of the sender: '1.', '(a)' or '-'. */
  mark: string;
  /** The thing in a few words of the sender; empty where it has no short name. */
  label: string;
  kind: "question" | "yesNo" | "choice" | "thing" | "wish";
  /** All of the item. */
  text: string;
};

const MAX_POINTS = 10;
const MAX_LABEL_WORDS = 6;
const MAX_ITEM = 400;
const ITEM = /^([-*•–]|\(?[a-h1-9][0-9]?[.)])\s+(\S.*)$/u;
/** A line that a list of what is wanted stands below. */
const WANTED =
  /(?<!\p{L})(?:missing|outstanding|following|need|require\p{L}*|want|send|provide|please|respond|comment|answer|questions?|confirm|fehl(?:en|t)|benötig\p{L}*|brauch\p{L}*|bitte|folgende\p{L}*|fragen|punkte|transmettre|fournir|envoyer|merci de|manque\p{L}*|questions|faltan?|necesit\p{L}*|envi\p{L}*|siguientes?|preguntas)(?!\p{L})/iu;
/** A line that a list of what is told stands below. */
const INFORMING =
  /(?<!\p{L})(?:agenda|programme|attached|enclosed|here (?:is|are)|for your information|summary|we offer|includes?|available|anbei|tagesordnung|programm|ci-joint|ordre du jour|adjunt\p{L}*|orden del día)(?!\p{L})/iu;
/** 'But I want three things: the report, a credit, and a call.' */
const COUNTED =
  /(?<!\p{L})(?:(?:what (?:i|we) (?:want|need|expect) is(?: the)?|(?:i|we) (?:want|need|expect) the) following: |(?:two|three|four|five|[2-5]|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro) (?:things|points|demands|documents|dinge|punkte|sachen|choses|points|cosas|puntos): )([^.?!:]{10,220})/iu;
/** 'I want two things. An explanation, from you. And a meeting before the 11th.' */
const IN_SENTENCES =
  /(?<!\p{L})(?:want|need|expect|ask for|möchte|brauche|erwarte|veux|demande|attends|quiero|necesito|pido) (?:two|zwei|deux|dos) (?:things|dinge|sachen|choses|cosas)\. ([^.?!]{6,180})\. (?:And |Und |Et |Y )?([^.?!]{6,180})\./u;
const BETWEEN = /, (?:and |und |et |y )?| and (?=(?:a|an|the|somebody|someone) )| und | et | y /iu;
const CHOICE = /(?<!\p{L})(?:or|oder|ou|o)(?!\p{L})/iu;

/** What a mail lists and wants answered; empty where it lists less than two such things. */
export function pointsIn(text: string, rules: LanguageRules): Point[] {
  const points = listedIn(text, rules);
  if (points.length > 1) return points.slice(0, MAX_POINTS);
  const flat = text.replaceAll("\n", " ");
  const [, one = "", other = ""] = IN_SENTENCES.exec(flat) ?? [];
  if (one !== "")
    return [one, other].map((thing) => ({ mark: "-", label: labelOf(thing), kind: "wish", text: thing }));
  const counted = COUNTED.exec(flat)?.[1];
  const things =
    counted
      ?.split(BETWEEN)
      .filter((part) => /\p{L}/u.test(part) && !/^(?:not|nicht|pas|no)(?!\p{L})/iu.test(part)) ?? [];
  return things.length < 2
    ? []
    : things
        .slice(0, MAX_POINTS)
        .map((thing) => ({ mark: "-", label: labelOf(thing), kind: "wish", text: thing }));
}

function listedIn(text: string, rules: LanguageRules): Point[] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => ITEM.test(line));
  if (first < 0) return [];
  const items = lines.slice(first).flatMap((line) => {
    const [, mark = "", item = ""] = ITEM.exec(line.slice(0, MAX_ITEM)) ?? [];
    return item === "" ? [] : [{ mark, item }];
  });
  // '6 wreaths, 24 inch' is ordered.
  if (items.filter(({ item }) => /^\d/u.test(item)).length > 1) return [];
  if (items.length < 2 || items.every(({ item }) => isTime(item, rules))) return [];
  const above = lines
    .slice(Math.max(0, first - 3), first)
    .filter(Boolean)
    .slice(-2)
    .join(" ");
  const isAsked = items.some(({ item }) => item.includes("?"));
  if (!isAsked && (INFORMING.test(above) || !WANTED.test(above))) return [];
  const isApproval = APPROVAL.test(above);
  return items.map(({ mark, item }) => {
    const point = pointOf(mark, item, rules);
    return isApproval && point.kind === "thing" ? { ...point, kind: "yesNo" } : point;
  });
}

/** What is granted or not. */
const APPROVAL =
  /(?<!\p{L})(?:approv\p{L}*|sign-?off|go-ahead|agree\p{L}*|consent|freigabe|freigeb\p{L}*|genehmig\p{L}*|zustimm\p{L}*|accord|valid(?:er|ation|ez)|aprob\p{L}*|autoriz\p{L}*)(?!\p{L})/iu;

const isTime = (item: string, rules: LanguageRules) => item.length < 60 && item.search(rules.time) >= 0;

function pointOf(mark: string, item: string, rules: LanguageRules): Point {
  const asked = item.split(/(?<=[.?!])\s+/).find((sentence) => sentence.includes("?")) ?? "";
  const kind =
    asked === ""
      ? CHOICE.test(item) && SENTENCE.test(item)
        ? "choice"
        : "thing"
      : CHOICE.test(asked)
        ? "choice"
        : rules.isOpen(asked)
          ? "question"
          : "yesNo";
  return { mark, label: labelOf(item), kind, text: item };
}

/** 'The Q3 compliance certificate, signed by two directors.' → 'Q3 compliance certificate' */
function labelOf(item: string): string {
  const start = item.replace(ARTICLE, "");
  const name = start
    .slice(0, (start.search(/[,;:?!(–]|\.(?:\s|$)| - /) + 1 || start.length + 1) - 1)
    .split(LABEL_END)[0]
    ?.trim();
  const words = name?.split(/\s+/).filter(Boolean) ?? [];
  const isName =
    words.length > 0 &&
    !PRONOUN.test(words[0] ?? "") &&
    words.length <= MAX_LABEL_WORDS &&
    !SENTENCE.test(name ?? "");
  return isName ? capital(name ?? "").replace(/(?<![\s\d.])[\s\d.]+$/, "") : "";
}
const PRONOUN =
  /^(?:somebody|someone|something|jemand\p{L}*|etwas|quelqu|quelque|alguien|algo|it|this|that)(?!\p{L})/iu;
const ARTICLE =
  /^(?:(?:the|an?|der|die|das|eine?n?|les?|la|une?|l['’]|el|los|las|una?|evidence of|confirmation of|copy of the)\s?(?<=[\s'’]))+/iu;
/** Where the name of a thing ends. */
const LABEL_END =
  / (?:signed|showing|by|credited|of the|of £?\$?€?\d[^ ]*|at (?:a|least)|of at least|during|incl\.?|including|with authority|which|that|who|für|zum|über|mit|bis|auf|à votre|daté|con|para|de al menos)(?!\p{L})/iu;
/** A clause is no name. */
const SENTENCE =
  /(?<!\p{L})(?:is|are|was|were|do|does|did|have|has|will|would|can|could|should|shall|may|need|wants?|asks?|you|we|ist|sind|wie|wann|hat|haben|können|soll(?:en|ten)?|müssen|wollen|möchten|ist-ce|est|sont|avez|pouvez|quel(?:le)?|es|son|puede|cuándo|qué|when|what|why|how|who|where|which)(?!\p{L})/iu;

/** One line for each point, with a gap: what only the person knows is never said for them. */
export function answersToPoints(
  points: readonly Point[],
  { phrases, gapFor }: LanguageRules,
  isFormal: boolean,
): string {
  const gaps = phrases.situations.pointGaps;
  return points
    .map(({ mark, label, kind, text }) => {
      const gap =
        kind === "thing"
          ? gaps.thing
          : kind === "choice"
            ? gaps.choice
            : kind === "yesNo"
              ? gaps.yesNo
              : gaps.answer;
      if (label !== "") return `${mark} ${label}: ${gap}`;
      return `${mark} ${kind === "question" ? gapFor(text, isFormal) : gap}`;
    })
    .join("\n");
}
