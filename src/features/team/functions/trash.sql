-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: purge_team_trash

create or replace function purge_team_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      gone integer;
      old_invitations integer;
    begin
      delete from public.team_decisions where id in (
        select id from public.team_decisions where deleted_at < now() - interval '30 days' limit 1000);
      get diagnostics gone = row_count;
      -- Addresses of people who never came are not kept.
      delete from public.team_invitations where id in (
        select id from public.team_invitations
         where coalesce(accepted_at, revoked_at, expires_at) < now() - interval '30 days' limit 1000);
      get diagnostics old_invitations = row_count;
      return gone + old_invitations;
    end
  $$;

revoke all on function purge_team_trash() from public;
grant execute on function purge_team_trash() to adjutant_app;
