-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   rows of other owners: change_record_counts, recount_records, counted_people
--   asked by SQL: maintain_record_counts, change_record_counts

-- Counts of records are maintained by the statements that change them (decision 0124). `record_counts` holds changes, so
-- that a transaction never waits for another one of the same person: each appends, and who gets the lock of the person's
-- groups without waiting merges the rows of the groups that it changes.
create or replace function change_record_counts(of_resource text, people uuid[], names text[], changes integer[])
  returns void language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  person uuid;
begin
  for person in select distinct p from unnest(people) p loop
    if pg_try_advisory_xact_lock(hashtextextended('record counts ' || of_resource || person, 0)) then
      with changed as (
        select c.name, c.change from unnest(people, names, changes) as c (owner, name, change) where c.owner = person),
      merged as (
        delete from record_counts r using changed c
         where r.user_id = person and r.resource = of_resource and r.counted = c.name
        returning r.counted, r.change)
      insert into record_counts (user_id, resource, counted, change)
      select person, of_resource, each.name, sum(each.change)
        from (select name, change from changed union all select counted, change from merged) each
       where exists (select from users u where u.id = person)
       group by each.name having sum(each.change) <> 0;
    else
      insert into record_counts (user_id, resource, counted, change)
      select c.owner, of_resource, c.name, c.change from unnest(people, names, changes) as c (owner, name, change)
       where c.owner = person;
    end if;
  end loop;
end $$;

-- Counts the records of a table from now on. `groups` is SQL: the names of the groups that the row `r` belongs to, as an
-- array, in which nulls are ignored. Its first use and a changed definition count what is there.
create or replace function maintain_record_counts(of_resource text, groups text) returns void
  language plpgsql volatile set search_path = public, pg_temp as $maintain$
declare
  each text := format('select r.user_id, g.name, %%s as change from %%s r, unnest(%s) as g (name)
    where g.name is not null', groups);
  totals text := 'select array_agg(t.user_id), array_agg(t.name), array_agg(t.change) from (
    select e.user_id, e.name, sum(e.change)::integer as change from (%s) e
     group by e.user_id, e.name having sum(e.change) <> 0) t';
begin
  execute format($function$
    create or replace function %1$I() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as $trigger$
    declare
      people uuid[]; names text[]; changes integer[];
    begin
      if tg_op = 'INSERT' then %3$s into people, names, changes;
      elsif tg_op = 'DELETE' then %4$s into people, names, changes;
      else %5$s into people, names, changes;
      end if;
      if people is not null then perform change_record_counts(%2$L, people, names, changes); end if;
      return null;
    end $trigger$;
    revoke all on function %1$I() from public;
    create or replace trigger counts_of_inserted after insert on %2$I
      referencing new table as new_rows for each statement execute function %1$I();
    create or replace trigger counts_of_deleted after delete on %2$I
      referencing old table as old_rows for each statement execute function %1$I();
    create or replace trigger counts_of_updated after update on %2$I
      referencing old table as old_rows new table as new_rows for each statement execute function %1$I()$function$,
    'count_changed_' || of_resource, of_resource,
    format(totals, format(each, '1', 'new_rows')),
    format(totals, format(each, '-1', 'old_rows')),
    format(totals, format(each, '1', 'new_rows') || ' union all ' || format(each, '-1', 'old_rows')));
  execute format($function$
    create or replace function %1$I(person uuid) returns table (user_id uuid, name text, change integer)
      language sql stable security definer set search_path = public, pg_temp as $recount$
      %2$s and r.user_id = person $recount$;
    revoke all on function %1$I(uuid) from public$function$,
    'recounted_' || of_resource, format(each, '1', quote_ident(of_resource)));
  if obj_description(format('count_changed_%s()', of_resource)::regprocedure, 'pg_proc') is distinct from md5(groups) then
    perform recount_records(of_resource, u.id) from users u;
    execute format('comment on function %I() is %L', 'count_changed_' || of_resource, md5(groups));
  end if;
end $maintain$;

-- Counts a person's records in a table and corrects the counts; returns how many were wrong. One statement, so one
-- snapshot: a change that runs meanwhile is in neither of the two sides. One person, because a statement has 10 seconds.
create or replace function recount_records(of_resource text, person uuid) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  wrong integer;
begin
  if my_user_id() is not null then return 0; end if;
  execute format('
    with differences as (
      select e.user_id, e.name, sum(e.change)::integer as change
        from (select user_id, name, change from %I($1)
              union all
              select user_id, counted, -change from record_counts where user_id = $1 and resource = %L) e
       group by e.user_id, e.name having sum(e.change) <> 0),
    corrected as (
      insert into record_counts (user_id, resource, counted, change)
      select d.user_id, %L, d.name, d.change from differences d where exists (select from users u where u.id = d.user_id)
      returning 1)
    select count(*)::integer from corrected', 'recounted_' || of_resource, of_resource, of_resource)
    into wrong using person;
  return wrong;
end $$;

-- For the job, which counts one person after the other.
create or replace function counted_people() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
    select u.id from users u where my_user_id() is null order by u.id
  $$;

revoke all on function change_record_counts(text, uuid[], text[], integer[]), maintain_record_counts(text, text),
  recount_records(text, uuid), counted_people() from public;
grant execute on function recount_records(text, uuid), counted_people() to adjutant_app;
