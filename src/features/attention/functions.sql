-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_attention_marks

-- The nightly purge, for all users; the age is a constant and no argument, so that nobody can purge earlier. Returns the
-- number of deleted rows.
create or replace function purge_attention_marks() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone integer;
    begin
      delete from attention_marks where (user_id, item) in (
        select user_id, item from attention_marks where marked_at < now() - interval '1 year' limit 1000);
      get diagnostics gone = row_count;
      return gone;
    end
  $$;

revoke all on function purge_attention_marks() from public;
grant execute on function purge_attention_marks() to adjutant_app;
