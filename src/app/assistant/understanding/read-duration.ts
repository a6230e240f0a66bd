const COUNTS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  "forty-five": 45,
  fifty: 50,
  ninety: 90,
};

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
    const count = COUNTS[amount] ?? Number(amount || Number.NaN);
    if (HOURS.test(unit) && count > 0) minutes += count * 60;
    if (MINUTES.test(unit) && count > 0) minutes += count;
  });
  if (minutes > 0 && /\band a half\b/.test(text)) minutes += 30;
  return minutes > 0 ? minutes : null;
}

const HOURS = /^(?:hours?|hrs?|h)$/;
const MINUTES = /^(?:minutes?|mins?|m)$/;
