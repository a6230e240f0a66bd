import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type DayOrder, IMPORT_BATCH_SIZE, REQUIRED_FIELDS } from "../model.ts";
import { type CsvRow, guessMapping, type Mapping, parseCsv, toImportLines } from "../parse-csv.ts";
import { payments } from "./api.ts";

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_PROBLEMS = 50;

export type ImportFile = { name: string; head: string[]; rows: CsvRow[] };
export type ImportChoice = { mapping: Mapping; dayOrder: DayOrder; currency: string };
/** The result of an import or of its preview. */
export type ImportCount = {
  added: number;
  known: number;
  invalid: number;
  /** The first invalid lines. */
  problems: { line: number; problem: string }[];
};

/**
 * The steps of an import: the file, its columns, a preview of all lines, and the import in parts of some hundred
 * lines.
 */
export function useImport(onDone: () => void) {
  const queries = useQueryClient();
  const [file, setFile] = useState<ImportFile>();
  const [choice, setChoice] = useState<ImportChoice>({ mapping: {}, dayOrder: "dmy", currency: "USD" });
  const [trial, setTrial] = useState<ImportCount>();
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();

  const choose = async (given: File) => {
    setTrial(undefined);
    setFile(undefined);
    if (given.size > MAX_FILE_BYTES) return setProblem(t`The file is larger than 100 MB. Please split it.`);
    const [first, ...rows] = parseCsv(await given.text());
    if (!first || rows.length === 0)
      return setProblem(t`The file has no rows below its header. Please export it as CSV with a header row.`);
    setProblem(undefined);
    setFile({ name: given.name, head: first.cells, rows });
    setChoice((now) => ({ ...now, mapping: guessMapping(first.cells) }));
  };

  const send = async (importId: string, isDryRun: boolean): Promise<ImportCount | undefined> => {
    if (!file) return undefined;
    try {
      return await sendInBatches(file, choice, { importId, isDryRun }, setProgress);
    } catch (error) {
      toast.failure(isDryRun ? t`The file could not be checked` : t`The import stopped`, messageOf(error));
      return undefined;
    } finally {
      setProgress(undefined);
    }
  };

  const check = async () => setTrial(await send(crypto.randomUUID(), true));

  const run = async () => {
    const importId = crypto.randomUUID();
    const count = await send(importId, false);
    await queries.invalidateQueries({ queryKey: ["payments"] });
    if (!count) return;
    toast.undo(importedWords(count), () => void undoImport(queries, importId));
    onDone();
  };

  const missing = REQUIRED_FIELDS.filter((field) => choice.mapping[field] === undefined);
  return {
    file,
    choice,
    trial,
    progress,
    problem,
    missing,
    choose,
    check,
    run,
    change: (parts: Partial<ImportChoice>) => {
      setTrial(undefined);
      setChoice((now) => ({ ...now, ...parts }));
    },
  };
}

const importedWords = ({ added }: ImportCount) =>
  plural(added, {
    one: `${formatNumber(added)} payments imported`,
    other: `${formatNumber(added)} payments imported`,
  });

/** `onProgress`: from 0 to 1, before each batch. */
async function sendInBatches(
  { rows }: ImportFile,
  { mapping, ...rest }: ImportChoice,
  run: { importId: string; isDryRun: boolean },
  onProgress: (progress: number) => void,
): Promise<ImportCount> {
  const count: ImportCount = { added: 0, known: 0, invalid: 0, problems: [] };
  for (let at = 0; at < rows.length; at += IMPORT_BATCH_SIZE) {
    onProgress(at / rows.length);
    const lines = toImportLines(rows.slice(at, at + IMPORT_BATCH_SIZE), mapping);
    addOutcomes(count, await payments.import.call({ ...rest, ...run, lines }));
  }
  return count;
}

const undoImport = (queries: QueryClient, importId: string) =>
  payments.removeImport.call({ importId }).then(
    () => queries.invalidateQueries({ queryKey: ["payments"] }),
    (error: Error) => void toast.failure(t`The import could not be undone`, error.message),
  );

function addOutcomes(
  count: ImportCount,
  { outcomes }: Awaited<ReturnType<typeof payments.import.call>>,
): void {
  for (const { line, outcome, problem } of outcomes) {
    if (outcome === "new") count.added += 1;
    else if (outcome === "known") count.known += 1;
    else {
      count.invalid += 1;
      if (count.problems.length < MAX_PROBLEMS) count.problems.push({ line, problem });
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "");
