import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { summarizeText } from "#features/email/writing/summarize-by-rule.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { inRequestTransaction } from "#platform/capability/run-context.ts";
import { configuredModel, type ModelMessage } from "#platform/model/model.ts";
import { answerBuiltIn } from "../answer-built-in.ts";
import { isUnderstood, previousAnswerOf } from "../answer-sentence.ts";
import { findChat, lastAnswer, withProposals } from "../chats/read-chats.ts";
import { createChat, type Exchange, refuseTooMany, saveAnswer, undoOf } from "../chats/save-answer.ts";
import type { Attachment, ModelUse, Question } from "../model.ts";
import { fenced, rulesOfARun } from "../prompts.ts";
import { assistantMemories, assistantMessages, assistantSettings } from "../tables.ts";
import { knownBefore } from "./known-before.ts";
import { runAgent } from "./run-agent.ts";
import type { Ran } from "./run-state.ts";

/** Chat messages and facts sent to the model, and characters of all attached documents together. */
const REMEMBERED = 10;
const MAX_MEMORIES = 50;
const MAX_DOCUMENT = 12_000;

type Answered = Exchange & { notice?: string };

/**
 * The one door of every interface: answers with the built-in reading if it covers the sentence, with the language model if
 * there is one, and with the built-in reading again if that fails. Opens its own transactions.
 */
export async function answerQuestion(context: SignedIn, asked: Question): Promise<Answered> {
  const prepared = await inRequestTransaction(context, "read", (own) => prepare(own, asked));
  if (!prepared.wantsModel && asked.documentIds.length > 0)
    return inRequestTransaction(context, "write", (own) => summedUp(own, asked));
  const builtIn = () => inRequestTransaction(context, "write", (own) => answerBuiltIn(own, asked));
  if (!prepared.wantsModel) return builtIn();
  const { attachments, material } = await inRequestTransaction(context, "read", (own) =>
    attached(own, asked),
  );
  const { services, actor, requestId, address, onProgress } = context;
  const { text: sentence, page } = asked;
  const signal = context.signal ?? new AbortController().signal;
  const content = material === "" ? sentence : `${sentence}\n\n${material}`;
  const ran = await runAgent({
    ...{ services, actor, requestId, address, signal, sentence, page },
    onProgress: (progress) => onProgress?.(progress),
    messages: [...prepared.messages, { role: "user", content }],
    isTainted: prepared.isTainted || attachments.length > 0,
    known: prepared.known,
    material: knownBefore(prepared, { sentence, attached: material }),
  });
  const didNothing = ran.text === "" && ran.toolCalls.length === 0;
  if (ran.failure && didNothing && !signal.aborted) return { ...(await builtIn()), notice: ran.failure };
  return inRequestTransaction(context, "write", (own) =>
    saveModelAnswer(own, asked, { ran, attachments, prepared }),
  );
}

/** Whether a model would read the sentence: there is one, its person wants it, and the built-in reading does not cover it. */
export const asksModel = (context: SignedIn, asked: Question): Promise<boolean> =>
  inRequestTransaction(context, "read", async (own) => (await prepare(own, asked)).wantsModel);

/** Without a model: summarizes the attached documents by the rules for mail summaries. */
async function summedUp(context: SignedIn, asked: Question): Promise<Exchange> {
  const { attachments, texts } = await attached(context, asked);
  const chat = asked.chatId ? await findChat(context, asked.chatId) : await createChat(context, asked.text);
  const lines = texts.map(({ title, content }) =>
    content ? `'${title}': ${summarizeText(content)}` : `'${title}' is not read yet, or holds no text.`,
  );
  return saveAnswer(
    context,
    chat.id,
    { text: asked.text, attachments },
    {
      text: `${lines.join("\n")}\n\nMore than a summary needs a language model.`,
      cards: attachments.map(({ id, title }) => ({
        kind: "document",
        id,
        title,
        subtitle: null,
        href: `/documents/${id}`,
      })),
      toolCalls: [{ capability: "documents.get", effect: "read" }],
      proposed: [],
      intent: "documents.attached",
      pendingSlots: null,
      reading: null,
      undo: [],
      engine: null,
      isTainted: true,
    },
  );
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(context: SignedIn, { text, chatId, timeZone, page, documentIds }: Question) {
  await refuseTooMany(context);
  const { db, actor, now, systemSettings } = context;
  const chat = chatId ? await findChat(context, chatId) : null;
  const last = chat ? await lastAnswer(context, chat.id) : null;
  const modelUse = await modelUseOf(context);
  const isFit = isUnderstood(context, { sentence: text, timeZone, previous: previousAnswerOf(last) });
  const model = configuredModel(systemSettings);
  const wantsModel =
    model !== null && modelUse !== "never" && (modelUse === "always" || documentIds.length > 0 || !isFit);
  const rows = chat && wantsModel ? await lately(context, chat.id) : [];
  const before = await withProposals(context, rows);
  const memories = await db
    .select({ content: assistantMemories.content, provenance: assistantMemories.provenance })
    .from(assistantMemories)
    .where(and(eq(assistantMemories.userId, actor.userId), isNull(assistantMemories.deletedAt)))
    .orderBy(desc(assistantMemories.createdAt), desc(assistantMemories.id))
    .limit(MAX_MEMORIES);
  const isOwnMemory = ({ provenance }: { provenance: string }) => isOwnText(provenance);
  const rules = rulesOfARun({
    ...{ fullName: actor.fullName, now, timeZone, page },
    memories: memories.filter(isOwnMemory).map(({ content }) => content),
    notes: memories.filter((memory) => !isOwnMemory(memory)).map(({ content }) => content),
  });
  const history = before.map(
    ({ role, content }): ModelMessage => ({ role, content: content.slice(0, 4_000) || "…" }),
  );
  return {
    wantsModel,
    engine: model?.name ?? null,
    messages: [rules, ...history],
    known: before.flatMap(({ cards }) => cards),
    before,
    facts: [actor.fullName, ...memories.map(({ content }) => content)],
    clock: { now, timeZone },
    isTainted:
      !memories.every(isOwnMemory) ||
      rows.some(
        ({ isTainted, attachments, provenance }) =>
          isTainted || attachments.length > 0 || !isOwnText(provenance),
      ),
  };
}

export async function modelUseOf({ db, actor }: SignedIn): Promise<ModelUse> {
  const [settings] = await db
    .select({ modelUse: assistantSettings.modelUse })
    .from(assistantSettings)
    .where(eq(assistantSettings.userId, actor.userId));
  return settings?.modelUse ?? "needed";
}

async function lately({ db, actor }: SignedIn, chatId: string) {
  const rows = await db
    .select()
    .from(assistantMessages)
    .where(and(eq(assistantMessages.chatId, chatId), eq(assistantMessages.userId, actor.userId)))
    .orderBy(desc(assistantMessages.createdAt), desc(assistantMessages.id))
    .limit(REMEMBERED);
  return rows.reverse();
}

/** The text of the attached documents, treated as written by others because their author is unknown. */
async function attached({ db, actor }: SignedIn, { documentIds }: Question) {
  if (documentIds.length === 0) return { attachments: [] as Attachment[], material: "", texts: [] };
  const rows = await db
    .select({ id: documents.id, title: documents.title, content: documentTexts.content })
    .from(documents)
    .leftJoin(documentTexts, eq(documentTexts.documentId, documents.id))
    .where(
      and(
        inArray(documents.id, [...documentIds]),
        eq(documents.userId, actor.userId),
        isNull(documents.deletedAt),
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.id));
  if (rows.length < new Set(documentIds).size) throw new AppError("not_found", t`Document not found`);
  const maxLength = Math.floor(MAX_DOCUMENT / rows.length);
  const material = rows
    .map(({ title, content }) =>
      fenced(
        `Document '${title}'\n${content?.slice(0, maxLength) || "(Its text is not read yet, or it has none.)"}`,
      ),
    )
    .join("\n");
  return { attachments: rows.map(({ id, title }): Attachment => ({ id, title })), material, texts: rows };
}

async function saveModelAnswer(
  context: SignedIn,
  { text, chatId }: Question,
  { ran, attachments, prepared }: { ran: Ran; attachments: Attachment[]; prepared: Prepared },
): Promise<Exchange> {
  const chat = chatId ? await findChat(context, chatId) : await createChat(context, text);
  const words = [ran.text, ran.failure && `It ended early: ${ran.failure}.`].filter(Boolean).join("\n\n");
  return saveAnswer(
    context,
    chat.id,
    { text, attachments },
    {
      text: words || "I have nothing to say to that.",
      cards: ran.cards,
      toolCalls: ran.toolCalls,
      proposed: ran.proposed,
      intent: null,
      pendingSlots: null,
      reading: null,
      undo: await undoOf(context, { ofThisTransaction: false }),
      engine: prepared.engine,
      isTainted: ran.isTainted,
      marks: ran.marks,
    },
  );
}
