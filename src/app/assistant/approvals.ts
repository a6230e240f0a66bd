import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { approveRequest, decideRequest, findRequest, stateOf } from "./approvals/decide-requests.ts";
import { listApprovals } from "./approvals/list-approvals.ts";
import { APPROVAL_STATES, Approval } from "./model.ts";

/** What came of it is said to whoever asked; the words of others that it may hold are theirs to judge. */
const Outcome = z.object({
  id: Id,
  capability: z.string(),
  state: z.enum(APPROVAL_STATES),
  expiresAt: Instant,
  decidedAt: Instant.nullable(),
  answer: z.unknown(),
});

/** Whatever an approved act may change. */
const touches = [
  ...["tasks", "projects", "events", "emails", "contacts", "conversations", "messages", "notifications"],
  ...["documents", "decisions", "invitations", "workspaces", "assistantMemories", "assistantChats"],
];

/** The one list of what waits for a person's yes: acts of agents, and what the assistant proposed in this session. */
export const approvals = resource("approvals", {
  list: read({
    summary: "Lists what waits for your approval, with the exact arguments, and what you decided lately",
    input: z.strictObject({}),
    output: z.object({ waiting: z.array(Approval), decided: z.array(Approval) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: (context) => listApprovals(context),
  }),
  get: read({
    summary:
      "Gets the result of a request that waited for approval: waiting, done with its answer, dismissed or expired",
    input: z.strictObject({ id: Id }),
    output: Outcome,
    access: "user",
    run: async (context, { id }) => {
      const request = await findRequest(context, id);
      return { ...request, state: stateOf(request, context.now), answer: request.answer ?? null };
    },
  }),
  approve: write({
    summary: "Does what an agent asked for, exactly as it was shown; once",
    input: z.strictObject({
      id: Id,
      /** As it was shown with the request. */
      inputHash: z.string().max(64),
    }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    touches,
    ownTransactions: true,
    run: async (context, approved) => {
      const { agentName, capability } = await approveRequest(context, approved);
      context.because(`${agentName} asked for ${capability}`);
      return { id: approved.id };
    },
  }),
  dismiss: write({
    summary: "Refuses what an agent asked for; it cannot be approved any more",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, { id }) => {
      await decideRequest(context, { id, state: "dismissed" });
      return { id };
    },
  }),
});
