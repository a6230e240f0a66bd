import { t } from "#i18n/message.ts";
import { liveRecords } from "#platform/client/live-records.ts";
import { type NamedList, pageAfter } from "#platform/client/record-source.ts";
import type { CommitmentOnWire, CommitmentState, OwedBy } from "../commitment-model.ts";
import { commitments } from "./api.ts";

export const commitmentRecords = liveRecords<CommitmentOnWire>("commitments", (id) =>
  commitments.get.read({ id }),
);

const ACTIVE: CommitmentState[] = ["proposed", "open"];
const CLOSED: CommitmentState[] = ["met", "dropped", "superseded", "refused"];

type Listed = {
  owedBy: OwedBy;
  /** Addresses and accounts of one person, with commas between them. */
  party?: string | undefined;
};

/** What is still to be done, due first. */
export const activeOf = (listed: Listed): NamedList<CommitmentOnWire> => ({
  key: `promises ${listed.owedBy} ${listed.party ?? ""}`,
  source: {
    read: (cursor) => commitments.list.read({ ...inputOf(listed, ACTIVE), limit: 200, ...pageAfter(cursor) }),
    includes: includesOf(listed, ACTIVE),
    compare: (one, other) =>
      dueOrNever(one) - dueOrNever(other) ||
      Date.parse(one.saidAt) - Date.parse(other.saidAt) ||
      (one.id < other.id ? -1 : 1),
  },
});

/** What is met, dropped, refused or replaced, the last first. */
export const closedOf = (listed: Listed): NamedList<CommitmentOnWire> => ({
  key: `closed promises ${listed.owedBy} ${listed.party ?? ""}`,
  source: {
    read: (cursor) =>
      commitments.list.read({ ...inputOf(listed, CLOSED), sort: "changed", limit: 30, ...pageAfter(cursor) }),
    includes: includesOf(listed, CLOSED),
    compare: (one, other) =>
      Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || (one.id < other.id ? 1 : -1),
  },
});

/** What a thread says and is still to be done; of what is met, all in mail, and in a conversation what was met here. */
export const inThread = (threadId: string, isMail: boolean): NamedList<CommitmentOnWire> => {
  const states: CommitmentState[] = isMail ? [...ACTIVE, "met"] : ACTIVE;
  return {
    key: `promises in ${threadId} ${isMail}`,
    source: {
      read: (cursor) => commitments.list.read({ threadId, states, limit: 50, ...pageAfter(cursor) }),
      includes: (record, isListed) =>
        record.threadId === threadId &&
        (states.includes(record.state) || (isListed && record.state === "met")),
      compare: (one, other) =>
        Date.parse(one.saidAt) - Date.parse(other.saidAt) || (one.id < other.id ? -1 : 1),
    },
  };
};

/** By name, as a loaded promise has it; an account without one is nobody's name. */
export function nameOfParty(party: string): string {
  const parties = party.split(",");
  const named = commitmentRecords.known().find((one) => one.partyName && parties.includes(one.party ?? ""));
  return named?.partyName ?? parties.find((each) => each.includes("@")) ?? t`this person`;
}

const inputOf = ({ owedBy, party }: Listed, states: CommitmentState[]) => ({
  owedBy,
  states,
  ...(party && { parties: party.split(",") }),
});

const includesOf =
  ({ owedBy, party }: Listed, states: CommitmentState[]) =>
  (record: CommitmentOnWire) =>
    record.owedBy === owedBy &&
    states.includes(record.state) &&
    (!party || party.split(",").includes(record.party ?? ""));

const dueOrNever = ({ due }: CommitmentOnWire): number => (due ? Date.parse(due) : Number.MAX_VALUE);
