import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource } from "../public/attention-source.ts";

/** Messages that were not sent, or perhaps not. */
export const findDeliveries: AttentionSource = ({ userId }) => sql`
  select 'delivery', e.id::text, 'email', e.id, e.subject, null::text, d.updated_at, null::timestamptz, false, 0, d.reason,
         '/email?email=' || e.id
    from (select email_id, reason, updated_at from mail_deliveries
           where user_id = ${userId} and state <> 'sent' and state in ('failed', 'held', 'uncertain')
           order by updated_at desc, email_id limit ${2 * MAX_OF_KIND}) d
    join emails e on e.id = d.email_id and e.user_id = ${userId} and e.deleted_at is null
   order by d.updated_at desc, e.id limit ${MAX_OF_KIND}`;

/**
 * Accounts that do not sync until their person does something. Such an item began with the last sync, so that a
 * further attempt does not bring back what was snoozed.
 */
export const findAccounts: AttentionSource = ({ userId }) => sql`
  select * from (
    select 'account' as kind, id::text as item, 'mail_account' as record_kind, id as record_id, address as title,
           null::text as person, coalesce(synced_at, created_at) as since, null::timestamptz as due, false as is_due_day,
           0 as priority, reason as detail, '/integrations' as href
      from mail_accounts a where user_id = ${userId} and deleted_at is null and state = 'needs_you'
       and not exists (select from integrations i where i.id = a.integration_id and i.user_id = ${userId}
             and (i.status = 'error' or i.sync_state = 'needs_you'))
    union all
    select 'account', id::text, 'calendar_account', id, name, null::text, coalesce(last_synced_at, created_at),
           null::timestamptz, false, 0, last_error, '/integrations'
      from calendar_accounts where user_id = ${userId} and deleted_at is null and state in ('auth_failed', 'refused')
    union all
    select 'account', id::text, 'card_account', id, name, null::text, coalesce(last_synced_at, created_at),
           null::timestamptz, false, 0, last_error, '/integrations'
      from card_accounts where user_id = ${userId} and deleted_at is null and state in ('auth_failed', 'refused')
    union all
    select 'account', id::text, 'integration', id, coalesce(account_name, provider), null::text,
           coalesce(last_sync, connected_at, created_at), null::timestamptz, false, 0, last_error, '/integrations'
      from integrations where user_id = ${userId} and (status = 'error' or sync_state = 'needs_you')) accounts
   order by since, record_id limit ${MAX_OF_KIND}`;
