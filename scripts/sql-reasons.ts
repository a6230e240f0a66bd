import type { Sources } from "./sources.ts";

/**
 * Every database function states at the head of its file why it is not TypeScript, and this check verifies the reason.
 * The last two are for readers only; a function under 'could be TypeScript' is remaining work.
 */
const REASONS: Record<string, (name: string, context: SqlContext) => boolean> = {
  slots: (name, { all }) => (all.get(name)?.length ?? 0) > 1,
  triggers: (name, { heads }) => heads.get(name)?.includes("returns trigger") ?? false,
  "policies ask": (name, { policies }) => calls(policies, name),
  "fill slots": (name, { all }) => (all.get(name)?.length ?? 0) > 1,
  "rows of other owners": (name, { heads }) => heads.get(name)?.includes("security definer") ?? false,
  "asked by SQL": (name, { everything }) => calls(everything, name),
  "found by prefix": (name, { everything }) =>
    [...everything.matchAll(/starts_with\(\w+\.proname, '(\w+)'\)/g)].some(([, prefix = ""]) =>
      name.startsWith(prefix),
    ),
  "near the data": () => true,
  "could be TypeScript": () => true,
};
const TITLE = "-- Why in SQL and not in TypeScript";

type SqlContext = {
  /** Name → the text between the name and the body, in the current file. */
  heads: Map<string, string>;
  /** Name → the files that define it. */
  all: Map<string, string[]>;
  policies: string;
  /** All SQL without comments and without the start of each definition. */
  everything: string;
};

/** One line per function without a valid reason, and per listed name that does not exist. */
export function reasonViolations(sources: Sources): string[] {
  const files = [...sources].filter(([path]) => path.endsWith(".sql"));
  const code = files.map(([path, source]) => ({ path, text: source.replaceAll(/--[^\n]*/g, "") }));
  const all = new Map<string, string[]>();
  for (const { path, text } of code)
    for (const name of headsOf(text).keys()) all.set(name, [...(all.get(name) ?? []), path]);
  const policies = code.filter(({ path }) => path.includes("/policies")).map(({ text }) => text);
  const everything = code.map(({ text }) => text.replaceAll(/\bfunction (if exists )?\w+/g, ""));
  return code.flatMap(({ path, text }) => {
    const heads = headsOf(text);
    const context = { heads, all, policies: policies.join("\n"), everything: everything.join("\n") };
    const listed = listedIn(sources.get(path) ?? "");
    return [
      ...[...heads.keys()].flatMap((name) => withoutReason(name, listed, context)),
      ...[...listed.keys()]
        .filter((name) => !heads.has(name))
        .map((name) => `the head lists ${name}, which is not here`),
    ].map((violation) => `src/${path}: ${violation}`);
  });
}

function withoutReason(name: string, listed: ReadonlyMap<string, string>, context: SqlContext): string[] {
  const reason = listed.get(name);
  if (reason === undefined) return [`the head does not say why ${name} is SQL`];
  const isTrue = REASONS[reason];
  if (!isTrue) return [`'${reason}' is no reason that this check knows`];
  return isTrue(name, context) ? [] : [`'${reason}' is not true of ${name}`];
}

const calls = (text: string, name: string) => new RegExp(`\\b${name}\\s*\\(`).test(text);

const headsOf = (text: string) =>
  new Map(
    [...text.matchAll(/create (?:or replace )?function (\w+)([\s\S]*?)\$\w*\$/g)].map(
      ([, name = "", head = ""]) => [name, head],
    ),
  );

/** Name → reason, as the head of the file lists them. */
function listedIn(source: string): Map<string, string> {
  const lines = source.startsWith(TITLE) ? (source.split("\n\n")[0] ?? "").split("\n").slice(1) : [];
  const joined = lines.map((line) => line.replace(/^-- {3}(?! )/, "\n").replace(/^-- +/, " ")).join("");
  return new Map(
    joined.split("\n").flatMap((line) => {
      const [reason = "", names = ""] = line.split(/: (.*)/);
      const listed = names.replaceAll(/\([^)]*\)/g, "").split(",");
      return listed.map((name) => [name.trim(), reason.trim()] as const).filter(([name]) => name !== "");
    }),
  );
}
