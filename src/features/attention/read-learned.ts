import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";

/** The newest marks teach; older ones are no more than a habit of the past. */
const MARKS_READ = 1000;
const TRAITS_READ = 1000;
/** Of one trait, so that a single sender cannot decide the order. */
const MAX_POINTS = 20;

/** Points by trait: what the person's marks of the last year teach together, without what was forgotten. */
export async function readLearned({ db, actor }: SignedIn): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ trait: string; points: number }>(sql`
    select lesson.key as trait,
           greatest(-${MAX_POINTS}::float8, least(${MAX_POINTS}::float8, sum(lesson.value::float8))) as points
      from (select taught from attention_marks
             where user_id = ${actor.userId} and forgotten_at is null
             order by marked_at desc, item limit ${MARKS_READ}) marks
      cross join lateral jsonb_each_text(marks.taught) as lesson
     group by lesson.key having sum(lesson.value::float8) <> 0
     order by abs(sum(lesson.value::float8)) desc, lesson.key limit ${TRAITS_READ}`);
  return new Map(rows.map(({ trait, points }) => [trait, points]));
}
