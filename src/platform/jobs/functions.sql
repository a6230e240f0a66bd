-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: sweep_expired

-- Deletes expired rows of all users: responses stored for repeated requests (24 h) and announcements (2 days).
create or replace function sweep_expired() returns void
  language sql security definer set search_path = public, pg_temp as $$
    delete from public.idempotency_keys where created_at < now() - interval '24 hours';
    delete from public.announcements where at < now() - interval '2 days';
  $$;

revoke all on function sweep_expired() from public;
grant execute on function sweep_expired() to adjutant_app;
