import { wallClock } from "#platform/time/wall-clock.ts";

/** For tests: answers that are true of what calls returned, in varied words, with the places of what they claim. */
export type Piece = { kind: string; shown: string; lie(chance: Chance): string };
export type Statement = (string | Piece)[];
export type Chance = { whole(below: number): number; one<T>(of: readonly T[]): T };

/** Numbers that are always the same for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return { whole, one: (of) => of[whole(of.length)] as never };
}

const EN = "January February March April May June July August September October November December".split(" ");
const DE = "Januar Februar M\u00e4rz April Mai Juni Juli August September Oktober November Dezember".split(
  " ",
);
const FR =
  "janvier f\u00e9vrier mars avril mai juin juillet ao\u00fbt septembre octobre novembre d\u00e9cembre".split(
    " ",
  );
const ES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
  " ",
);
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
export type Language = "en" | "de" | "fr" | "es";

const DATE_FORMS: Readonly<
  Record<Language, readonly ((day: number, month: number, year: number) => string)[]>
> = {
  en: [
    (day, month) => `${day} ${EN[month]}`,
    (day, month) => `${EN[month]} ${day}`,
    (day, month) => `${EN[month]?.slice(0, 3)} ${day}`,
    (day, month, year) => `${day} ${EN[month]?.slice(0, 3)} ${year}`,
    (day, month, year) => `${EN[month]} ${day}, ${year}`,
    (day, month) =>
      `the ${day}${["th", "st", "nd", "rd"][day % 10 < 4 && ![11, 12, 13].includes(day) ? day % 10 : 0]} of ${EN[month]}`,
    (day, month, year) => `${year}-${String(month + 1).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
    (day, month, year) => `${DAYS[new Date(Date.UTC(year, month, day)).getUTCDay()]}, ${EN[month]} ${day}`,
  ],
  de: [(day, month) => `${day}. ${DE[month]}`, (day, month, year) => `${day}.${month + 1}.${year}`],
  fr: [(day, month) => `${day} ${FR[month]}`, (day, month, year) => `${day} ${FR[month]} ${year}`],
  es: [(day, month) => `${day} de ${ES[month]}`, (day, month, year) => `${day} de ${ES[month]} de ${year}`],
};

export function date(at: Date, timeZone: string, language: Language, chance: Chance): Piece {
  const form = chance.one(DATE_FORMS[language]);
  const show = (moment: Date) => {
    const { year, month, day } = wallClock(moment, timeZone);
    return form(day, month - 1, year);
  };
  const lie = (other: Chance) =>
    show(new Date(at.getTime() + (other.whole(2) ? 1 : -1) * (1 + other.whole(300)) * 86_400_000));
  return { kind: "date", shown: show(at), lie };
}

const two = (value: number) => String(value).padStart(2, "0");
const TIME_FORMS: Readonly<Record<Language, readonly ((hour: number, minute: number) => string)[]>> = {
  en: [
    (hour, minute) => `${two(hour)}:${two(minute)}`,
    (hour, minute) => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "am" : "pm"}`,
    (hour, minute) => `${hour % 12 || 12}${minute ? `.${two(minute)}` : ""} ${hour < 12 ? "a.m." : "p.m."}`,
    (hour, minute) => `${hour % 12 || 12}${minute ? `:${two(minute)}` : ""}${hour < 12 ? "AM" : "PM"}`,
  ],
  de: [(hour, minute) => (minute ? `${hour}:${two(minute)} Uhr` : `${hour} Uhr`)],
  fr: [(hour, minute) => `${hour}h${two(minute)}`],
  es: [(hour, minute) => `${hour}:${two(minute)}`],
};

export function time(at: Date, timeZone: string, language: Language, chance: Chance): Piece {
  const form = chance.one(TIME_FORMS[language]);
  const { hour, minute } = wallClock(at, timeZone);
  const lie = (other: Chance) => {
    const moved = (hour * 60 + minute + 15 * (1 + other.whole(94))) % 1440;
    return form(Math.floor(moved / 60), moved % 60);
  };
  return { kind: "time", shown: form(hour, minute), lie };
}

export function amount(value: number, unit: string, language: Language, chance: Chance): Piece {
  const grouped = (number: number, mark: string) => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, mark);
  const mark = language === "en" ? "," : language === "fr" ? " " : ".";
  const forms =
    unit !== "euros"
      ? [(number: number) => `${number} ${unit}`]
      : language === "en"
        ? [
            (number: number) => `${grouped(number, mark)} euros`,
            (number: number) => `\u20ac${grouped(number, mark)}`,
            (number: number) => `EUR ${number}`,
          ]
        : [(number: number) => `${grouped(number, mark)} ${language === "de" ? "Euro" : "euros"}`];
  const form = chance.one(forms);
  const lie = (other: Chance) =>
    form(
      other.whole(2)
        ? value + 1 + other.whole(900)
        : Number(
            String(value + 7)
              .split("")
              .reverse()
              .join("")
              .replace(/^0+/, "3"),
          ),
    );
  return { kind: "amount", shown: form(value), lie };
}

export function counted(value: number, chance: Chance): Piece {
  const form = (number: number, isWord: boolean) =>
    isWord ? (WORDS[number] ?? String(number)) : String(number);
  const isWord = chance.whole(2) === 1;
  const lie = (other: Chance) => form(value + 1 + other.whole(3), isWord);
  return { kind: "count", shown: form(value, isWord), lie };
}

const STRANGERS =
  "Astrid Kwame Bjarne Yolanda Fergus Ludmila Rashid Consuelo Tobias Ngozi Mireille Severin".split(" ");
const FAMILIES =
  "Halvorsen Mensah Dubois Petrov Castellano Achterberg Nakamura Lindholm Farrow Eskildsen Brandt".split(" ");

export function person(fullName: string, chance: Chance): Piece {
  const [first = "", family = ""] = fullName.split(" ");
  const form = chance.whole(3);
  const shown = form === 0 ? first : fullName;
  const lie = (other: Chance) =>
    form === 0
      ? other.one(STRANGERS)
      : other.whole(2)
        ? `${other.one(STRANGERS)} ${family}`
        : `${first} ${other.one(FAMILIES)}`;
  return { kind: "name", shown, lie };
}

export const address = (shown: string): Piece => ({
  kind: "address",
  shown,
  lie: (chance) => `${chance.one(STRANGERS).toLowerCase()}${shown.slice(shown.indexOf("@"))}`,
});

/** A code or a number of a telephone: one or two of its signs are others. */
export const code = (shown: string): Piece => ({
  kind: "code",
  shown,
  lie: (chance) => {
    const places = [...shown].flatMap((sign, at) => (/\d/.test(sign) && at > 2 ? [at] : []));
    const at = chance.one(places);
    return `${shown.slice(0, at)}${(Number(shown[at]) + 1 + chance.whole(8)) % 10}${shown.slice(at + 1)}`;
  },
});

/** What was done, and what was not. */
export const act = (shown: string, lies: readonly string[]): Piece => ({
  kind: "act",
  shown,
  lie: (chance) => chance.one(lies),
});

/** The text of a statement, with the places of its pieces; the piece at `lied` is a lie. */
export function textOf(statement: Statement, lied: number | null, chance: Chance) {
  let text = "";
  const places: { kind: string; start: number; end: number }[] = [];
  let at = 0;
  for (const part of statement) {
    const start = text.length;
    if (typeof part === "string") text += part;
    else {
      let shown = part.shown;
      for (let tries = 0; at === lied && shown === part.shown && tries < 20; tries += 1)
        shown = part.lie(chance);
      text += shown;
      places.push({ kind: part.kind, start, end: text.length });
      at += 1;
    }
  }
  return { text: text.charAt(0).toUpperCase() + text.slice(1), places };
}
