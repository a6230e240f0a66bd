-- The audit log is append-only for everybody, its owner included.
create or replace function refuse_change_of_audit_log() returns trigger
  language plpgsql set search_path = pg_catalog as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_log_is_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
