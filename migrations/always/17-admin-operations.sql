-- Backups are the administrators' and the jobs', which belong to nobody.
drop policy if exists backups_all on backups;
create policy backups_all on backups for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists backup_schedules_all on backup_schedules;
create policy backup_schedules_all on backup_schedules for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select i_am_admin()));

-- Search inside names and addresses over every account and contact.
create index if not exists profiles_words on profiles using gin (email gin_trgm_ops, full_name gin_trgm_ops);
create index if not exists contacts_words on contacts using gin (contact_name gin_trgm_ops, contact_email gin_trgm_ops);
create index if not exists conversations_words on conversations using gin (title gin_trgm_ops);

-- The chain over the audit log (31-audit-seals.sql).
drop policy if exists audit_seals_read on audit_seals;
create policy audit_seals_read on audit_seals for select to adjutant_app using ((select i_am_admin()));
