-- The audit log is append-only for everybody (functions/audit-log.sql).
revoke update, delete on audit_log from adjutant_app;
-- Links are added by the job's function alone.
revoke insert, update, delete on audit_seals from adjutant_app;
