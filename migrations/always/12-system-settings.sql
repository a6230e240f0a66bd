-- Asks the database itself: a session that has just lost the role finds its statements refused.
create or replace function i_am_admin() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (select from public.user_roles r where r.user_id = my_user_id() and r.role = 'admin');
  $$;

-- System settings: the program reads them in transactions that belong to nobody, people only as administrators.

drop policy if exists system_settings_read on system_settings;
create policy system_settings_read on system_settings for select to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists system_settings_first on system_settings;
create policy system_settings_first on system_settings for insert to adjutant_app
  with check ((select i_am_admin()));
drop policy if exists system_settings_change on system_settings;
create policy system_settings_change on system_settings for update to adjutant_app
  using ((select i_am_admin())) with check ((select i_am_admin()));
drop policy if exists system_secrets_read on system_secrets;
create policy system_secrets_read on system_secrets for select to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists system_secrets_change on system_secrets;
create policy system_secrets_change on system_secrets for all to adjutant_app
  using ((select i_am_admin())) with check ((select i_am_admin()));
drop policy if exists system_settings_changes_read on system_settings_changes;
create policy system_settings_changes_read on system_settings_changes for select to adjutant_app
  using ((select i_am_admin()));
drop policy if exists system_settings_changes_write on system_settings_changes;
create policy system_settings_changes_write on system_settings_changes for insert to adjutant_app
  with check (user_id = (select my_user_id()) and (select i_am_admin()));

-- Said after the commit to every process (src/platform/system-settings/system-settings.ts).
create or replace function tell_system_settings() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('adjutant_signals', 'system_settings');
  return null;
end $$;

create or replace trigger system_settings_tell after insert or update on system_settings
  for each statement execute function tell_system_settings();
