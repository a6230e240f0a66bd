-- A picture is changed by its person (tables.ts) and read by those who may see the person.

drop policy if exists profile_pictures_read on profile_pictures;
create policy profile_pictures_read on profile_pictures for select to adjutant_app
  using (user_id in (select may_see_pictures_of()));
