-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: share_paper

-- Shares a paper with those who decide, while it is attached.
create or replace function share_paper() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into document_shares (document_id, user_id, decision_id, created_at)
      select d.id, d.user_id, new.decision_id, new.created_at from documents d
      where d.id = new.document_id and d.user_id = new.attached_by
      on conflict do nothing;
    perform refresh_shared_flag(array[new.document_id]);
  else
    delete from document_shares s where s.decision_id = old.decision_id and s.document_id = old.document_id;
    perform refresh_shared_flag(array[old.document_id]);
  end if;
  return null;
end $$;

create or replace trigger decision_papers_shared after insert or delete on decision_papers
  for each row execute function share_paper();
