import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { approveRequest, retryRequest } from "./approvals/approve-request.ts";
import { decideRequest, editRequest, findRequest, stateOf } from "./approvals/decide-requests.ts";
import { editReason } from "./approvals/edit-call.ts";
import { listApprovals } from "./approvals/list-approvals.ts";
import { APPROVAL_STATES, Approval, Edit } from "./model.ts";

/** The result for the program that made the request; it must itself judge any text by others in it. */
const Outcome = z.object({
  id: Id,
  capability: z.string(),
  state: z.enum(APPROVAL_STATES),
  expiresAt: Instant,
  decidedAt: Instant.nullable(),
  answer: z.unknown(),
  /** When the person changed it: what was done then is not what was asked for. */
  editedAt: Instant.nullable(),
});

const Approved = z.strictObject({
  id: Id,
  /** As it was shown with the request. */
  inputHash: z.string().max(64),
});

type Asked = { agentName: string; capability: string; editedAt: Date | null };
const reasonOf = ({ agentName, capability, editedAt }: Asked) =>
  `${agentName} asked for ${capability}${editedAt ? ", edited before approval" : ""}`;

/** Whatever an approved act may change. */
const touches = [
  ...["tasks", "projects", "events", "emails", "contacts", "conversations", "messages", "notifications"],
  ...["documents", "decisions", "invitations", "workspaces", "assistantMemories", "assistantChats"],
];

/** Shared by `approve` and `retry`. */
const consent = {
  input: Approved,
  output: z.object({ id: Id }),
  access: "user",
  agents: "hidden",
  sessionOnly: true,
  touches,
  ownTransactions: true,
} as const;

async function actOn(
  context: SignedIn,
  approved: z.output<typeof Approved>,
  act: typeof approveRequest,
): Promise<{ id: string }> {
  const request = await act(context, approved);
  context.setReason(request ? reasonOf(request) : "This was done already");
  return { id: approved.id };
}

/** The one list of requests that wait for the person's approval: of agents, and of the assistant in this session. */
export const approvals = resource("approvals", {
  list: read({
    summary:
      "List the requests that wait for your approval, with their exact arguments, and your recent decisions",
    input: z.strictObject({}),
    output: z.object({ waiting: z.array(Approval), decided: z.array(Approval) }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: (context) => listApprovals(context),
  }),
  get: read({
    summary: "Get the result of a request for approval: waiting, done with its result, dismissed or expired",
    input: z.strictObject({ id: Id }),
    output: Outcome,
    access: "user",
    run: async (context, { id }) => {
      const request = await findRequest(context, id);
      return { ...request, state: stateOf(request, context.now), answer: request.answer ?? null };
    },
  }),
  approve: write({
    summary: "Approve what an agent asked for: it runs once, exactly as shown",
    ...consent,
    run: (context, approved) => actOn(context, approved, approveRequest),
  }),
  retry: write({
    summary: "Retry a request that you approved and that failed before it had any outside effect",
    ...consent,
    run: (context, approved) => actOn(context, approved, retryRequest),
  }),
  edit: write({
    summary: "Change the words, times or people of what an agent asked for, before you approve it",
    input: Edit,
    output: z.object({ id: Id }),
    access: "user",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, edit) => {
      await editRequest(context, edit);
      context.setReason(editReason(edit.changes));
      return { id: edit.id };
    },
  }),
  dismiss: write({
    summary: "Dismiss what an agent asked for; it cannot be approved anymore",
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
