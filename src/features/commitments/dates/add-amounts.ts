import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import { later, type NamedDay, type Reading, todayOf, type Written } from "./calendar-days.ts";

/** 'in two weeks', 'within 48 hours', 'in 20' */
export const readRelative: Reading = (words, at, written) => {
  const [word = "", next = ""] = words.slice(at, at + 2);
  const isGranted = word === "me" && words[at - 1] === "give";
  if (!/^(?:in|within)$/.test(word) && !isGranted) return null;
  if (word === "within" && next === "the" && /^(?:hour|day|week)$/.test(words[at + 2] ?? ""))
    return amountLater(written, 1, words[at + 2] ?? "", 3);
  let place = at + 1;
  if (next === "the" && words[at + 2] === "next") place += 2;
  else if (next === "about" || next === "under" || next === "around") place += 1;
  if (words[place] === "half")
    return words[place + 2] === "hour" ? amountLater(written, 30, "minutes", place - at + 3) : null;
  const isCouple = words[place] === "a" && words[place + 1] === "couple";
  const amount = isCouple ? 2 : numberOf(words[place]);
  if (amount === 0) return null;
  place += isCouple ? (words[place + 2] === "of" ? 3 : 2) : 1;
  const isWorking = /^(?:working|business)$/.test(words[place] ?? "");
  const unit = words[isWorking ? place + 1 : place] ?? "";
  const found = amountLater(
    written,
    isWorking ? amount + weekendsIn(written, amount) : amount,
    unit,
    place - at + 1,
  );
  if (found || isGranted || amount < 2 || amount > 90 || !/^[.,!?)]?$/.test(unit)) return found;
  return amountLater(written, amount, "minutes", place - at);
};

const numberOf = (word = "") =>
  /^\d{1,3}$/.test(word) ? Number(word) : Object.hasOwn(NUMBER_WORDS, word) ? (NUMBER_WORDS[word] ?? 0) : 0;

function weekendsIn(written: Written, days: number): number {
  let [skipped, weekday] = [0, todayOf(written)];
  for (let left = Math.min(days, 200); left > 0; ) {
    weekday = (weekday + 1) % 7;
    if (weekday === 0 || weekday === 6) skipped += 1;
    else left -= 1;
  }
  return skipped;
}

function amountLater(written: Written, amount: number, unit: string, length: number): NamedDay | null {
  const { clock } = written;
  const minutes = /^min/.test(unit) ? amount : /^(?:hours?|hrs?|h)$/.test(unit) ? amount * 60 : 0;
  if (minutes > 0) {
    const ofDay = clock.hour * 60 + clock.minute + minutes;
    const time = { hour: Math.floor(ofDay / 60) % 24, minute: ofDay % 60 };
    return { ...later(written, Math.floor(ofDay / 1440), length), time };
  }
  if (/^days?$/.test(unit)) return later(written, amount, length);
  if (/^(?:weeks?|wks?)$/.test(unit)) return later(written, amount * 7, length);
  if (unit === "fortnight") return later(written, 14, length);
  return /^months?$/.test(unit) ? { ...later(written, 0, length), month: clock.month + amount } : null;
}
