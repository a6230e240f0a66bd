-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: search_workspaces, search_decisions, search_workspaces_fuzzy, search_decisions_fuzzy,
--     matching_decisions

-- For the palette: rows of the user's workspaces. Filters explicitly, because policies prevent the use of a search
-- index.
create or replace function search_workspaces(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select w.id, w.name, coalesce(left(w.description, 120), ''), ts_rank(w.search, asks.query) as rank
      from public.workspaces w, (select palette_query(asked) as query offset 0) asks
     where w.id in (select my_workspaces()) and w.deleted_at is null and w.search @@ asks.query
     order by rank desc, w.created_at desc, w.id desc limit most
  $$;

create or replace function search_decisions(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, found.title, (select w.name from public.workspaces w where w.id = found.workspace_id),
          ts_rank(found.search, $2) as rank
        from (
          select d.* from public.team_decisions d
          where $1 is not null and d.workspace_id in (select my_workspaces()) and d.deleted_at is null and d.search @@ $2
          order by d.created_at desc, d.id desc limit 300
        ) found
        order by rank desc, found.created_at desc, found.id desc limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

drop function if exists search_workspaces_nearly(text, integer);
create or replace function search_workspaces_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.name, coalesce(left(near.description, 120), ''), near.rank from (
      select w.*, word_similarity((select fold_text(asked)), w.name) as rank from public.workspaces w
       where w.id in (select my_workspaces()) and w.deleted_at is null
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit most
  $$;

drop function if exists search_decisions_nearly(text, integer);
create or replace function search_decisions_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language sql stable security definer set search_path = public, pg_temp as $$
    select near.id, near.title, (select w.name from public.workspaces w where w.id = near.workspace_id), near.rank
    from (
      select d.*, word_similarity((select fold_text(asked)), d.title) as rank from (
        select newest.* from my_workspaces() mine(id)
          cross join lateral (
            select * from public.team_decisions
             where workspace_id = mine.id and deleted_at is null
             order by created_at desc, id desc limit 500) newest
      ) d
    ) near
    where near.rank >= 0.45 order by near.rank desc, near.created_at desc, near.id desc limit most
  $$;

-- Search of the page, newest first. Filters by workspace explicitly, because policies prevent the use of the index.
create or replace function matching_decisions(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select d.id from public.team_decisions d
     where d.workspace_id in (select my_workspaces()) and d.deleted_at is null and d.search @@ search_query(asked)
     order by d.created_at desc, d.id desc limit most
  $$;

revoke all on function search_workspaces(text, integer), search_decisions(text, integer),
  search_workspaces_fuzzy(text, integer), search_decisions_fuzzy(text, integer),
  matching_decisions(text, integer) from public;
grant execute on function search_workspaces(text, integer), search_decisions(text, integer),
  search_workspaces_fuzzy(text, integer), search_decisions_fuzzy(text, integer),
  matching_decisions(text, integer) to adjutant_app;
