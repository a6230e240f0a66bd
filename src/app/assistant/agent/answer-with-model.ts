import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { summarizeText } from "#features/email/writing/summarize-by-rule.ts";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { withoutTypes } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { contextFor, provenanceOf } from "#platform/capability/run-context.ts";
import type { Services } from "#platform/capability/services.ts";
import { configuredModel, type ModelMessage } from "#platform/model/model.ts";
import { isUnderstood, previousAnswerOf } from "../answer-sentence.ts";
import { assistant } from "../assistant.ts";
import { findChat, lastAnswer, withProposals } from "../chats/read-chats.ts";
import { createChat, type Exchange, refuseTooMany, saveAnswer, undoOf } from "../chats/save-answer.ts";
import { type Attachment, ChatMessage, type ModelUse } from "../model.ts";
import { fenced, rulesOfARun } from "../prompts.ts";
import { assistantMemories, assistantMessages, assistantSettings } from "../tables.ts";
import { knownBefore } from "./known-before.ts";
import { runAgent } from "./run-agent.ts";
import type { Ran, Run } from "./run-state.ts";

export type Question = {
  text: string;
  chatId?: string | undefined;
  timeZone: string;
  /** The area of the page that the person has open. */
  page: string | null;
  documentIds: readonly string[];
};

export type AnswerRequest = {
  services: Services;
  actor: Actor;
  requestId: string;
  address: string | null;
  signal: AbortSignal;
  onProgress: Run["onProgress"];
};

/** Chat messages and facts sent to the model, and characters of all attached documents together. */
const REMEMBERED = 10;
const MAX_MEMORIES = 50;
const MAX_DOCUMENT = 12_000;

/** Answers with phrases if one matches, with the language model if there is one, and with phrases again if it fails. */
export async function answerQuestion(request: AnswerRequest, asked: Question): Promise<unknown> {
  const prepared = await inTransaction(request, "read", (context) => prepare(context, asked));
  if (!prepared.wantsModel && asked.documentIds.length > 0)
    return encoded(await inTransaction(request, "write", (context) => summedUp(context, asked)));
  if (!prepared.wantsModel) return builtIn(request, asked);
  const { attachments, material } = await inTransaction(request, "read", (context) =>
    attached(context, asked),
  );
  const { services, actor, requestId, address, signal, onProgress } = request;
  const { text: sentence, page } = asked;
  const content = material === "" ? sentence : `${sentence}\n\n${material}`;
  const ran = await runAgent({
    services,
    actor,
    requestId,
    address,
    signal,
    onProgress,
    sentence,
    page,
    messages: [...prepared.messages, { role: "user", content }],
    isTainted: prepared.isTainted || attachments.length > 0,
    known: prepared.known,
    material: knownBefore(prepared, { sentence, attached: material }),
  });
  const didNothing = ran.text === "" && ran.toolCalls.length === 0;
  if (ran.failure && didNothing && !signal.aborted) return builtIn(request, asked, ran.failure);
  const saved = await inTransaction(request, "write", (context) =>
    saveModelAnswer(context, asked, { ran, attachments, prepared }),
  );
  return encoded(saved);
}

const inTransaction = <T>(
  request: AnswerRequest,
  mode: "read" | "write",
  act: (context: SignedIn) => Promise<T>,
) => {
  const { services, actor, requestId } = request;
  return services.database.transaction(
    actor.userId,
    mode,
    (db) => act(contextFor(services, db, actor, requestId) as SignedIn),
    provenanceOf(actor),
  );
};

/** Answers with phrases, in its own transaction; `notice` says why the configured model was not used. */
async function builtIn(
  { services, actor, requestId, address }: AnswerRequest,
  asked: Question,
  notice?: string,
) {
  const { text, chatId, timeZone } = asked;
  const input = { text, timeZone, ...(chatId && { chatId }) };
  const capability = withoutTypes(assistant.ask);
  const exchange = await invoke(services, capability, input, { actor, requestId, address });
  return { ...(exchange as object), ...(notice && { notice }) };
}

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

const encoded = ({ chatId, question, answer }: Exchange) => ({
  chatId,
  question: ChatMessage.encode(question),
  answer: ChatMessage.encode(answer),
});
