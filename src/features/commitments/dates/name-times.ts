import type { Words } from "./calendar-days.ts";

/** `zone`: of 'ET' and the like; `isOpen`: 'at 8' may also be in the evening. */
export type Time = { hour: number; minute: number; zone?: string; isOpen?: true };

const BEFORE_TIME = new Set("at by before around round about till til until @ after past for".split(" "));
const AFTER_TIME =
  /^(?:[.,;!?)–—-]|latest|on|in|today|tonight|tomorrow|your|my|our|local|sharp|o|and|so|if|when|to|for|with|i|we|this|next|then|mon|tue|wed|thu|fri|sat|sun|\w+day|cet|cest|gmt|bst|ist|jst|est|edt|et|pst|pdt|pt|ct|cst|cdt|eastern|central|pacific|utc|uk|at|or|the|thanks|thank|please|ok|okay|prompt|ish|x|latest)$/;
const HALVES = new Set("morning afternoon evening tonight".split(" "));

/** The first time of day. A single number is one only after 'at', 'by' and the like. */
export function findTime(words: Words): Time | null {
  const isEvening = words.some((word) => /^(?:tonight|evening)$/.test(word));
  for (let at = 0; at < words.length; at += 1) {
    const time = timeAt(words, at, isEvening);
    if (time) return withZone(words, at, time);
    if (time === undefined) return null;
  }
  return null;
}

const ZONES: Readonly<Record<string, string>> = {
  ...{
    et: "America/New_York",
    est: "America/New_York",
    edt: "America/New_York",
    eastern: "America/New_York",
  },
  ...{
    pt: "America/Los_Angeles",
    pst: "America/Los_Angeles",
    pdt: "America/Los_Angeles",
    pacific: "America/Los_Angeles",
  },
  ...{ ct: "America/Chicago", cst: "America/Chicago", cdt: "America/Chicago", central: "America/Chicago" },
  ...{ mst: "America/Denver", mdt: "America/Denver", gmt: "UTC", utc: "UTC", bst: "Europe/London" },
  ...{ cet: "Europe/Berlin", cest: "Europe/Berlin", ist: "Asia/Kolkata", jst: "Asia/Tokyo" },
};
const withZone = (words: Words, at: number, time: Time): Time => {
  const name = words.slice(at + 1, at + 4).find((word) => Object.hasOwn(ZONES, word));
  const zone = name === undefined ? undefined : ZONES[name];
  return zone === undefined ? time : { ...time, zone };
};

/** Null: no time stands here; undefined: one that is not to be read. */
function timeAt(words: Words, at: number, isEvening: boolean): Time | null | undefined {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  if (/^(?:from|since|between|my|our|your|his|her|their)$/.test(before)) return null;
  if (word === "noon" || word === "midday") return before === "after" ? undefined : { hour: 12, minute: 0 };
  if (word === "midnight" && !words.includes("til")) return { hour: 23, minute: 59 };
  const spoken = spokenTime(words, at, isEvening);
  if (spoken) return spoken;
  const [, digits = "", minutes = "", attached = ""] =
    /^(\d{1,2})(?:[:.](\d\d))?(am|pm)?$/.exec(hourOfWord(word)) ?? [];
  const hour = Number(digits);
  if (digits === "" || hour > 24 || Number(minutes) > 59) return null;
  const hours = hourMark(words, at + 1);
  if (minutes === "" && hours !== null) return { hour, minute: hours };
  const half = attached || halfOf(words, at + 1);
  const isClock = half !== "" || (minutes !== "" && word.includes(":"));
  if (!isClock && !isNamed(words, at, minutes)) return null;
  const time = { hour: inDay(hour, half, isClock && half === "", isEvening), minute: Number(minutes) };
  return half === "" && time.hour < 12 && hour < 12 ? { ...time, isOpen: true } : time;
}

/** 'at 3', 'with you for 10', '11 sharp', 'Saturday 7.30', '6ish', 'ten o'clock' */
function isNamed(words: Words, at: number, minutes: string): boolean {
  const [before = "", next] = [words[at - 1], words[at + 1]];
  if (next === "sharp" || next === "ish" || next === "o'clock") return before !== "the";
  const isEnd = next === undefined || AFTER_TIME.test(next);
  if (before === "for")
    return (
      isEnd &&
      words
        .slice(Math.max(0, at - 5), at)
        .some((word) => /^(?:you|there|here|table|booked|set|back)$/.test(word))
    );
  if (BEFORE_TIME.has(before)) return isEnd;
  return minutes !== "" && isEnd && words.slice(Math.max(0, at - 3), at).some((word) => DAY.test(word));
}
const DAY =
  /^(?:today|tonight|tomorrow|morning|afternoon|evening|mon|tue|wed|thu|fri|sat|sun|\p{L}{3,6}day)$/u;

/** 'half six', 'half past three', 'quarter to five', 'ten past two' */
function spokenTime(words: Words, at: number, isEvening: boolean): Time | null {
  const [word = "", next = "", after = ""] = words.slice(at, at + 3);
  if (word === "half" && next !== "past") {
    const hour = hourNamed(next);
    return hour > 0 && !/^(?:hours?|days?|weeks?|%|-)$/.test(after)
      ? { hour: inDay(hour, halfOf(words, at + 2), false, isEvening), minute: 30 }
      : null;
  }
  if (next !== "past" && next !== "to") return null;
  const hour = hourNamed(after);
  const past =
    word === "half"
      ? 30
      : word === "quarter"
        ? 15
        : /^(?:five|ten|twenty)$/.test(word)
          ? NAMED_MINUTES[word]
          : undefined;
  if (hour === 0 || past === undefined) return null;
  const full = inDay(hour, halfOf(words, at + 3), false, isEvening);
  return next === "past" ? { hour: full, minute: past } : { hour: (full + 23) % 24, minute: 60 - past };
}
const NAMED_MINUTES: Readonly<Record<string, number>> = { five: 5, ten: 10, twenty: 20 };

/** 'h30' of '14h30', 'h' of '14 h' */
function hourMark(words: Words, at: number): number | null {
  if (words[at] !== "h") return null;
  const minutes = words[at + 1] ?? "";
  return /^[0-5]\d$/.test(minutes)
    ? Number(minutes)
    : words[at - 2] === "at" || words[at - 2] === "by"
      ? 0
      : null;
}

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const hourOfWord = (word: string) => (HOURS.includes(word) ? String(HOURS.indexOf(word) + 1) : word);
const hourNamed = (word: string) => {
  const hour = Number(hourOfWord(word));
  return /^\d{1,2}$/.test(hourOfWord(word)) && hour >= 1 && hour <= 12 ? hour : 0;
};

const halfOf = (words: Words, at: number) => {
  const word = words[at] ?? "";
  if (word === "am" || word === "pm") return word;
  if (word === "in" && words[at + 1] === "the" && HALVES.has(words[at + 2] ?? ""))
    return words[at + 2] === "morning" ? "am" : "pm";
  return /^[ap]$/.test(word) && words[at + 1] === "." && words[at + 2] === "m" ? `${word}m` : "";
};

/** 'at 3' is in the afternoon, 'at 9' in the morning, and 'tonight at 9' in the evening. */
function inDay(hour: number, half: string, isExact: boolean, isEvening: boolean): number {
  if (half !== "") return (hour % 12) + (half === "pm" ? 12 : 0);
  if (hour >= 12 || (isExact && hour >= 7 && !isEvening) || hour === 0) return hour;
  return hour <= 6 || isEvening ? hour + 12 : hour;
}
