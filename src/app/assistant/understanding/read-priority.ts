type Priority = "low" | "medium" | "high" | "urgent";

const WORDS: readonly (readonly [RegExp, Priority])[] = [
  [/\b(?:not|isn't|less|no longer) (?:so |that |very |as )?(?:urgent|important|critical)\b/i, "low"],
  [/\b(urgent|critical|top|highest|asap|right away|immediately|drop everything)\b/i, "urgent"],
  [/\b(low|lowest|minor|unimportant|whenever|less|lower|back burner|no rush)\b/i, "low"],
  [/\b(medium|normal|middle|standard|regular|ordinary|average)\b/i, "medium"],
  [/\b(high|important|higher|more|raise|bump)\b/i, "high"],
];

/** The priority that the words name; null for none. */
export const readPriority = (words: string): Priority | null =>
  WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
