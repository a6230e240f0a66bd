import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { CorpusFile, Format } from "./fetch-corpora.ts";
import type { Reference } from "./reference.ts";

/** Projects whose licence allows their test files here, under AGPL-3.0 (`docs/decisions/0106`). */
const LICENCES: Readonly<Record<string, string>> = {
  enmime: "MIT",
  "CPython email": "PSF-2.0",
  "MIME-tools": "Artistic-1.0-Perl OR GPL-1.0-or-later",
  "iCal::Parser": "Artistic-1.0-Perl OR GPL-1.0-or-later",
  "golang-ical": "Apache-2.0",
  icalendar: "BSD-2-Clause",
  libical: "MPL-2.0 OR LGPL-2.1-only",
  Radicale: "GPL-3.0-or-later",
  "Horde Icalendar": "LGPL-2.1-only",
  "Evolution Data Server": "LGPL-2.0-or-later",
  KContacts: "LGPL-2.0-or-later",
  "Text::vCard": "Artistic-1.0-Perl OR GPL-1.0-or-later",
  SyncEvolution: "LGPL-2.1-only OR LGPL-3.0-only",
};
const MAX_BYTES = 4000;
const EXTENSIONS: Record<Format, string> = { mail: "eml", calendar: "ics", card: "vcf" };
const FOLDER = resolve(import.meta.dirname, "../corpora");
/** The annotated threads in the same folder are this project's own. */
const OWN = "commitments-";

type Selected = { file: CorpusFile; reference: Reference };

/** Writes the small files that are read as the reference parser reads them, what it reads, and where they are from. */
export async function writeSelection(same: readonly Selected[]): Promise<number> {
  await mkdir(FOLDER, { recursive: true });
  const old = (await readdir(FOLDER)).filter((name) => !name.startsWith(OWN));
  for (const name of old) await rm(join(FOLDER, name));
  const lines: string[] = [];
  const sources: string[] = [];
  const counts = new Map<string, number>();
  for (const { file, reference } of same) {
    const licence = LICENCES[file.library];
    if (licence === undefined || file.bytes.length > MAX_BYTES) continue;
    const prefix = file.library.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    const number = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, number);
    const name = `${prefix}-${number}.${EXTENSIONS[file.format]}`;
    await writeFile(join(FOLDER, name), file.bytes);
    lines.push(`${JSON.stringify({ name, ...reference })}\n`);
    sources.push(`| ${name} | ${file.library} | ${file.name} | ${licence} |`);
  }
  await writeFile(join(FOLDER, "expected.jsonl"), lines.join(""));
  await writeFile(join(FOLDER, "SOURCES.md"), [...HEAD, ...sources, ""].join("\n"));
  return sources.length;
}

const HEAD = [
  "# Test files of other projects",
  "",
  "Unchanged, from Debian's source packages (icalendar: the built package). `expected.jsonl` has what Python's `email`, `icalendar`",
  "and `vobject` read in them. `SELECT=1 npm run bench -- corpora` writes this folder; the test is `src/app/tests/corpora.test.ts`.",
  "",
  "| File | Project | File in the project | Licence |",
  "|---|---|---|---|",
];
