-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: matching_tasks, search_tasks, search_projects, search_tasks_fuzzy, search_projects_fuzzy,
--     purge_tasks_trash

-- Row-level security prevents the use of the search index (`@@` is not leakproof), so search runs as the table owner
-- and filters by the transaction's user itself, in every statement. Without a user there are no results.

create or replace function matching_tasks(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select t.id from tasks t
    where t.user_id = (select my_user_id()) and t.search @@ search_query(asked) and t.deleted_at is null
    limit most
  $$;

-- For the palette. A frequent word is searched among the newest two thousand records only; a rare one by the index,
-- never by a scan of all. At most the newest 300 matches are ranked.
create or replace function search_tasks(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      words tsquery := palette_query(asked);
      matches uuid[];
    begin
      matches := array(
        select newest.id from (
          select t.id, t.search from tasks t where t.user_id = me and t.deleted_at is null
          order by t.created_at desc, t.id desc limit 2000
        ) newest
        where newest.search @@ words);
      if cardinality(matches) < most then
        matches := array(
          with held as materialized (
            select t.id, t.created_at from tasks t
            where t.user_id = me and t.search @@ words and t.deleted_at is null
          )
          select held.id from held order by held.created_at desc, held.id desc limit 300);
      end if;
      return query
        select t.id, t.title,
          coalesce((select p.name from projects p where p.id = t.project_id and p.deleted_at is null),
            left(t.description, 120), ''), t.fit
        from (
          select found.*, ts_rank(found.search, words) as fit from tasks found where found.id = any (matches)
        ) t
        order by t.fit desc, t.created_at desc, t.id desc limit most;
    end
  $$;

create or replace function search_projects(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set enable_seqscan = off as $$
    declare
      me uuid := my_user_id();
      words tsquery := palette_query(asked);
      matches uuid[];
    begin
      matches := array(
        select newest.id from (
          select p.id, p.search from projects p where p.user_id = me and p.deleted_at is null
          order by p.created_at desc, p.id desc limit 2000
        ) newest
        where newest.search @@ words);
      if cardinality(matches) < most then
        matches := array(
          with held as materialized (
            select p.id, p.created_at from projects p
            where p.user_id = me and p.search @@ words and p.deleted_at is null
          )
          select held.id from held order by held.created_at desc, held.id desc limit 300);
      end if;
      return query
        select p.id, p.name, coalesce(left(p.description, 120), ''), ts_rank(p.search, words) as fit
        from projects p where p.id = any (matches)
        order by fit desc, p.created_at desc, p.id desc limit most;
    end
  $$;

-- For misspelled words: similar titles among the newest thousand, which bounds the work.
drop function if exists search_tasks_nearly(text, integer);
create or replace function search_tasks_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.title,
          coalesce((select p.name from projects p where p.id = near.project_id and p.deleted_at is null),
            left(near.description, 120), ''''), near.rank
        from (
          select t.*, word_similarity($2, t.title) as rank from (
            select t.id, t.title, t.project_id, t.description, t.created_at from tasks t
            where t.user_id = $1 and t.deleted_at is null
            order by t.created_at desc, t.id desc limit 1000
          ) t
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

drop function if exists search_projects_nearly(text, integer);
create or replace function search_projects_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.name, coalesce(left(near.description, 120), ''''), near.rank
        from (
          select p.*, word_similarity($2, p.name) as rank from (
            select p.id, p.name, p.description, p.created_at from projects p
            where p.user_id = $1 and p.deleted_at is null
            order by p.created_at desc, p.id desc limit 1000
          ) p
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- The nightly purge, for all users: deletes for good what has been in the trash for 30 days, a batch at a time. The
-- age is a constant and no argument, so that nobody can purge earlier. Returns the number of deleted rows.
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
  search_tasks_fuzzy(text, integer), search_projects_fuzzy(text, integer), purge_tasks_trash() from public;
grant execute on function matching_tasks(text, integer), search_tasks(text, integer), search_projects(text, integer),
  search_tasks_fuzzy(text, integer), search_projects_fuzzy(text, integer), purge_tasks_trash() to adjutant_app;
