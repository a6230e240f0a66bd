import { environment } from "./environment.ts";
import { CORPORA } from "./support/corpora-sources.ts";
import { type CorpusFile, corpusFiles, type Format } from "./support/fetch-corpora.ts";
import { closeWorkers, compareFile, type Finding } from "./support/read-corpora.ts";
import { type Reference, readWithReference } from "./support/reference.ts";
import { writeSelection } from "./support/select-corpora.ts";

// Test files of other projects, read as the product reads them (its worker processes) and by the reference parsers: Python's
// email, icalendar and vobject. A file counts if the reference parser reads it. SHOW=calendar also prints the file
// names; SELECT=1 writes those that may be part of this repository into bench/corpora, for the tests.

const TITLES: Record<Format, string> = { mail: "MIME", calendar: "iCalendar", card: "vCard" };
type Result = { file: CorpusFile; finding: Finding };

const files: CorpusFile[] = [];
for (const corpus of CORPORA)
  files.push(
    ...(await corpusFiles(corpus).catch((error: Error) => {
      console.log(`${corpus.library}: ${error.message}`);
      process.exitCode = 1;
      return [];
    })),
  );
const same: { file: CorpusFile; reference: Reference }[] = [];
const references = await readWithReference(files);
for (const format of ["mail", "calendar", "card"] as const) {
  const results: Result[] = [];
  for (const file of files.filter((each) => each.format === format)) {
    const reference = references.get(file.path);
    if (!reference) continue;
    const finding = await compareFile(file, reference);
    results.push({ file, finding });
    if (!finding) same.push({ file, reference });
  }
  printTable(format, results);
}
await closeWorkers();
if (environment.SELECT) console.log(`\n${await writeSelection(same)} files are in bench/corpora`);

function printTable(format: Format, results: readonly Result[]): void {
  console.log(`\n${TITLES[format].padEnd(24)}   files  tried  accepted  differing`);
  for (const [library, own] of Map.groupBy(results, ({ file }) => file.library))
    printLine(
      library,
      files.filter((file) => file.format === format && file.library === library).length,
      own,
    );
  printLine("all", files.filter((file) => file.format === format).length, results);
  const findings = results.flatMap(({ file, finding }) => (finding ? [{ file, ...finding }] : []));
  const reasons = [...Map.groupBy(findings, ({ kind, reason }) => `${kind}: ${reason}`)];
  for (const [reason, found] of reasons.sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`  ${String(found.length).padStart(4)}  ${reason}`);
    if (environment.SHOW === format)
      for (const { file } of found) console.log(`          ${file.library}: ${file.name}`);
  }
}

function printLine(library: string, count: number, results: readonly Result[]): void {
  const accepted = results.filter(({ finding }) => finding?.kind !== "refused").length;
  const differing = results.filter(({ finding }) => finding?.kind === "differs").length;
  const share = ((accepted / Math.max(results.length, 1)) * 100).toFixed(1);
  const numbers = [
    String(count).padStart(5),
    String(results.length).padStart(6),
    String(accepted).padStart(9),
  ];
  console.log(`  ${library.padEnd(24)} ${numbers.join(" ")} ${String(differing).padStart(10)}   ${share} %`);
}
