-- Row-level security hides the search index (`@@` is not leakproof), so search reads as the owner and says itself whose
-- rows: the user of the transaction, spelled out in every statement. Without a user there is nothing.

create or replace function matching_tasks(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select t.id from tasks t
    where t.user_id = (select my_user_id()) and t.search @@ search_query(asked) and t.deleted_at is null
    limit most
  $$;

-- For the palette. Ranking is the cost: only the newest few hundred matches are ranked.
create or replace function search_tasks(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select found.id, found.title,
      coalesce((select p.name from projects p where p.id = found.project_id and p.deleted_at is null),
        left(found.description, 120), ''),
      ts_rank(found.search, search_query(asked)) as rank
    from (
      select t.* from tasks t
      where t.user_id = (select my_user_id()) and t.search @@ search_query(asked) and t.deleted_at is null
      order by t.created_at desc limit 300
    ) found
    order by rank desc, found.created_at desc limit most
  $$;

create or replace function search_projects(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select found.id, found.name, coalesce(left(found.description, 120), ''),
      ts_rank(found.search, search_query(asked)) as rank
    from (
      select p.* from projects p
      where p.user_id = (select my_user_id()) and p.search @@ search_query(asked) and p.deleted_at is null
      order by p.created_at desc limit 300
    ) found
    order by rank desc, found.created_at desc limit most
  $$;

-- Misspelled: similar titles among the newest two thousand, which bounds the work.
create or replace function search_tasks_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.title,
      coalesce((select p.name from projects p where p.id = near.project_id and p.deleted_at is null),
        left(near.description, 120), ''), near.rank
    from (
      select t.*, word_similarity(fold_text(asked), t.title) as rank from (
        select * from tasks
        where user_id = (select my_user_id()) and deleted_at is null
        order by created_at desc, id desc limit 2000
      ) t
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit most
  $$;

create or replace function search_projects_nearly(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.name, coalesce(left(near.description, 120), ''), near.rank
    from (
      select p.*, word_similarity(fold_text(asked), p.name) as rank from (
        select * from projects
        where user_id = (select my_user_id()) and deleted_at is null
        order by created_at desc, id desc limit 2000
      ) p
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc limit most
  $$;

-- The nightly sweep, for everybody: what has lain in the trash for 30 days goes for good, a batch at a time. The age is
-- written here and not given, so that nobody can sweep earlier. Answers how many rows went.
create or replace function purge_tasks_trash() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      oldest timestamptz := now() - interval '30 days';
      tasks_gone integer;
      projects_gone integer;
    begin
      delete from tasks where id in (select id from tasks where deleted_at < oldest limit 1000);
      get diagnostics tasks_gone = row_count;
      with batch as (select id from projects where deleted_at < oldest limit 200),
        freed as (update tasks set project_id = null where project_id in (select id from batch))
      delete from projects where id in (select id from batch);
      get diagnostics projects_gone = row_count;
      return tasks_gone + projects_gone;
    end
  $$;

revoke all on function matching_tasks(text, integer), search_tasks(text, integer), search_projects(text, integer),
  search_tasks_nearly(text, integer), search_projects_nearly(text, integer), purge_tasks_trash() from public;
grant execute on function matching_tasks(text, integer), search_tasks(text, integer), search_projects(text, integer),
  search_tasks_nearly(text, integer), search_projects_nearly(text, integer), purge_tasks_trash() to adjutant_app;
