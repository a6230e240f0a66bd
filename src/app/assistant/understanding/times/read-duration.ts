import { NUMBER_WORDS } from "#platform/time/number-words.ts";

/** Minutes of 'two hours', 'half an hour', '1.5h', '45 min', 'an hour and a half'; null for other words. */
export function readDuration(given: string): number | null {
  const text = given.toLowerCase().replace(/-(?=minute|hour|min)/g, " ");
  if (/\bhalf (?:an |a )?(?:hour|hr)\b|\bhalf-hour\b/.test(text)) return 30;
  if (/\bquarter of an hour\b/.test(text)) return 15;
  if (/\bthree quarters of an hour\b/.test(text)) return 45;
  let minutes = 0;
  const words = [...text.matchAll(/\d+(?:\.\d+)?|[a-z-]+/g)].map(([word]) => word);
  words.forEach((unit, at) => {
    const amount = words[at - 1] ?? "";
    const count = NUMBER_WORDS[amount] ?? Number(amount || Number.NaN);
    if (HOURS.test(unit) && count > 0) minutes += count * 60;
    if (MINUTES.test(unit) && count > 0) minutes += count;
  });
  if (minutes > 0 && /\band a half\b/.test(text)) minutes += 30;
  return minutes > 0 ? minutes : null;
}

const HOURS = /^(?:hours?|hrs?|h)$/;
const MINUTES = /^(?:minutes?|mins?|m)$/;
