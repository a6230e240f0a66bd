import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { inRequestTransaction } from "#platform/capability/run-context.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { CommandResult } from "./command-result.ts";
import { configuredTranscription, locateService, transcribe } from "./providers/transcription.ts";
import { answerCommand } from "./public/command-answerer.ts";
import { requireArea } from "./require-area.ts";
import { voiceCommands as table } from "./tables.ts";
import { sendProposed } from "./voice/draft-email.ts";
import { type ParsedCommand, parseCommand } from "./voice/parse-command.ts";
import { runCommand, undoCommand } from "./voice/run-command.ts";
import {
  MAX_COMMAND,
  MAX_RECORDING,
  TranscribedBy,
  TranscriptionService,
  VOICE_HISTORY,
  VoiceCommand,
} from "./voice-model.ts";

export const voiceCommands = resource("voiceCommands", {
  list: read({
    summary: "List your voice and typed commands with their results, newest first",
    input: z.strictObject({ ...pageInput, limit: pageInput.limit.default(VOICE_HISTORY) }),
    output: pageOf(VoiceCommand),
    access: "user",
    run: async ({ db, actor }, input) => {
      const page = keyset([newest(table.createdAt), newest(table.id)], input);
      const rows = await db
        .select({ ...commandFields, ...page.columns })
        .from(table)
        .where(and(eq(table.userId, actor.userId), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      const { items, nextCursor } = page.of(rows);
      return { items: items.map(asCommand), nextCursor };
    },
  }),
  run: write({
    summary:
      "Run a spoken or typed command such as 'create a task to call Anna tomorrow' and return its result",
    input: z.strictObject({
      text: z.string().trim().min(1, t`Say or type a command`).max(MAX_COMMAND),
      transcribedBy: TranscribedBy.default("typed"),
    }),
    output: VoiceCommand,
    access: "user",
    invalidates: ["tasks", "events", "emails"],
    ownTransactions: true,
    run: async (context, given) => {
      const { command, settings } = await inRequestTransaction(context, "read", async (own) => {
        const found = await requireArea(own, "voiceCommandsEnabled");
        return {
          settings: found,
          command: parseCommand(given.text, { now: own.now, timeZone: found.timezone }),
        };
      });
      const answered = await answerCommand(context, { text: given.text, timeZone: settings.timezone });
      const stored = await inRequestTransaction(context, "write", async (own) => {
        const result = answered
          ? { success: true, ...answered }
          : await runCommand(own, command, { text: given.text, settings });
        return storeCommand(own, { ...given, command, result });
      });
      if (stored.resultId) context.undoWith({ capability: "voiceCommands.undo", input: { id: stored.id } });
      return asCommand(stored);
    },
  }),
  transcriber: read({
    summary: "Get which service transcribes recorded commands; null if none is set up",
    input: z.strictObject({}),
    output: z.object({ service: TranscriptionService.nullable() }),
    access: "user",
    agents: "hidden",
    ownTransactions: true,
    run: async ({ systemSettings, outbound }) => {
      const service = configuredTranscription(systemSettings);
      return { service: service && (await locateService(outbound, service)) };
    },
  }),
  transcribe: write({
    summary: "Transcribe a recorded command; nothing is stored or run",
    input: z.strictObject({
      audio: z
        .string()
        .max(MAX_RECORDING, t`This recording is too long. Please say it in less than a minute.`)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, t`This is not an audio recording`),
    }),
    output: z.object({ text: z.string(), transcribedBy: TranscribedBy }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { audio }) => {
      await inOwnTransaction(context, "read", (own) => requireArea(own, "voiceCommandsEnabled"));
      return transcribe(context, Buffer.from(audio, "base64"));
    },
  }),
  answer: destroy({
    summary: "Approve or reject what a command would send; approving sends it",
    input: z.strictObject({ id: Id, isConfirmed: z.boolean() }),
    output: VoiceCommand,
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    invalidates: ["emails"],
    run: async (context, { id, isConfirmed }) => {
      const { proposal, undoneAt } = await lockedCommand(context, id);
      if (!proposal || proposal.answer !== null || undoneAt)
        throw new AppError("conflict", t`There is nothing left to approve here`);
      const response = isConfirmed
        ? await sendProposed(context, proposal)
        : "Saved as a draft. Nothing was sent.";
      const [updated] = await context.db
        .update(table)
        .set({
          response,
          proposal: { ...proposal, answer: isConfirmed ? "yes" : "no" },
          ...(isConfirmed && { resultId: null }),
        })
        .where(and(eq(table.id, id), eq(table.userId, context.actor.userId)))
        .returning(commandFields);
      if (!updated) throw notFound(t`Command`);
      return asCommand(updated);
    },
  }),
  undo: write({
    summary: "Undo a command: its task, event or draft is moved to the trash",
    input: z.strictObject({ id: Id }),
    output: VoiceCommand,
    access: "user",
    invalidates: ["tasks", "events", "emails"],
    run: async (context, { id }) => {
      const command = await lockedCommand(context, id);
      if (!command.resultId || command.undoneAt)
        throw new AppError("conflict", t`There is nothing left to undo here`);
      await undoCommand(context, command.actionType, command.resultId);
      const [undone] = await context.db
        .update(table)
        .set({ undoneAt: context.now })
        .where(and(eq(table.id, id), eq(table.userId, context.actor.userId)))
        .returning(commandFields);
      if (!undone) throw notFound(t`Command`);
      return asCommand(undone);
    },
  }),
});

const commandFields = {
  id: table.id,
  commandText: table.commandText,
  transcribedBy: table.transcribedBy,
  actionType: table.actionType,
  parameters: table.parameters,
  executedAt: table.executedAt,
  success: table.success,
  response: table.response,
  href: table.href,
  resultId: table.resultId,
  proposal: table.proposal,
  undoneAt: table.undoneAt,
  createdAt: table.createdAt,
};

type Ran = { text: string; transcribedBy: TranscribedBy; command: ParsedCommand; result: CommandResult };

const storeCommand = (
  { db, actor, now }: SignedIn,
  { text, transcribedBy, command, result }: Ran,
): Promise<Row> =>
  db
    .insert(table)
    .values({
      userId: actor.userId,
      commandText: text,
      transcribedBy,
      actionType: command.type,
      parameters: command.parameters,
      executedAt: now,
      createdAt: now,
      success: result.success,
      response: result.response,
      href: result.href ?? null,
      resultId: result.resultId ?? null,
      proposal: result.proposal ?? null,
    })
    .returning(commandFields)
    .then(returnedRow);

type Row = Omit<VoiceCommand, "canUndo"> & { resultId: string | null };

const asCommand = ({ resultId, ...row }: Row): VoiceCommand => ({
  ...row,
  canUndo: resultId !== null && row.undoneAt === null,
});

async function lockedCommand({ db, actor }: SignedIn, id: string): Promise<Row> {
  const [command] = await db
    .select(commandFields)
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, actor.userId)))
    .for("update");
  if (!command) throw notFound(t`Command`);
  return command;
}
