import { type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Party } from "../model.ts";
import { MAX_MESSAGES, MAX_PARTICIPANTS, MAX_TEXT, type SourceMessage, since } from "./load-thread.ts";

/** Decisions of small workspaces of the person, about which something was written in the last weeks: `id` and `newest`. */
export const readableDecisions = ({ actor, now }: SignedIn): SQL => sql`
  select d.id, greatest(d.created_at, d.completed_at, max(v.updated_at)) as newest
  from team_decisions d
    join workspace_members mine on mine.workspace_id = d.workspace_id and mine.user_id = ${actor.userId}
      and mine.state = 'active'
    left join decision_votes v on v.decision_id = d.id
  where d.deleted_at is null and (select count(*) from workspace_members m
    where m.workspace_id = d.workspace_id and m.state = 'active') <= ${MAX_PARTICIPANTS}
  group by d.id
  having greatest(d.created_at, d.completed_at, max(v.updated_at)) > ${since(now)}::timestamptz`;

/** Comments have no id of their own: one that is the same as long as the vote is, in the form of version 8 (RFC 9562). */
const COMMENT_ID = sql`
  overlay(overlay(md5('comment ' || v.decision_id || ' ' || v.user_id) placing '8' from 13) placing '8' from 17)::uuid`;

type Text = { id: string; author: string; at: string | Date; text: string; subject: string };

/**
 * What is written about a decision, oldest first: its description, and the votes, also those without a comment, because
 * they answer. Votes that are still concealed are not among them: the policies say which.
 */
export async function loadDiscussion(context: SignedIn, id: string): Promise<SourceMessage[]> {
  const { db, actor } = context;
  const { rows: people } = await db.execute<{ key: string; name: string }>(sql`
    select m.user_id as key, coalesce(teammate_name(m.user_id), '') as name
    from team_decisions d
      join workspace_members mine on mine.workspace_id = d.workspace_id and mine.user_id = ${actor.userId}
        and mine.state = 'active'
      join workspace_members m on m.workspace_id = d.workspace_id and m.state = 'active'
    where d.id = ${id} and d.deleted_at is null
    order by m.user_id limit ${MAX_PARTICIPANTS + 1}`);
  if (people.length > MAX_PARTICIPANTS) return [];
  const { rows } = await db.execute<Text>(sql`
    select w.id, w.author, w.at, left(w.text, ${MAX_TEXT}) as text, d.title as subject
    from team_decisions d
      join workspace_members mine on mine.workspace_id = d.workspace_id and mine.user_id = ${actor.userId}
        and mine.state = 'active'
      cross join lateral (
        select d.id, d.created_by as author, d.created_at as at, coalesce(d.description, '') as text
        union all
        select ${COMMENT_ID}, coalesce(v.cast_by, v.user_id), v.updated_at,
          coalesce(v.comment, '')
        from decision_votes v where v.decision_id = d.id) w
    where d.id = ${id} and d.deleted_at is null
    order by w.at desc, w.id desc limit ${MAX_MESSAGES}`);
  return rows.toReversed().flatMap(({ author: key, at, ...text }) => {
    const author: Party | undefined = people.find((person) => person.key === key);
    if (!author) return [];
    return {
      ...{ ...text, at: new Date(at), author, isAutomatic: false, hasAttachments: false },
      recipients: people.filter((person) => person.key !== key),
    };
  });
}
