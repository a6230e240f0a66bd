-- The audit log is append-only for everybody (functions/audit-log.sql).
revoke update, delete on audit_log from adjutant_app;
-- Only the job's function adds links.
revoke insert, update, delete on audit_seals from adjutant_app;
