-- Backups belong to no person: administrators and jobs have access.
drop policy if exists backups_all on backups;
create policy backups_all on backups for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists backup_schedules_all on backup_schedules;
create policy backup_schedules_all on backup_schedules for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select i_am_admin()));
