import "../require-node-24.mjs";
import { writeFileSync } from "node:fs";
import type { ContentRecord } from "#app/assistant/content/content-record.ts";
import { corrected } from "#app/assistant/content/correct-words.ts";
import { candidatesIn, readRecord, vocabularyOf, weigh } from "#app/assistant/content/rank-units.ts";
import { FEATURES, rateCandidates } from "#app/assistant/content/rate-candidates.ts";
import { readQuestion } from "#app/assistant/content/read-question.ts";
import { stemOf } from "#app/assistant/understanding/tokens.ts";
import { keyOf, momentOf, readSource, readWorld, type Source } from "./read-world.ts";

// Writes for each question what speaks for each passage that was read, as lines of JSON, for `train_judge.py`:
// `node scripts/reader/write-candidates.ts FILE WORLD.json ...`

const [target, ...files] = process.argv.slice(2);
if (!target || files.length === 0)
  throw new Error("Usage: node scripts/reader/write-candidates.ts FILE WORLD.json ...");

const ZONE = "Europe/Vienna";

function recordOf(source: Source): ContentRecord {
  const { title, author, text } = readSource(source);
  const { kind, from = "", to = "", organization = "", role = "", category = "" } = source;
  const words = from.replaceAll(/[<>"@._+-]/g, " ");
  return {
    ...{ kind: kind as ContentRecord["kind"], id: keyOf(source), title, text, isOwn: false },
    author: author === "" ? null : { name: author, address: from, words },
    around: `${kind === "email" ? "mail email" : kind} ${String(to)} ${organization} ${role} ${category}`,
    at: new Date(momentOf(source) || "2026-11-18T09:00"),
    card: { kind: "email", id: keyOf(source), title, subtitle: null, href: "/" },
  };
}

const lines = files.flatMap((file) => {
  const { name, records, questions } = readWorld(file);
  const reads = records.map((source) => readRecord(recordOf(source)));
  const vocabulary = vocabularyOf(reads);
  const names = new Set(
    records.flatMap(({ kind, name: who = "" }) =>
      kind === "contact" ? who.toLowerCase().split(/\s+/).map(stemOf) : [],
    ),
  );
  const began = performance.now();
  const written = questions.map(({ q }, number) => {
    const { parts } = readQuestion(q, (stem) => names.has(stem));
    const rated = parts.map((each) => {
      const part = { ...each, concepts: corrected(each.concepts, vocabulary) };
      const weighed = weigh(part, reads, vocabulary);
      const all = reads.flatMap((read) => candidatesIn(read, part, weighed, ZONE));
      const ranked = all.filter(({ fits }) => fits).toSorted((one, other) => other.score - one.score);
      return rateCandidates(part, ranked, all).map(({ candidate, features, span }) => ({
        ...{ at: all.indexOf(candidate), features: features.map((each) => Math.round(each * 1e4) / 1e4) },
        span: span?.shown,
      }));
    });
    return JSON.stringify({ world: name, number, parts: rated });
  });
  const each = (performance.now() - began) / questions.length;
  console.log(`${name}: ${questions.length} questions, ${each.toFixed(0)} ms each`);
  return written;
});
writeFileSync(target, `${JSON.stringify(FEATURES)}\n${lines.join("\n")}\n`);
