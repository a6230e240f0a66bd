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
export function readDuration(words: string): number | null {
  const text = words.toLowerCase().replace(/-(?=minute|hour|min)/g, " ");
  if (/\bhalf (?:an |a )?(?:hour|hr)\b|\bhalf-hour\b/.test(text)) return 30;
  if (/\bquarter of an hour\b/.test(text)) return 15;
  if (/\bthree quarters of an hour\b/.test(text)) return 45;
  let minutes = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(
    /(\d+(?:\.\d+)?|an?|one|two|three|four|five|six|ten|fifteen|twenty|thirty|forty-five|forty|fifty|ninety)\s*(hours?|hrs?|h|minutes?|mins?|m)\b/g,
  ))
    minutes += (COUNTS[amount] ?? Number(amount)) * (unit.startsWith("h") ? 60 : 1);
  if (minutes > 0 && /\band a half\b/.test(text)) minutes += 30;
  return minutes > 0 ? minutes : null;
}
