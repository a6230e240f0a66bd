-- The chain over the audit log (functions/audit-log.sql).
drop policy if exists audit_seals_read on audit_seals;
create policy audit_seals_read on audit_seals for select to adjutant_app using ((select i_am_admin()));
