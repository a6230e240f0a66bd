import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";

const { owner } = await testDatabase();

/** What folding means, without any optimization. */
const PLAIN = `regexp_replace(
  regexp_replace(lower(normalize(given, NFKD) collate "und-x-icu"), '[\\u0300-\\u036f]', '', 'g'),
  '[^[:alnum:]]+', ' ', 'g')`;

test("MAIL-76: fast folding equals plain folding, for any characters and white space", async () => {
  const { rows } = await owner.query(`
    with signs as (
      select code, chr(code) as sign from generate_series(1, 12300) code
    ), texts (given) as (
      select string_agg('A' || sign || ', b' || sign || sign || ' ' || sign, '  Z ') from signs
        group by sign <= '~', code / 100
      union all select string_agg(one.sign || other.sign || '  Z', 'a') from signs one, signs other
        where one.sign <= '~' and other.sign <= '~' group by one.sign
    )
    select given from texts where fold_text(given) is distinct from ${PLAIN} limit 5`);
  expect(rows).toEqual([]);
  const { rows: read } = await owner.query(
    "select fold_text($1) as some, fold_text($2) as quoted, fold_text(null::text) as none, fold_text(array['Zoë', 'Øre']) as names",
    ["  “Büro” – the 2nd FLOOR…\r\n\tat nine ", "“Ready” – it’s 5 €…"],
  );
  expect(read).toEqual([
    { some: " buro the 2nd floor at nine ", quoted: " ready it s 5 ", none: "", names: "zoe øre" },
  ]);
});
