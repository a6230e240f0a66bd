import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withPlainMessages } from "../i18n/plain-messages.ts";

type Key = { keys: string; label: string; group: string };

/** The help's labels for keys whose `label` is a value and not a literal, by the group of the key. */
const LABELS: Record<string, string> = {
  "Daily Ops": "Refresh weather, traffic or news",
  Admin: "Filter the list",
};
const GROUP_OF_TABLES = "Tables";
/** Keys defined in a loop: one row for all of them. */
const LOOPS: readonly Key[] = [{ keys: "1-9", label: "A tab of the inbox", group: "Email" }];

const ARGUMENT = String.raw`\s*("[^"]*"|[\w.]+),`;
const CALL = new RegExp(String.raw`\buseShortcut\(${ARGUMENT.repeat(3)}`, "g");
const ANY_CALL = /\buseShortcut\(\s*[^\s)]/g;
const HINT = /\{ keys: "([^"]+)", label: "([^"]+)"(?:, group: "([^"]+)")?/g;
const AREA = /\{ label: "([^"]+)", href: "[^"]+", icon: \w+, key: "(\w)" \}/g;

/** Every key of the product, read from the sources that define them. Throws where one cannot be read. */
export function keysOfProduct(source: string): Key[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^ui\/keyboard\/shortcuts\.ts$/.test(name))
    .sort();
  return [
    ...files.flatMap((name) => keysOf(name, withPlainMessages(readFileSync(join(source, name), "utf8")))),
    ...LOOPS,
  ];
}

function keysOf(name: string, code: string): Key[] {
  const calls = [...code.matchAll(CALL)].map(([, keys = "", label = "", group = ""]) => {
    const groupText = textOf(group, code) ?? (group === "label" ? GROUP_OF_TABLES : unread(name, group));
    return {
      keys: textOf(keys, code) ?? unread(name, keys),
      label: textOf(label, code) ?? LABELS[groupText] ?? unread(name, label),
      group: groupText,
    };
  });
  if (calls.length < [...code.matchAll(ANY_CALL)].length) unread(name, "a call of useShortcut");
  const hintGroup = /\buseKeyHints\(\w+, "([^"]+)"/.exec(code)?.[1];
  const hints = [...code.matchAll(HINT)].flatMap(([, keys = "", label = "", group = hintGroup]) =>
    group ? [{ keys, label, group }] : [],
  );
  const areas = [...code.matchAll(AREA)].map(([, label = "", key]) => ({
    keys: `g ${key}`,
    label,
    group: "Go to",
  }));
  return [...calls, ...hints, ...areas];
}

/** A literal, or the literal of a constant in the same file. */
function textOf(expression: string, code: string): string | undefined {
  const literal = /^"([^"]*)"$/.exec(expression)?.[1];
  return literal ?? new RegExp(`\\bconst ${expression} = "([^"]*)"`).exec(code)?.[1];
}

function unread(name: string, expression: string): never {
  throw new Error(
    `${name}: the help does not know what '${expression}' is; see scripts/help-site/key-table.ts`,
  );
}

/** General groups first, then the areas alphabetically. */
const FIRST = ["General", "Actions", "Go to"];

/** The tables as Markdown: one row for each key of a group, with everything that it does there. */
export function keyTables(keys: readonly Key[]): string {
  const groups = [...Map.groupBy(keys, ({ group }) => group)].sort(
    ([a], [b]) => rank(a) - rank(b) || a.localeCompare(b),
  );
  return groups
    .map(([group, members]) => `## ${group}\n\n| Key | What it does |\n|---|---|\n${rows(members)}`)
    .join("\n\n");
}

const rank = (group: string) => (FIRST.includes(group) ? FIRST.indexOf(group) : FIRST.length);

const rows = (members: readonly Key[]) =>
  [...Map.groupBy(members, ({ keys }) => keys)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([keys, same]) => `| ${formatKeys(keys)} | ${labelsOf(same)} |`)
    .join("\n");

/** Two views of a page may use the same key for different actions. */
const labelsOf = (same: readonly Key[]) =>
  [...new Set(same.map(({ label }) => label))].sort((a, b) => a.localeCompare(b)).join(" · ");

const formatKeys = (keys: string) =>
  keys
    .split(" ")
    .map((step) => `\`${step.replace(/^mod\+(.)/, (_, key) => `Ctrl ${key.toUpperCase()}`)}\``)
    .join(/^g /.test(keys) ? " then " : " ");
