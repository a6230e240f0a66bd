import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Id } from "#platform/capability/wire.ts";
import { askModel, configuredModel } from "#platform/model/model.ts";
import { Document } from "./model.ts";
import { summaryPrompt } from "./prompts.ts";
import { readDocument } from "./read-document.ts";
import { findOwnDocument, ownDocuments } from "./read-documents.ts";
import { documents, documentTexts } from "./tables.ts";
import { announceToReaders } from "./write-documents.ts";

const MAX_LENGTH = 1500;
const TOO_SHORT = t`The model said nothing about this document`;

type Summarized = {
  document: Document;
  /** Why the former summary stays, in words for people. */
  notice: string | null;
};

export const summarizer = read({
  summary: "Get the language model that can summarize documents; null if none is set up",
  input: z.strictObject({}),
  output: z.object({ name: z.string().nullable() }),
  access: "user",
  run: async ({ systemSettings }) => ({ name: configuredModel(systemSettings)?.name ?? null }),
});

export const summarize = write({
  summary:
    "Summarize a document by the language model or the built-in rules; if the model fails, the old summary stays and `notice` says why",
  input: z.strictObject({ id: Id, by: z.enum(["model", "built-in"]).default("model") }),
  output: z.object({ document: Document, notice: z.string().nullable() }),
  access: "user",
  ownTransactions: true,
  run: async (context, { id, by }) => {
    const done = await (by === "model" ? summarizeByModel : summarizeByRule)(context, id);
    const other = by === "model" ? "built-in" : "model";
    if (done.notice === null)
      context.undoWith({ capability: "documents.summarize", input: { id, by: other } });
    return done;
  },
});

/**
 * Calls the language model, outside any transaction. If it fails, the built-in summary stays and `notice` says why. The
 * model's answer is text for people only: nothing ever acts on it.
 */
async function summarizeByModel(context: SignedIn, id: string): Promise<Summarized> {
  const model = configuredModel(context.systemSettings);
  const before = await inOwnTransaction(context, "read", (own) => findWithText(own, id));
  if (!model) return { document: before.document, notice: "No language model is set up" };
  if (before.text.trim() === "")
    throw new AppError("conflict", t`There is no text in this document to summarize`);
  try {
    const summary = await requestSummary(context, before);
    const { name } = model;
    return await inOwnTransaction(context, "write", (own) => saveSummary(own, before, { summary, name }));
  } catch (error) {
    if (!(error instanceof AppError) || !["upstream", "rate_limited"].includes(error.code)) throw error;
    return { document: before.document, notice: error.message };
  }
}

/** Takes the model's summary away; the built-in rules write theirs again. */
async function summarizeByRule(context: SignedIn, id: string): Promise<Summarized> {
  await inOwnTransaction(context, "write", async (own) => {
    const changed = await own.db
      .update(documents)
      .set({ aiSummary: null, summaryBy: null })
      .where(ownDocuments(own, eq(documents.id, id)))
      .returning({ id: documents.id });
    if (changed.length === 0) throw notFound(t`Document`);
  });
  await context.enqueue(readDocument, { id, userId: context.actor.userId }, { key: id });
  return {
    document: await inOwnTransaction(context, "read", (own) => findOwnDocument(own, id)),
    notice: null,
  };
}

type WithText = { document: Document; text: string; key: string };

async function findWithText(context: SignedIn, id: string): Promise<WithText> {
  const document = await findOwnDocument(context, id);
  const [row] = await context.db
    .select({ text: documentTexts.content, key: documents.storageKey })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.documentId, documents.id))
    .where(ownDocuments(context, eq(documents.id, id)));
  if (!row) throw new AppError("conflict", t`The text of this document was not read yet`);
  return { document, ...row };
}

async function requestSummary(context: SignedIn, { document, text }: WithText): Promise<string> {
  const messages = summaryPrompt(document.title, text);
  const { userId } = context.actor;
  let answer = "";
  for await (const chunk of askModel(context, { userId, messages, signal: AbortSignal.timeout(55_000) })) {
    answer += chunk;
    if (answer.length > 2 * MAX_LENGTH) break;
  }
  const summary = plain(answer, text).slice(0, MAX_LENGTH).trim();
  if (summary === "") throw new AppError("upstream", TOO_SHORT);
  return summary;
}

/** Removes invisible characters, and links that are not in the document (security.md D32). */
const plain = (answer: string, text: string): string =>
  answer
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/\b(?:https?:\/\/|www\.)[^\s<>()[\]"']+/gi, (link) =>
      text.includes(link.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")) ? link : "[link left out]",
    );

/** Saves nothing if the file was replaced meanwhile: its text is another one. */
async function saveSummary(
  context: SignedIn,
  { document: { id }, key }: WithText,
  { summary, name }: { summary: string; name: string },
): Promise<Summarized> {
  const updated = await context.db
    .update(documents)
    .set({ aiSummary: summary, summaryBy: name })
    .where(and(ownDocuments(context, eq(documents.id, id)), eq(documents.storageKey, key)))
    .returning({ id: documents.id });
  await announceToReaders(context, [id]);
  const notice = updated.length === 0 ? "The document was changed meanwhile" : null;
  return { document: await findOwnDocument(context, id), notice };
}
