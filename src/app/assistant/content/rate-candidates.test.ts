import { expect, test } from "vitest";
import type { ContentRecord } from "./content-record.ts";
import { candidatesIn, readRecord, vocabularyOf, weigh } from "./rank-units.ts";
import { rateCandidates } from "./rate-candidates.ts";
import { readQuestion } from "./read-question.ts";

const documentOf = (text: string): ContentRecord => ({
  ...{ kind: "document", id: "d", title: "Lease of the hall", text, author: null, isOwn: false },
  ...{ around: "document", at: new Date("2026-11-18T09:00:00Z") },
  card: { kind: "document", id: "d", title: "Lease of the hall", subtitle: null, href: "/documents/d" },
});

test("in a document of many sentences those with the question's words are read, wherever they stand", () => {
  const others = Array.from({ length: 1400 }, (_, at) => `The choir sings song ${at} in the evening.`);
  const answer = "Either side may give notice of six months.";
  const text = [...others, answer, ...others].join("\n\n");
  const [part] = readQuestion("how many months of notice do we give", () => false).parts;
  if (!part) throw new Error("The question has no part");
  const reads = [readRecord(documentOf(text)), readRecord({ ...documentOf(text), id: "e" })];
  const weighed = weigh(part, reads, vocabularyOf(reads));
  const all = reads.flatMap((read) => candidatesIn(read, part, weighed, "UTC"));
  expect(all.length).toBeGreaterThan(2_000);
  const rated = rateCandidates(part, [], all);
  expect(rated.length).toBeLessThanOrEqual(32);
  expect(rated.map(({ candidate: { units, place } }) => units[place]?.text)).toContain(answer);
});
