import { sql } from "drizzle-orm";
import type { AttentionContribution, AttentionSource } from "#features/attention/public/attention-source.ts";
import { t } from "#i18n/message.ts";

/** So that an instance has a day to verify its first backup. */
const DAYS = 2;
/** Of the one item for all backups that nobody verified: each night there is another newest one. */
const ALL = "00000000-0000-0000-0000-000000000000";

/** For administrators themselves, as the list of backups: neither for agents nor for keys. */
const findFailedBackups: AttentionSource = ({ actor, now }) => {
  if (!actor.roles.includes("admin") || actor.isAgent || actor.via === "api_key") return null;
  // The oldest backup is another one after each night's deletion, and a mark holds only until its cause is newer.
  const neverMoves = sql`(select created_at from users where id = ${actor.userId})`;
  return sql`
    select 'backup', item::text, 'backup', id, file_name, null::text, since, null::timestamptz, false, 0, detail, '/admin/backups'
      from (
        select id as item, id, file_name, coalesce(finished_at, created_at) as since, 'failed ' || coalesce(reason, '') as detail
          from (select * from backups where state in ('ready', 'failed') order by created_at desc, id desc limit 1) newest
         where state = 'failed'
        union all
        select id, id, file_name, verified_at, 'invalid ' || coalesce(verification ->> 'problem', '')
          from (select * from backups where state = 'ready' and verified_at is not null
                 order by verified_at desc, id desc limit 1) verified
         where verification ->> 'isValid' = 'false'
        union all
        (select ${ALL}::uuid, id, file_name, ${neverMoves}, 'unverified ' from backups
          where state = 'ready' and created_at < ${now}::timestamptz - make_interval(days => ${DAYS})
            and not exists (select from backups where state = 'ready' and verified_at is not null)
          order by created_at, id limit 1)) found
     order by since, found.item limit 3`;
};

export const backupAttention: AttentionContribution = {
  kinds: {
    backup: {
      label: () => t`Backups`,
      points: 50,
      reason: (detail) => {
        const [, cause, words = ""] = /^(\w+) (.*)$/s.exec(detail ?? "") ?? [];
        if (cause === "failed") return words ? t`This backup failed: ${words}` : t`This backup failed`;
        if (cause === "invalid") return t`This backup cannot be restored: ${words}`;
        return t`No backup is verified: only a test restore shows that it works`;
      },
      acts: ["resolve"],
    },
  },
  sources: [findFailedBackups],
};
