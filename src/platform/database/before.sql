-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   asked by SQL: fold_text, search_query

-- Trigram indexes for search inside words; a trusted extension, so the owner of the database may create it.
create extension if not exists pg_trgm;

-- An owner beside words in one index.
create extension if not exists btree_gin;

-- Text as search compares it: lower case, without accents, words apart by spaces. The same for what is stored and for
-- what is asked, on every server: the collation is named, so the language of the database does not matter. Every long text
-- that is written goes through it, so it is sparing: signs of print become spaces first, what is plain ASCII then needs no
-- tables of Unicode, and single spaces, the most frequent sign, are not replaced by themselves. In plpgsql: as one
-- statement of SQL the planner put what is worked out first into every place that uses it, and accents were worked out twice.
create or replace function fold_text(given text) returns text
  language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    begin
      if octet_length(given) <> length(given) then
        given := regexp_replace(given collate "C", '[\u00a0\u2010-\u201e\u2022\u2026\u20ac]+', ' ', 'g');
      end if;
      if octet_length(given) = length(given) then
        return regexp_replace(lower(given collate "C"), '[^a-z0-9 ][^a-z0-9]*| [^a-z0-9]+', ' ', 'g');
      end if;
      return coalesce(regexp_replace(
        regexp_replace(lower(normalize(given, NFKD) collate "und-x-icu"), '[\u0300-\u036f]+', '', 'g'),
        '[^[:alnum:] ][^[:alnum:]]*| [^[:alnum:]]+', ' ', 'g'), '');
    end
  $$;

create or replace function fold_text(given text[]) returns text
  language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    begin
      if cardinality(given) = 0 then return ''; end if;
      return public.fold_text(array_to_string(given, ' '));
    end
  $$;

-- What a person typed, as a query: every word, the last letters of each may be missing. Null where there is no word.
create or replace function search_query(asked text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select to_tsquery('simple', string_agg(word || ':*', ' & '))
    from (
      select word from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;
