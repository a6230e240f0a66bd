import { type SQL, sql } from "drizzle-orm";
import { INVITATION_DAYS } from "#features/team/model.ts";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource } from "../public/attention-source.ts";

/** Decisions in which the person has a vote and has not given it. */
export const findVotes: AttentionSource = ({ userId }) => sql`
  select 'vote', d.id::text, 'decision', d.id, d.title, null::text, d.created_at, d.deadline, false, 0, w.name,
         '/team?tab=decisions&decision=' || d.id
    from ${openDecisions(userId)}
   where not exists (select from decision_votes v where v.decision_id = d.id and v.user_id = ${userId})
   order by d.deadline nulls last, d.id limit ${MAX_OF_KIND}`;

/** Documents of decisions in which the person has a vote, given or not, that they have not opened while the vote runs. */
export const findPapers: AttentionSource = ({ userId }) => sql`
  select 'paper', p.document_id || '+' || d.id, 'decision', d.id, p.title, null::text, p.created_at, d.deadline, false, 0,
         d.title, '/team?tab=decisions&decision=' || d.id
    from ${openDecisions(userId)}
    join decision_papers p on p.decision_id = d.id and p.attached_by <> ${userId}
   where not exists (select from decision_paper_reads r where r.decision_id = d.id and r.document_id = p.document_id
           and r.user_id = ${userId})
   order by d.deadline nulls last, d.id, p.document_id limit ${MAX_OF_KIND}`;

/** Invitations to workspaces. */
export const findWorkspaces: AttentionSource = () => sql`
  select 'workspace', id::text, 'team_invitation', id, workspace_name, inviter_name, expires_at - make_interval(days => ${INVITATION_DAYS}),
         expires_at, false, 0, null::text, '/team?tab=workspaces'
    from received_invitations() order by expires_at, received_invitations.id limit ${MAX_OF_KIND}`;

const openDecisions = (userId: string): SQL => sql`workspace_members m
    join workspaces w on w.id = m.workspace_id and w.is_active and w.deleted_at is null
    join team_decisions d on d.workspace_id = m.workspace_id and d.status = 'voting' and d.deleted_at is null
      and m.user_id = ${userId} and m.state = 'active' and m.role <> 'viewer'`;
