import { createRequire } from "node:module";
import type PdfDocument from "pdfkit";
import { drawText, foreignFont, type Pen } from "./draw-text.ts";
import { OUTCOME_LABELS, THRESHOLD_LABELS, VOTE_LABELS } from "./model.ts";
import { type Evidence, evidenceJson } from "./read-evidence.ts";

const A4 = { width: 595.28, height: 841.89, margin: 56 };
/** More lines than this are in the attached log alone. */
const MOST_ROWS = 1_000;

const FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"] as const;

/**
 * A decision for people to read and keep: wording, rules, outcome, every vote, and the hashes of its log, which lies in it
 * as an attached file. Fonts are embedded; what they lack is drawn by the fonts of the reader and found by search.
 */
export async function decisionPdf(evidence: Evidence, now: Date): Promise<Buffer> {
  const { decision, ballots, entries } = evidence;
  const { default: Document } = await import("pdfkit");
  const resolve = createRequire(import.meta.url).resolve;
  const [regular, bold] = FONTS.map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`));
  const pdf = new Document({
    size: [A4.width, A4.height],
    margin: A4.margin,
    font: regular ?? "",
    info: { Title: decision.title, Producer: "Adjutant", CreationDate: now },
  });
  const bytes = collected(pdf);
  pdf.registerFont("regular", regular ?? "").registerFont("bold", bold ?? "");
  pdf.file(Buffer.from(evidenceJson(evidence)), { name: "log.json", type: "application/json" });
  const pen: Pen = {
    pdf,
    foreign: foreignFont(pdf),
    left: A4.margin,
    right: A4.width - A4.margin,
    bottom: A4.height - A4.margin,
    y: A4.margin,
  };
  const line = (text: string, look: Partial<Parameters<typeof drawText>[2]> = {}) =>
    drawText(pen, text, { font: "regular", size: 10, color: "#1a1a1e", after: 3, ...look });
  const heading = (text: string) => line(text, { font: "bold", size: 12, before: 12, after: 5 });
  const soft = { color: "#5b5b66" };
  line(decision.title, { font: "bold", size: 18, after: 6 });
  for (const fact of facts(evidence)) line(fact, soft);
  if (decision.description) {
    heading("Wording");
    line(decision.description);
  }
  heading("Votes");
  if (!decision.counts) line("Hidden until it is completed.", soft);
  else if (ballots.length === 0) line("Nobody voted.", soft);
  for (const { fullName, vote, comment, proxyName, votedAt } of ballots.slice(0, MOST_ROWS)) {
    line(`${fullName || "Somebody who left"}: ${VOTE_LABELS[vote]}`, { font: "bold", after: 1 });
    const by = proxyName ? `, by ${proxyName} as proxy` : "";
    line(`${moment(votedAt, decision.timeZone)}${by}`, { ...soft, size: 9, after: comment ? 1 : 5 });
    if (comment) line(comment, { after: 5 });
  }
  if (ballots.length > MOST_ROWS) line(`and ${ballots.length - MOST_ROWS} more in the attached log`, soft);
  heading("Log");
  line(
    "The full log is attached to this file as log.json, with how to check it: each entry is sealed with the hash of the one before.",
    soft,
  );
  for (const { sequence, kind, hash } of entries.slice(0, MOST_ROWS))
    line(`${sequence}  ${kind}  ${hash}`, { size: 8, after: 2 });
  if (entries.length > MOST_ROWS)
    line(`… ${entries.length}  ${entries.at(-1)?.hash ?? ""}`, { size: 8, after: 2 });
  pdf.end();
  return bytes;
}

function facts({ decision }: Evidence): string[] {
  const { workspaceName, creatorName, threshold, quorum, outcome, counts, voted, voters, timeZone } =
    decision;
  const { deadline, completedAt, completedBecause, closerName, createdAt, isHidden } = decision;
  const rules = [
    `Approved by ${THRESHOLD_LABELS[threshold].toLowerCase()}`,
    quorum > 0 && `quorum ${quorum} %`,
    isHidden && "votes hidden until completed",
  ];
  const ended = completedAt && `Completed ${moment(completedAt, timeZone)} (${completedBecause ?? ""})`;
  return [
    outcome ? `Outcome: ${OUTCOME_LABELS[outcome]}` : "Voting is open",
    counts && `${counts.approve} for, ${counts.reject} against, ${counts.abstain} abstained`,
    `${voted} of ${voters} voted`,
    rules.filter(Boolean).join(", "),
    `Put to the vote ${moment(createdAt, timeZone)} by ${creatorName ?? "somebody who left"} in ${workspaceName}`,
    deadline && `Deadline ${moment(deadline, timeZone)}`,
    ended && `${ended}${closerName ? ` by ${closerName}` : ""}`,
  ].filter((fact) => typeof fact === "string");
}

/** In the zone of the decision, which it names. */
const moment = (at: Date, timeZone: string | null) =>
  `${at.toLocaleString("en-GB", { timeZone: timeZone ?? "UTC", dateStyle: "medium", timeStyle: "short" })} (${timeZone ?? "UTC"})`;

function collected(pdf: typeof PdfDocument.prototype): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
}
