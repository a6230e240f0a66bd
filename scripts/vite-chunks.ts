/** What the bundler knows of a module: its code and what it imports, at once and later. */
type Module = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};
type Graph = { getModuleInfo(id: string): Module | null };

/** Libraries that are larger than a page, and what is fetched only together with them. */
const HEAVY: readonly (readonly [test: RegExp, name: string])[] = [
  [/node_modules\/dompurify\//, "email-reading"],
  [/node_modules\/chrono-node\/|\/parse-moment\.ts$/, "quick-add"],
  [/node_modules\/pdfjs-dist\/|\/ui\/display\/pdf-/, "pdf"],
  [/node_modules\/(prosemirror-|orderedmap|rope-sequence|w3c-keyname)/, "editor"],
];
/** Pages that are used together are one chunk: of administrators, of figures, and those that a link in a mail opens. */
const PAGES: readonly (readonly [test: RegExp, name: string])[] = [
  [/\/(invitation|authorize|booking)-page\.tsx$/, "linked"],
  [/\/(admin|payments)\/.*-page\.tsx$/, "admin"],
  [/\/(dashboard|overview)\/.*-page\.tsx$/, "dashboard"],
];
/** What is fetched after a click, by what is used together; everything else by its area. */
const LATER: readonly (readonly [test: RegExp, name: string])[] = [
  [/\/email\/web\/reading\/(mail-frame|prepared-mails)/, "email-reading"],
  [/\/document-picker\.tsx$/, "email-later"],
  [/\/admin-area\.tsx$/, "admin"],
  [/\/open-frame\.tsx$/, "linked"],
  [/\/quick-(add|event)\.ts$/, "quick-add"],
  [/\/ui\/rich-text\/|\/replace-in-html\.ts$/, "editor"],
];
/** Pages with lists and forms of records: what only they share is apart from what only the others share. */
const RECORD_PAGES: ReadonlySet<string> = new Set([
  ...["calendar", "communication", "documents", "email", "tasks", "team"],
]);
/** Chunks with less than 4 kB of styles: they are in the file of all pages, because a request costs more. */
const FEW_STYLES: ReadonlySet<string> = new Set([
  ...["app-later", "assistant", "calendar-parts", "dashboard", "editor", "email-reading"],
  ...[
    "daily-ops-parts",
    "integrations",
    "linked",
    "panels",
    "pdf",
    "quick-add",
    "records",
    "settings",
    "team",
  ],
]);
/** Parts of one page that are shown elsewhere too are a chunk from this size; smaller ones are in that of all pages. */
const LARGE_PARTS = 15_000;
const PAGE = /\/([\w-]+)-page\.tsx$/;
const ICONS = /\/lucide-react\.mjs$/;

/** `outside`: the frame of the pages opens it, so it can use parts of a page that is not open. */
type Root = { id: string; name: string; kind: "page" | "inside" | "outside" };
type Users = { pages: Set<string>; later: Set<string>; isOutside: boolean };

/**
 * Names the chunk of each module: what every page needs at once, what several pages share, one chunk for each page, and
 * one for what an area shows later. Without a name a module would get a chunk for each set of pages that use it.
 */
export function nameChunks(entry: string): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    names ??= nameAll(entry, graph);
    return names.get(id) ?? null;
  };
}

function nameAll(entry: string, graph: Graph): Map<string, string> {
  const initial = closureOf(entry, graph);
  const users = new Map<string, Users>();
  for (const root of laterRoots(initial, graph))
    for (const id of closureOf(root.id, graph)) if (!initial.has(id)) addUser(users, id, root);
  const names = new Map([...initial].map((id) => [id, "app"]));
  for (const [id, use] of users) names.set(id, nameOf(id, use));
  mergeSmallParts(names, users, graph);
  for (const [id, name] of names) if (id.endsWith(".css") && FEW_STYLES.has(name)) names.set(id, "shared");
  return names;
}

function addUser(users: Map<string, Users>, id: string, { name, kind }: Root): void {
  const use = users.get(id) ?? { pages: new Set(), later: new Set(), isOutside: false };
  if (kind === "page") use.pages.add(name);
  else use.later.add(name);
  use.isOutside ||= kind === "outside";
  users.set(id, use);
}

function nameOf(id: string, use: Users): string {
  const { pages, later, isOutside } = use;
  const heavy = named(HEAVY, id);
  if (heavy) return heavy;
  const [page] = pages;
  if (pages.size === 2 && later.size === 0 && pages.has("assistant") && pages.has("dashboard"))
    return "dashboard";
  if (pages.size > 1) return sharedBy(use);
  if (page) return isOutside || [...later].some((name) => !name.startsWith(page)) ? `${page}-parts` : page;
  return later.size === 1 ? [...later].join() : "later-parts";
}

/** A module has no more users than what it imports, so that no two of these chunks need each other. */
function sharedBy({ pages, isOutside }: Users): string {
  if (isOutside) return "shared";
  const count = [...pages].filter((page) => RECORD_PAGES.has(page)).length;
  return count === pages.size ? "records" : count === 0 ? "panels" : "shared";
}

function mergeSmallParts(names: Map<string, string>, users: Map<string, Users>, graph: Graph): void {
  const sizes = new Map<string, number>();
  for (const [id, name] of names)
    sizes.set(name, (sizes.get(name) ?? 0) + (graph.getModuleInfo(id)?.code?.length ?? 0));
  for (const [id, use] of users) {
    const name = names.get(id) ?? "";
    if (name.endsWith("-parts") && (sizes.get(name) ?? 0) < LARGE_PARTS) names.set(id, sharedBy(use));
  }
}

/** Every module that is imported later, by the first page or by what is imported later. */
function laterRoots(initial: ReadonlySet<string>, graph: Graph): Root[] {
  const roots = new Map<string, Root>();
  const collect = (importers: ReadonlySet<string>) => {
    for (const importer of importers)
      for (const id of graph.getModuleInfo(importer)?.dynamicallyImportedIds ?? []) {
        if (roots.has(id)) continue;
        roots.set(id, rootOf(id, initial.has(importer)));
        collect(closureOf(id, graph));
      }
  };
  collect(initial);
  return [...roots.values()];
}

function rootOf(id: string, isFromStart: boolean): Root {
  if (PAGE.test(id) && !id.includes("/session/"))
    return { id, name: named(PAGES, id) ?? PAGE.exec(id)?.[1] ?? "shared", kind: "page" };
  const area = /\/features\/([\w-]+)\//.exec(id)?.[1] ?? (id.includes("/src/app/") ? "app" : "email");
  const name = named(LATER, id) ?? `${area}-later`;
  return { id, name, kind: isFromStart ? "outside" : "inside" };
}

const named = (list: readonly (readonly [test: RegExp, name: string])[], id: string) =>
  list.find(([test]) => test.test(id))?.[1];

function closureOf(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const next of importsOf(id, graph)) found.add(next);
  return found;
}

/** One file exports all icons: of what it imports, only the named ones are used. */
function importsOf(id: string, graph: Graph): readonly string[] {
  const { importedIds, code } = graph.getModuleInfo(id) ?? { importedIds: [], code: "" };
  if (ICONS.test(id)) return [];
  const icons = importedIds.find((each) => ICONS.test(each));
  if (!icons) return importedIds;
  const names = /import\s*\{([^}]*)\}\s*from\s*"lucide-react"/.exec(code ?? "")?.[1] ?? "";
  const files = names.split(",").flatMap((each) => iconFile(each.trim().split(" ")[0] ?? "", icons, graph));
  return [...importedIds, ...files];
}

function iconFile(name: string, icons: string, graph: Graph): string[] {
  const line = new RegExp(`^export \\{[^}]*\\bdefault as ${name}\\b[^}]*\\} from '\\./(.+)'`, "m");
  const file = line.exec(graph.getModuleInfo(icons)?.code ?? "")?.[1];
  return file ? [icons.replace(ICONS, `/${file}`)] : [];
}
