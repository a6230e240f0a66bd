-- Connections that only their owner can mend and whose owner was not told: `key` is one per trouble, for it names when
-- all was well last. What passes by itself is nobody's trouble. Only for jobs, which are nobody.
create or replace function accounts_in_trouble(most integer)
  returns table (person uuid, key text, title text, message text, href text)
  language sql stable security definer set search_path = public, pg_temp as $$
    with trouble as (
      select user_id, 'mail' as kind, id, synced_at as well_at, 'Your mail account ' || address || ' needs you' as title,
             concat_ws(' ', reason, remedy) as message, '/email' as href
        from mail_accounts where deleted_at is null and state = 'needs_you'
      union all
      select user_id, 'integration', id, last_sync,
             'Your connection to ' || initcap(replace(provider, '_', ' ')) || ' needs you', last_error, '/integrations'
        from integrations where status = 'error' and sync_state = 'needs_you'
      union all
      select user_id, 'calendar', id, last_synced_at, 'The calendar ''' || left(name, 100) || ''' is not kept up to date',
             last_error, '/calendar'
        from calendars where deleted_at is null and state in ('auth_failed', 'refused')
    )
    select told.user_id, told.key, told.title, coalesce(told.message, ''), told.href
      from (select *, 'sync ' || kind || ' ' || id || ' ' || coalesce(extract(epoch from well_at)::bigint, 0) as key
              from trouble) told
     where my_user_id() is null
       and not exists (select from smart_notifications n where n.user_id = told.user_id and n.dedupe_key = told.key)
     limit most
  $$;

revoke all on function accounts_in_trouble(integer) from public;
grant execute on function accounts_in_trouble(integer) to adjutant_app;
