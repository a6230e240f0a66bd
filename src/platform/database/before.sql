-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   asked by SQL: fold_text, search_query

-- Trigram indexes for substring search; a trusted extension, so the owner of the database may create it.
create extension if not exists pg_trgm;

-- For indexes that combine the owner's id with search words.
create extension if not exists btree_gin;

-- Text in the form in which search compares it: lower case, without accents, words separated by spaces. Equal for
-- stored text and for queries, and on every server: the collation is named, so the database's language does not matter.
-- Optimized, because every long text is folded when written: punctuation becomes spaces first, plain ASCII then needs
-- no Unicode tables, and single spaces, the most frequent character, are not replaced by themselves. In plpgsql,
-- because in one SQL statement the planner inlined intermediate results and removed accents twice.
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

-- A typed search text as a query: every word (at most eight) is required, each may be a prefix. Null if there is no
-- word.
create or replace function search_query(asked text) returns tsquery
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  as $$
    select to_tsquery('simple', string_agg(word || ':*', ' & '))
    from (
      select word from regexp_split_to_table(public.fold_text(asked), ' ') with ordinality as words(word, place)
      where word <> '' order by place limit 8
    ) asked_words
  $$;
