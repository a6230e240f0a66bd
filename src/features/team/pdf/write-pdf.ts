import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { formatBritishMomentAndZone } from "#platform/time/format-in-zone.ts";
import { type Evidence, evidenceJson } from "../evidence/read-evidence.ts";
import { OUTCOME_LABELS, THRESHOLD_LABELS, VOTE_LABELS } from "../model.ts";
import { assemblePdf } from "./assemble-pdf.ts";
import { type Fonts, TextPages } from "./draw-text.ts";
import { openFont } from "./open-font.ts";
import { unwrapFont } from "./unwrap-font.ts";

/** More lines than this are in the attached log alone. */
const MAX_ROWS = 1_000;

const FONTS = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
  rare: "@fontsource/unifontex/files/unifontex-latin-400-normal.woff",
};

let fonts: Fonts | undefined;

async function readFonts(): Promise<Fonts> {
  const [regular, bold, rare] = await Promise.all(
    [FONTS.regular, FONTS.bold, FONTS.rare].map((file) => readFile(fileURLToPath(import.meta.resolve(file)))),
  );
  if (!regular || !bold || !rare) throw new Error("Three files were read");
  return { regular: openFont(regular), bold: openFont(bold), rare: openFont(unwrapFont(rare)) };
}

/**
 * A printable record of a decision: wording, rules, outcome, every vote, and the hashes of its log, which is attached
 * as a file. Font subsets are embedded, for all scripts.
 */
export async function decisionPdf(evidence: Evidence, now: Date): Promise<Buffer> {
  const { decision, ballots, entries } = evidence;
  fonts ??= await readFonts();
  const paper = new TextPages(fonts);
  const line = (text: string, style: Partial<Parameters<TextPages["write"]>[1]> = {}) =>
    paper.write(text, { font: "regular", size: 10, grey: 0.1, after: 3, ...style });
  const heading = (text: string) => line(text, { font: "bold", size: 12, before: 12, after: 5 });
  const soft = { grey: 0.4 };
  line(decision.title, { font: "bold", size: 18, after: 6 });
  for (const fact of facts(evidence)) line(fact, soft);
  if (decision.description) {
    heading("Wording");
    line(decision.description);
  }
  heading("Votes");
  if (!decision.counts) line("Hidden until it is completed.", soft);
  else if (ballots.length === 0) line("Nobody voted.", soft);
  for (const { fullName, vote, comment, proxyName, votedAt } of ballots.slice(0, MAX_ROWS)) {
    line(`${fullName || "Somebody who left"}: ${VOTE_LABELS[vote]}`, { font: "bold", after: 1 });
    const by = proxyName ? `, by ${proxyName} as proxy` : "";
    line(`${moment(votedAt, decision.timeZone)}${by}`, { ...soft, size: 9, after: comment ? 1 : 5 });
    if (comment) line(comment, { after: 5 });
  }
  if (ballots.length > MAX_ROWS) line(`and ${ballots.length - MAX_ROWS} more in the attached log`, soft);
  heading("Log");
  line(
    "The full log is attached to this file as log.json, with how to check it: each entry is sealed with the hash of the one before.",
    soft,
  );
  for (const { sequence, kind, hash } of entries.slice(0, MAX_ROWS))
    line(`${sequence}  ${kind}  ${hash}`, { size: 8, after: 2 });
  if (entries.length > MAX_ROWS)
    line(`… ${entries.length}  ${entries.at(-1)?.hash ?? ""}`, { size: 8, after: 2 });
  const log = { name: "log.json", type: "application/json", content: Buffer.from(evidenceJson(evidence)) };
  return assemblePdf(paper, fonts, decision.title, now, log);
}

function facts({ decision }: Evidence): string[] {
  const { workspaceName, creatorName, threshold, quorum, outcome, counts, voted, voters, timeZone } =
    decision;
  const { deadline, completedAt, completionReason, closedByName, createdAt, isHidden } = decision;
  const rules = [
    `Approved by ${THRESHOLD_LABELS[threshold].toLowerCase()}`,
    quorum > 0 && `quorum ${quorum} %`,
    isHidden && "votes hidden until completed",
  ];
  const ended = completedAt && `Completed ${moment(completedAt, timeZone)} (${completionReason ?? ""})`;
  return [
    outcome ? `Outcome: ${OUTCOME_LABELS[outcome]}` : "Voting is open",
    counts && `${counts.approve} for, ${counts.reject} against, ${counts.abstain} abstained`,
    `${voted} of ${voters} voted`,
    rules.filter(Boolean).join(", "),
    `Put to the vote ${moment(createdAt, timeZone)} by ${creatorName ?? "somebody who left"} in ${workspaceName}`,
    deadline && `Deadline ${moment(deadline, timeZone)}`,
    ended && `${ended}${closedByName ? ` by ${closedByName}` : ""}`,
  ].filter((fact) => typeof fact === "string");
}

/** In the decision's time zone, with its name. */
const moment = (at: Date, timeZone: string | null) => formatBritishMomentAndZone(at, timeZone ?? "UTC");
