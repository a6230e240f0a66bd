import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "#features/attention/model.ts";
import type { AttentionContribution, AttentionSource } from "#features/attention/public/attention-source.ts";
import { t } from "#i18n/message.ts";
import { ASKED_BY_MAIL } from "../model.ts";
import { summaryForPeople } from "./description/heading.ts";

/** The detail is the name of the capability, whose summary is also for programs. */
const title = (summary: string, capability: string | null) =>
  summaryForPeople({ capability: capability ?? "", summary });

/** An agent knows its own requests only. */
const findRequests: AttentionSource = ({ actor, userId, now }) => sql`
  select 'approval', id::text, 'agent_request', id, summary, agent_name, created_at, expires_at, false, 0, capability,
         '/ai-assistant?tab=approvals'
    from agent_requests
   where user_id = ${userId} and state = 'waiting' and expires_at > ${now}::timestamptz
     and (${!actor.isAgent}::boolean or credential_id = ${actor.credentialId}::text)
   order by created_at desc, agent_requests.id desc limit ${MAX_OF_KIND}`;

/** Where they can be approved: in the session that they were shown in, or in any if they came by mail. */
const findProposals: AttentionSource = ({ actor, userId, now }) => {
  if (actor.isAgent || actor.via === "api_key") return null;
  return sql`
    select 'proposal', id::text, 'assistant_proposal', id, summary, null::text, created_at, expires_at, false, 0, capability,
           '/ai-assistant?tab=approvals'
      from assistant_proposals
     where user_id = ${userId} and state = 'waiting' and expires_at > ${now}::timestamptz
       and created_at > ${now}::timestamptz - interval '2 days'
       and credential_id in (${actor.credentialId ?? ""}::text, ${ASKED_BY_MAIL}::text)
     order by created_at desc, assistant_proposals.id desc limit ${MAX_OF_KIND}`;
};

export const approvalAttention: AttentionContribution = {
  kinds: {
    approval: {
      label: () => t`Requests of agents`,
      points: 45,
      reason: () => t`An agent waits for your approval`,
      title,
      acts: ["approve"],
    },
    proposal: {
      label: () => t`Proposals of the assistant`,
      points: 45,
      reason: () => t`The assistant waits for your approval`,
      title,
      acts: ["approve"],
    },
  },
  sources: [findRequests, findProposals],
};
