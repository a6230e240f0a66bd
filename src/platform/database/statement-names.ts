import type pg from "pg";

/** Texts that get a name in one process: each connection holds the plans of those that it has run. */
const MAX_NAMED = 200;

const namesByText = new Map<string, string>();

/**
 * A query as a prepared statement, where its builder named it: `.prepare("emails.list")`. Its text depends on its input
 * (views, cursors), and PostgreSQL wants one name for one text; texts beyond the limit are planned each time, as those
 * without a name are.
 */
export function named({ name, ...config }: pg.QueryConfig): pg.QueryConfig {
  if (name === undefined) return config;
  const fixed = withLimitInText(config);
  const own = nameOf(name, fixed.text);
  return own === undefined ? fixed : { ...fixed, name: own };
}

function nameOf(name: string, text: string): string | undefined {
  const known = namesByText.get(text);
  if (known || namesByText.size >= MAX_NAMED) return known;
  const own = `${name} ${namesByText.size}`.slice(-63);
  namesByText.set(text, own);
  return own;
}

/**
 * A plan that is made once for all values must know how many rows are asked for: of an unknown number PostgreSQL assumes
 * a tenth of all (plancache and LIMIT, PostgreSQL manual, PREPARE).
 */
function withLimitInText({ text, values = [], ...rest }: pg.QueryConfig): pg.QueryConfig {
  const limit = values.at(-1);
  if (!Number.isSafeInteger(limit) || !text.endsWith(` limit $${values.length}`))
    return { ...rest, text, values };
  return {
    ...rest,
    text: text.replace(/\$\d+$/, () => String(limit)),
    values: values.slice(0, -1),
  };
}
