import { partFeatures, possibleStarts } from "#app/assistant/understanding/part-features.ts";
import type { MarkedLine } from "./read-marked.ts";
import { trainFrames } from "./train-frames.ts";

/** How much each feature of a word speaks for another request beginning there; the sum is above 0 if one does. */
export function trainStarts(lines: readonly MarkedLine[]): Map<string, number> {
  const examples = lines.flatMap(({ tokens, starts }) =>
    possibleStarts(tokens).map((at) => ({
      features: partFeatures(tokens, at),
      label: starts.includes(at) ? "starts" : "goes on",
    })),
  );
  const { classes, features } = trainFrames(examples, { epochs: 5 });
  const [starts, other] = [classes.indexOf("starts"), classes.indexOf("goes on")];
  return new Map([...features].map(([name, row]) => [name, (row[starts] ?? 0) - (row[other] ?? 0)]));
}
