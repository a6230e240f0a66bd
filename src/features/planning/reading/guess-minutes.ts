import type { Fact } from "../model.ts";

type Described = { title: string; tags: readonly string[]; projectId: string | null };
/** What a task took; `isMeasured`: from the start of its first block to when it was completed, otherwise estimated. */
export type Finished = Described & { minutes: number; isMeasured: boolean };
/** `from`: what it is made from, of `count` tasks. */
export type Guess = { minutes: number; from: NonNullable<Fact["from"]>; count: number };

/** In the order in which they decide: "Prepare the call" is preparation. */
const KINDS: readonly (readonly [minutes: number, words: string])[] = [
  [90, "prepare draft write presentation deck report proposal analyse analyze research concept strategy"],
  [
    90,
    "vorbereiten entwurf schreiben präsentation bericht angebot analyse konzept ausarbeiten recherchieren",
  ],
  [90, "préparer rédiger écrire présentation rapport proposition analyser préparation"],
  [90, "preparar redactar escribir presentación informe propuesta analizar"],
  [45, "review read check revise proofread test fix update"],
  [45, "prüfen lesen durchsehen korrigieren testen aktualisieren überarbeiten"],
  [45, "relire lire vérifier réviser tester corriger"],
  [45, "revisar leer comprobar corregir probar actualizar"],
  [60, "meet meeting interview workshop treffen besprechen réunion reunión rencontrer"],
  [15, "call phone ring anrufen telefonieren appeler téléphoner llamar"],
  [15, "email mail reply answer respond write-back ask remind antworten beantworten mailen fragen erinnern"],
  [15, "répondre demander rappeler responder contestar preguntar recordar"],
  [
    10,
    "approve sign pay confirm book send forward unterschreiben bezahlen freigeben bestätigen buchen senden",
  ],
  [10, "approuver signer payer confirmer réserver envoyer aprobar firmar pagar confirmar reservar enviar"],
  [30, "buy order pick collect kaufen bestellen abholen acheter commander comprar pedir recoger"],
];
const MINUTES_OF_WORD = new Map<string, { minutes: number; rank: number }>(
  KINDS.flatMap(([minutes, words], rank) =>
    words.split(" ").map((word) => [word, { minutes, rank }] as const),
  ),
);
const USUAL_MINUTES = 30;
const LEAST = 5;
const MOST = 480;
/** Of the words of two titles together, those that both have. */
const ALIKE = 0.6;
const FEW = 2;
const SOME = 3;
const SMALL_WORDS = new Set(
  "a an the to of for with and on in at my our about der die das den dem ein eine einen für mit und zu im am le la les un une des du de à et pour avec el los las una para con y del al".split(
    " ",
  ),
);

/** How long a task takes that nobody estimated, in minutes, and what that was guessed from. */
export function guessMinutes(task: Described, history: readonly Finished[]): Guess {
  const words = wordsOf(task.title);
  for (const isMeasured of [true, false]) {
    const known = history.filter((each) => each.isMeasured === isMeasured);
    const from = isMeasured ? "done" : "estimated";
    const same = known.filter(({ title }) => isSame(words, wordsOf(title)));
    if (same.length >= FEW) return middleOf(same, from);
    const alike = known.filter(({ title }) => likeness(words, wordsOf(title)) >= ALIKE);
    if (alike.length >= FEW) return middleOf(alike, from);
    if (same.length > 0) return middleOf(same, from);
  }
  const tagged = history.filter(({ tags }) => tags.some((tag) => task.tags.includes(tag)));
  const word = guessByWord(words);
  if (tagged.length >= SOME && !word) return middleOf(tagged, "tag");
  const ofProject = history.filter(({ projectId }) => projectId !== null && projectId === task.projectId);
  if (ofProject.length >= SOME && !word) return middleOf(ofProject, "project");
  return word ?? { minutes: USUAL_MINUTES, from: "kind", count: 0 };
}

function guessByWord(words: ReadonlySet<string>): Guess | null {
  const [first] = [...words]
    .flatMap((word) => MINUTES_OF_WORD.get(word) ?? [])
    .sort((one, other) => one.rank - other.rank);
  return first ? { minutes: first.minutes, from: "word", count: 0 } : null;
}

/** The middle one, because one that took a week says nothing about the others. */
function middleOf(known: readonly Finished[], from: Guess["from"]): Guess {
  const sorted = known.map(({ minutes }) => minutes).sort((one, other) => one - other);
  return {
    minutes: rounded(sorted[Math.floor(sorted.length / 2)] ?? USUAL_MINUTES),
    from,
    count: known.length,
  };
}

/** To five minutes, within a day. */
const rounded = (minutes: number) => Math.min(MOST, Math.max(LEAST, Math.round(minutes / 5) * 5));

const wordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    title
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u)
      .filter((word) => word !== "" && !SMALL_WORDS.has(word)),
  );

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size > 0 && one.size === other.size && inBoth(one, other) === one.size;

const inBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].filter((word) => other.has(word)).length;

/** From 0 to 1. */
const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>) => {
  const both = inBoth(one, other);
  return both === 0 ? 0 : both / (one.size + other.size - both);
};
