import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { EventDescribed, eventDescribed } from "#features/calendar/events.ts";
import { MessageSent, messageSent } from "#features/communication/events.ts";
import { DocumentTextChanged, documentTextChanged } from "#features/documents/events.ts";
import { MailArrived, MailSent, mailArrived, mailSent } from "#features/email/events.ts";
import { DecisionDiscussed, decisionDiscussed } from "#features/team/events.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { closeByRecords } from "./evidence/close-by-records.ts";
import { MAX_PARTICIPANTS, since, type Thread } from "./reading/load-thread.ts";
import {
  markUnread,
  markWaiting,
  nextWaitingThread,
  readThread,
  resumeWaiting,
} from "./reading/read-thread.ts";
import { commitmentThreads } from "./tables.ts";

const Nothing = z.strictObject({});
const Person = z.strictObject({ userId: Id });

/** Threads in one run; the rest is left to the next. */
const THREADS_PER_RUN = 100;
/** Messages that arrive within it are read together. In milliseconds. */
const COLLECTING_MS = 5000;
/** A thread that could not be read is tried again after it, or by the next hourly run. */
const PAUSE_MS = 3_600_000;
const PEOPLE_PER_PAGE = 200;

/** Reads all threads of a person in which something arrived. */
export const readThreads: JobDefinition<typeof Person> = {
  name: "commitments.read-threads",
  payload: Person,
  isOnePerKey: true,
  pollingSeconds: 5,
  run: async (worker, { userId }) => {
    const errors: unknown[] = [];
    for (let read = 0; read < THREADS_PER_RUN; read += 1) {
      if (await readNext(worker, userId, errors)) continue;
      if (errors.length > 0) throw new AggregateError(errors, "Threads could not be read for promises");
      return;
    }
    await worker.database.transaction(userId, "write", (db) =>
      worker.jobs.enqueue(db, readThreads, { userId }, { key: userId }),
    );
    if (errors.length > 0) throw new AggregateError(errors, "Threads could not be read for promises");
  },
};

/** One thread in its own transaction: one that fails waits for an hour, and the others are read. False: none waits. */
async function readNext(worker: Worker, userId: string, errors: unknown[]): Promise<boolean> {
  let thread: Thread | null = null;
  try {
    await runAsUser(worker, userId, async (context) => {
      thread = await nextWaitingThread(context);
      if (thread) await readThread(context, thread);
    });
  } catch (error) {
    const failed = thread as Thread | null;
    if (!failed) throw error;
    errors.push(error);
    await runAsUser(worker, userId, (context) => postpone(context, failed));
  }
  return thread !== null;
}

async function postpone({ db, actor, now }: SignedIn, { kind, id }: Thread): Promise<void> {
  await db
    .update(commitmentThreads)
    .set({ waitingSince: new Date(now.getTime() + PAUSE_MS) })
    .where(
      and(
        eq(commitmentThreads.userId, actor.userId),
        eq(commitmentThreads.kind, kind),
        eq(commitmentThreads.threadId, id),
      ),
    );
}

const enqueueReading = (context: SignedIn) =>
  context.enqueue(
    readThreads,
    { userId: context.actor.userId },
    { key: context.actor.userId, startAfter: new Date(context.now.getTime() + COLLECTING_MS) },
  );

/** Nobody reads the ledger of the people in a sample workspace: they have no role and never sign in. */
const runAsReader = (worker: Worker, userId: string, run: (context: SignedIn) => Promise<void>) =>
  runAsUser(worker, userId, async (context) => {
    if (context.actor.roles.length > 0) await run(context);
  });

const receiveEmail = (worker: Worker, { userId, emailId }: { userId: string; emailId: string }) =>
  runAsReader(worker, userId, async (context) => {
    const { rows } = await context.db.execute<{ id: string }>(sql`
      select e.thread_id as id from emails e
      where e.user_id = ${userId} and e.id = ${emailId} and e.deleted_at is null
        and e.created_at > ${since(context.now)}::timestamptz`);
    if (rows.length === 0) return;
    await markWaiting(
      context,
      rows.map(({ id }) => ({ kind: "email", id })),
    );
    await enqueueReading(context);
  });

/** Mail that arrives waits to be read; mail older than two months does not. */
export const receiveMail: JobDefinition<typeof MailArrived> = {
  name: "commitments.receive-mail",
  payload: MailArrived,
  subscribesTo: mailArrived,
  pollingSeconds: 5,
  run: receiveEmail,
};

/** Mail that the person sent, here or in another program. */
export const receiveSentMail: JobDefinition<typeof MailSent> = {
  name: "commitments.receive-sent-mail",
  payload: MailSent,
  subscribesTo: mailSent,
  pollingSeconds: 5,
  run: receiveEmail,
};

/** A chat message concerns everybody in its conversation. */
export const receiveMessages: JobDefinition<typeof MessageSent> = {
  name: "commitments.receive-messages",
  payload: MessageSent,
  subscribesTo: messageSent,
  pollingSeconds: 5,
  run: async (worker, { conversationId, participants }) => {
    if (participants.length <= MAX_PARTICIPANTS)
      await receiveFor(worker, participants, { kind: "conversation", id: conversationId });
  },
};

const receiveFor = async (worker: Worker, people: readonly string[], thread: Thread) => {
  for (const userId of people)
    await runAsReader(worker, userId, async (context) => {
      await markWaiting(context, [thread]);
      await enqueueReading(context);
    });
};

/** A decision concerns everybody in its workspace, where these are few. */
export const receiveDiscussions: JobDefinition<typeof DecisionDiscussed> = {
  name: "commitments.receive-discussions",
  payload: DecisionDiscussed,
  subscribesTo: decisionDiscussed,
  pollingSeconds: 5,
  run: async (worker, { decisionId, members }) => {
    if (members.length <= MAX_PARTICIPANTS)
      await receiveFor(worker, members, { kind: "decision", id: decisionId });
  },
};

/** The notes of an event of the person. */
export const receiveNotes: JobDefinition<typeof EventDescribed> = {
  name: "commitments.receive-notes",
  payload: EventDescribed,
  subscribesTo: eventDescribed,
  pollingSeconds: 5,
  run: (worker, { userId, eventId }) => receiveFor(worker, [userId], { kind: "event", id: eventId }),
};

/** Where many read it, the hourly run finds it for the others. */
const MAX_READERS = 50;

/** The text of a document, which may be that of minutes. */
export const receiveDocuments: JobDefinition<typeof DocumentTextChanged> = {
  name: "commitments.receive-documents",
  payload: DocumentTextChanged,
  subscribesTo: documentTextChanged,
  pollingSeconds: 5,
  run: (worker, { documentId, readers }) =>
    receiveFor(worker, readers.slice(0, MAX_READERS), { kind: "document", id: documentId }),
};

/**
 * Calls back for everybody with an account, or only for who has promises that are to be met. Throws an AggregateError at
 * the end if it failed for some.
 */
async function forEachPerson(
  worker: Worker,
  onlyActive: boolean,
  run: (context: SignedIn) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const people = await worker.database.transaction(null, "read", async (db) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from people_with_commitments(${after}::uuid, ${PEOPLE_PER_PAGE}, ${onlyActive}) as person(id)`,
      );
      return rows;
    });
    for (const { id } of people)
      await runAsUser(worker, id, run).catch((error: unknown) => void errors.push(error));
    const last = people.at(-1);
    if (!last || people.length < PEOPLE_PER_PAGE) break;
    after = last.id;
  }
  if (errors.length > 0) throw new AggregateError(errors, "Promises of some people could not be checked");
}

/** Every hour: what no event announced, and what could not be read. Its first run for a person finds the last two months. */
export const findUnread: JobDefinition<typeof Nothing> = {
  name: "commitments.find-unread",
  payload: Nothing,
  cron: "11 * * * *",
  run: (worker) =>
    forEachPerson(worker, false, async (context) => {
      const unread = await markUnread(context);
      const resumed = await resumeWaiting(context);
      if (unread + resumed > 0) await enqueueReading(context);
    }),
};

/** Every five minutes: tasks, shared documents, events and calls that show that a promise is kept. */
export const checkEvidence: JobDefinition<typeof Nothing> = {
  name: "commitments.check-evidence",
  payload: Nothing,
  cron: "*/5 * * * *",
  run: (worker) =>
    forEachPerson(worker, true, async (context) => {
      const ids = await closeByRecords(context);
      if (ids.length > 0) context.announce({ resource: "commitments", ids });
    }),
};
