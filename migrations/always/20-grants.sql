-- What requests and jobs may do at all; which rows they may do it to is in the policies.
revoke create on schema public from public;
grant usage on schema public to adjutant_app;
grant select, insert, update, delete on all tables in schema public to adjutant_app;
grant usage, select on all sequences in schema public to adjutant_app;
revoke update, delete, truncate on audit_log from adjutant_app;
