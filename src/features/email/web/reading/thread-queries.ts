import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { NamedList, StoredRecord } from "#platform/client/record-source.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import {
  type ConversationOnWire,
  type EmailOnWire,
  MAX_OPENED,
  MAX_THREAD_SIZE,
  type OpenEmailOnWire,
} from "../../model.ts";
import { emails } from "../api.ts";
import { prepareBodies } from "../later-mail-frame.tsx";
import { withMarks } from "../organizing/with-marks.ts";
import { emailRecords } from "../records.ts";

/** One email with its body; reloaded only when more than the marks of this email change. */
export const openedQuery = (id: string) => ({
  ...emails.get.query({ id }),
  meta: {
    isAffectedBy: (ids: readonly string[]) => ids.includes(id),
    withChanges: (data: unknown, records: readonly StoredRecord[]) =>
      withMarks(data as OpenEmailOnWire, records),
  },
});

/** An email that is not loaded yet may belong to it. */
const threadQuery = ({ threadId }: EmailOnWire) => ({
  ...emails.list.query({ threadId, limit: MAX_THREAD_SIZE }),
  meta: {
    isAffectedBy: (ids: readonly string[]) =>
      ids.some((id) => (emailRecords.get(id)?.threadId ?? threadId) === threadId),
  },
});

/** What this page received of the conversation since it was opened, such as a draft: the size of its email is of before. */
const arrivedIn = ({ threadId }: EmailOnWire): NamedList<EmailOnWire> => ({
  key: `emails that arrived in ${threadId}`,
  source: {
    read: async () => ({ items: [], nextCursor: null }),
    includes: (email) => email.threadId === threadId && email.deletedAt === null,
    compare: () => 0,
  },
});

/** The emails of a conversation, oldest first; while loading, only the given one. */
export function useThread(email: EmailOnWire): { messages: readonly EmailOnWire[]; isComplete: boolean } {
  const { key, source } = arrivedIn(email);
  const arrived = useRecordList(emailRecords, key, source);
  const hasOthers = email.threadSize > 1 || arrived.ids.some((id) => id !== email.id);
  const { data } = useQuery({ ...threadQuery(email), enabled: hasOthers });
  if (!hasOthers || !data) return { messages: [email], isComplete: email.threadSize <= 1 };
  const messages = data.items.toReversed();
  return {
    messages: messages.some(({ id }) => id === email.id) ? messages : [...messages, email],
    isComplete: true,
  };
}

/** Loads what opening these needs, in one call, before they are opened. Cached data is not requested again. */
export function prefetchThreads(queries: QueryClient, targets: readonly EmailOnWire[]): void {
  const missing = targets.filter((email) => isMissing(queries, email)).slice(0, MAX_OPENED);
  if (missing.length === 0) return;
  const reading = emails.getMany.call({ ids: missing.map(({ id }) => id) });
  // A failure is reported when the conversation is opened.
  void reading.then(({ items }) => prepareBodies(items.map(({ email }) => email))).catch(() => undefined);
  for (const email of missing) {
    const found = reading.then(({ items }) => items.find((each) => each.email.id === email.id));
    void queries.prefetchQuery({ ...openedQuery(email.id), queryFn: () => opened(email, found) });
    if (email.threadSize > 1)
      void queries.prefetchQuery({ ...threadQuery(email), queryFn: () => thread(email, found) });
  }
}

/** False while it is loading or cached without being outdated. */
function isMissing(queries: QueryClient, email: EmailOnWire): boolean {
  const isHeld = (queryKey: readonly unknown[]) => {
    const state = queries.getQueryState(queryKey);
    return state?.fetchStatus === "fetching" || (state?.data !== undefined && !state.isInvalidated);
  };
  return !(
    isHeld(openedQuery(email.id).queryKey) &&
    (email.threadSize <= 1 || isHeld(threadQuery(email).queryKey))
  );
}

type Found = Promise<ConversationOnWire | undefined>;

const opened = async ({ id }: EmailOnWire, found: Found) => (await found)?.email ?? emails.get.call({ id });

const thread = async ({ threadId }: EmailOnWire, found: Found) => {
  const items = (await found)?.thread;
  return items ? { items, nextCursor: null } : emails.list.call({ threadId, limit: MAX_THREAD_SIZE });
};
