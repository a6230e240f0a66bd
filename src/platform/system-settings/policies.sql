-- System settings: the program reads them in transactions without a user, people only as administrators.

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
