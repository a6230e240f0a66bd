import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { act, changeCommitment, createCommitment, restoreState } from "./change-commitments.ts";
import {
  Commitment,
  CommitmentChange,
  CommitmentCounts,
  CommitmentState,
  Evidence,
  LearnedParty,
  NewCommitment,
  Party,
} from "./commitment-model.ts";
import { listLearnedParties, resetLearning } from "./learn-from-refusals.ts";
import { makeTask } from "./make-task.ts";
import { nudgeParty } from "./nudge-party.ts";
import { countCommitments, findCommitment, ListCommitments, listCommitments } from "./read-commitments.ts";

const byId = z.strictObject({ id: Id });

export const commitments = resource("commitments", {
  list: read({
    summary:
      "List promises and requests, due first, filtered by who owes them, kind, state, other party, event or thread",
    input: ListCommitments,
    output: pageOf(Commitment),
    access: "user",
    run: listCommitments,
  }),
  get: read({
    summary: "Get one promise or request with its quote and the evidence for its state",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => findCommitment(context, id),
  }),
  counts: read({
    summary: "Count what is open, late and proposed, separately for what you owe and what others owe you",
    input: z.strictObject({}),
    output: CommitmentCounts,
    access: "user",
    run: countCommitments,
  }),
  learned: read({
    summary: "List the parties whose promises and requests are only proposed, because too many were refused",
    input: z.strictObject({}),
    output: z.object({ items: z.array(LearnedParty) }),
    access: "user",
    run: async (context) => ({ items: await listLearnedParties(context) }),
  }),
  resetLearning: write({
    summary: "Reset what was learned from refusals of a party, so that what they say counts at once again",
    input: z.strictObject({ party: Party, isReset: z.boolean().default(true) }),
    output: z.object({ party: z.string() }),
    access: "user",
    run: resetLearning,
  }),
  create: write({
    summary: "Create a promise of your own or of somebody else, or a request to you",
    input: NewCommitment,
    output: Commitment,
    example: { what: "Send Clara the figures" },
    access: "user",
    run: createCommitment,
  }),
  update: write({
    summary:
      "Update what a promise or request is about and when it is due; an outdated `version` is rejected with the current record",
    input: CommitmentChange.extend({ id: Id, version: z.int() }),
    output: Commitment,
    access: "user",
    run: changeCommitment,
  }),
  accept: write({
    summary: "Accept a proposed promise or request, so that it counts as open",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => act(context, "accept", id),
  }),
  refuse: write({
    summary: "Refuse a finding because it is no promise or request; it is not found again",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => act(context, "refuse", id),
  }),
  markMet: write({
    summary: "Mark a promise or request as met",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => act(context, "markMet", id),
  }),
  drop: write({
    summary: "Drop a promise or request that nobody will meet any more",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => act(context, "drop", id),
  }),
  reopen: write({
    summary: "Reopen a promise or request; what happened before does not count as evidence again",
    input: byId,
    output: Commitment,
    access: "user",
    run: (context, { id }) => act(context, "reopen", id),
  }),
  makeTask: write({
    summary: "Create a task for a promise or request; it counts as met when the task is completed",
    input: byId,
    output: Commitment,
    access: "user",
    invalidates: ["tasks"],
    run: (context, { id }) => makeTask(context, id),
  }),
  nudge: write({
    summary: "Write a draft that asks the other party for what they promised; you send it yourself",
    input: byId,
    output: z.object({ emailId: Id }),
    access: "user",
    invalidates: ["emails"],
    run: (context, { id }) => nudgeParty(context, id),
  }),
  restore: write({
    summary: "Restore an earlier state of a promise or request, with the evidence for it",
    input: byId.extend({
      state: CommitmentState,
      evidence: Evidence.nullable().default(null),
      supersededBy: Id.nullable().default(null),
    }),
    output: Commitment,
    access: "user",
    run: restoreState,
  }),
});
