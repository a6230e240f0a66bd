import type { ListSource } from "#platform/client/record-source.ts";
import { EMAIL_ORDERS, type EmailView, JUNK } from "../../list-model.ts";
import { ARCHIVED, type EmailOnWire } from "../../model.ts";
import { parseMailQuery } from "../../search/parse-mail-query.ts";
import { emails } from "../api.ts";
import type { EmailFilter } from "../email-page-params.ts";

const PAGE_SIZE = 50;

/** The emails of a filter, or with `threads` the newest of each conversation; `key` names the same list. */
export function emailSource(
  filter: EmailFilter,
  { threads = false } = {},
): { key: string; source: ListSource<EmailOnWire> } {
  const { view, status, search, sort, box, account, split } = filter;
  const input = {
    ...{ sort, view },
    ...(box && { mailboxId: box }),
    ...(account && { accountId: account }),
    ...(split === "rest" ? { isUnmatched: true } : split ? { searchId: split } : {}),
    ...(threads && { threads }),
    ...(status ? { status } : {}),
    ...(search ? { text: search } : {}),
  };
  return {
    key: `emails ${JSON.stringify(input)}`,
    source: {
      read: (cursor) => emails.list.read({ ...input, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }),
      includes: (email, isListed) => matchesFilter(email, filter, isListed),
      compare: EMAIL_ORDERS[sort],
    },
  };
}

/** Deleted emails, the last deleted first. */
export const emailTrash: { key: string; source: ListSource<EmailOnWire> } = {
  key: "emails in the trash",
  source: {
    read: (cursor) => emails.trash.read({ limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) }),
    isTrash: true,
    includes: ({ deletedAt }) => deletedAt !== null,
    compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
  },
};

/** Whether the email matches the filter, like on the server; for searches the server's results are kept. */
export function matchesFilter(email: EmailOnWire, filter: EmailFilter, isListed: boolean): boolean {
  const { view, status, search, box, account, split } = filter;
  // Only the server knows the folders of a message and the saved searches that match it.
  if (!isListed && (box !== undefined || split !== undefined)) return false;
  return (
    email.deletedAt === null &&
    (account === undefined || email.accountId === account) &&
    (status === undefined || email.status === status) &&
    IS_IN_VIEW[view](email) &&
    (search === undefined || isListed || mentions(email, search))
  );
}

const IS_IN_VIEW: Record<EmailView, (email: EmailOnWire) => boolean> = {
  all: ({ folder }) => folder !== JUNK,
  inbox: (email) =>
    email.status === "received" &&
    email.folder === "inbox" &&
    email.category !== ARCHIVED &&
    !isSnoozed(email),
  unread: (email) =>
    email.status === "received" && email.folder !== JUNK && !email.isRead && !isSnoozed(email),
  archived: ({ category }) => category === ARCHIVED,
  starred: ({ isStarred }) => isStarred,
  snoozed: (email) => isSnoozed(email),
  junk: ({ folder }) => folder === JUNK,
  outbox: ({ delivery }) => delivery !== null && delivery.state !== "sent",
  waiting: ({ status, remindAt }) => status === "sent" && remindAt !== null,
};

const isSnoozed = ({ snoozedUntil }: EmailOnWire) =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();

/** Only the beginning of a long body is loaded here; the server searches all of it. */
function mentions({ subject, sender, preview }: EmailOnWire, search: string): boolean {
  const asked = parseMailQuery(search);
  // Only the server evaluates field operators and other conditions.
  if (asked.words !== search.trim().replaceAll(/\s+/g, " ")) return false;
  const text = `${subject} ${sender} ${preview}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => text.includes(word));
}
