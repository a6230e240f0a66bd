-- What a person typed, as `search_query` reads it, for the palette, which asks all areas at each key: words of one or two
-- letters before the last are whole, for as beginnings they stand in nearly every record.
create or replace function palette_query(asked text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select to_tsquery('simple', string_agg(
      word || case when place = last_place or length(word) > 2 then ':*' else '' end, ' & '))
    from (
      select word, place, max(place) over () as last_place
      from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;
