-- Rows from before provenance (0054) have an unknown origin, so a run that reads a person's own old tasks would need
-- approval every time. The audit log knows more: rows changed only by acts of their person in a session, in requests
-- that did nothing else, are theirs. Acts of assistant runs are recognized by their undo. Rows that came from elsewhere
-- or are synchronized show it in their columns and keep their mark, as do rows changed after the last act in the log.
-- Done once per table and recorded in a column comment, because rows marked later must stay marked.
do $$
declare held record;
begin
  for held in
    select name, noun, is_of_person from (values
        ('tasks', 'tasks', 'true'), ('projects', 'projects', 'true'), ('assistant_memories', 'assistantMemories', 'true'),
        ('contacts', 'contacts', 't.card_uid is null'),
        ('events', 'events', $sql$ t.href is null and t.etag is null and t.remote_ics is null and t.sync_state is null
          and t.invitation = 'none' and t.organizer is null and t.participants = '[]' and t.created_from is null
          and not t.created_by_ai and not exists (select from calendars c where c.id = t.calendar_id
            and (c.url is not null or c.account_id is not null or c.integration_id is not null)) $sql$),
        ('calendars', 'calendars', 't.url is null and t.account_id is null and t.integration_id is null'),
        ('user_locations', 'locations', 'true'), ('booking_pages', 'bookingPages', 'true'),
        ('email_templates', 'templates', 'true'), ('mail_searches', 'mailSearches', 'true'))
      as nouns (name, noun, is_of_person)
     where coalesce(col_description(('public.' || name)::regclass, (select attnum from pg_attribute
       where attrelid = ('public.' || name)::regclass and attname = 'provenance')), '') <> 'older rows are named'
  loop
    execute format($named$
      with old as (
        select id, user_id, created_at from %1$I where provenance = 'outside'
      ), acts as (
        select o.id, a.user_id, o.user_id as owner, a.via, a.impersonated_by, a.capability, a.request_id, a.at, o.created_at
          from audit_log a cross join lateral unnest(a.record_ids) as named (id) join old o on o.id::text = named.id
         where a.effect <> 'read' and a.outcome = 'done'
      ), mixed as (
        select distinct a.request_id from audit_log a join acts using (request_id)
         where a.effect <> 'read' and split_part(a.capability, '.', 1) <> %2$L
      ), by_runs as (
        select distinct id_match[1] as id from assistant_messages m,
          regexp_matches(m.undo::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as id_match
      ), own as (
        select id, max(at) as last_act from acts group by id
        having bool_and(via = 'session' and impersonated_by is null and user_id = owner
            and request_id not in (select request_id from mixed) and capability !~* 'import|merge|subscribe|undo')
          and bool_or(capability in (%2$L || '.create', %2$L || '.quickAdd', %2$L || '.addQuickly') and at between created_at - interval '1 minute'
            and created_at + interval '1 minute')
      )
      update %1$I t set provenance = 'person' from own
       where t.id = own.id and t.provenance = 'outside' and t.id::text not in (select id from by_runs) and (%3$s)
         and coalesce((to_jsonb(t) ->> 'updated_at')::timestamptz <= own.last_act + interval '1 minute', true)
         and not exists (select from remote_objects r where r.record_id = t.id)
    $named$, held.name, held.noun, held.is_of_person);
    -- An address that the person typed counts as known, as if they had typed it today.
    if held.name = 'contacts' then
      update contacts set is_confirmed = true where provenance = 'person' and not is_confirmed;
    end if;
    execute format('comment on column %I.provenance is %L', held.name, 'older rows are named');
  end loop;
end $$;
