-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_attention_marks
--   slots: ride_of

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

-- The event of the ride on which a person works by their plan at the time of this event, which is not in its way; null for
-- all other events.
-- Slot: filled by src/features/planning/functions.sql.
create or replace function ride_of(person uuid, event uuid) returns uuid
  language sql stable set search_path = public, pg_temp as $$
    select null::uuid;
  $$;

revoke all on function purge_attention_marks(), ride_of(uuid, uuid) from public;
grant execute on function purge_attention_marks(), ride_of(uuid, uuid) to adjutant_app;
