import { gzipSync } from "node:zlib";
import { minifySync } from "vite";
import { type Chunk, mergeParts, type Part } from "./vite-merge-chunks.ts";
import { inEnglish } from "./vite-messages.ts";

/** What the bundler knows of a module: its code and what it imports, at once and later. */
type Module = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};
type Graph = { getModuleInfo(id: string): Module | null };

/** Libraries that are larger than a page, what is fetched only together with them, and what has one place only. */
const HEAVY: readonly (readonly [test: RegExp, name: string])[] = [
  [/node_modules\/dompurify\//, "email-reading"],
  [/node_modules\/chrono-node\/|\/(parse-moment|parse-date-words|read-date-words)\.ts$/, "quick-add"],
  [/node_modules\/pdfjs-dist\/|\/ui\/display\/pdf-/, "pdf"],
  [/node_modules\/(prosemirror-|orderedmap|rope-sequence|w3c-keyname)/, "editor"],
  // With the page whose records it changes: where there was room it took that page along into what mail fetches early.
  [/\/project-mutations\.ts$/, "tasks"],
];
/**
 * Pages that are used together are one chunk: of administrators, of figures, those that a link in a mail opens, and a list
 * with the page of its records.
 */
const PAGES: readonly (readonly [test: RegExp, name: string])[] = [
  [/\/((invitation|authorize|booking)-page|open-frame)\.tsx$/, "linked"],
  [/\/src\/.*\/admin\/.*-page\.tsx$|\/admin-area\.tsx$/, "admin"],
  [/\/src\/.*\/(dashboard|overview|payments)\/.*-page\.tsx$|\/assistant-page\.tsx$/, "dashboard"],
  [/\/documents?-page\.tsx$/, "documents"],
  [/\/(tasks|project)-page\.tsx$/, "tasks"],
  [/\/(integrations|promises)-page\.tsx$/, "integrations"],
];
/** What is fetched after a click, by what is used together; everything else by its area. */
const LATER: readonly (readonly [test: RegExp, name: string])[] = [
  [/\/email\/web\/reading\/|\/subscriptions-dialog\.tsx$/, "email-reading"],
  [/\/payment-charts\.tsx$/, "email-reading"],
  [/\/overview\/charts\.tsx$|\/app\/web\/projects\/|\/project-dialog\.tsx$/, "calendar-later"],
  [/\/daily-ops\/web\/briefing\//, "quick-add"],
  [/\/features\/contacts\/|\/daily-ops\/web\//, "communication-later"],
  // Small ones, where there is room.
  [/\/pending-invitations\.tsx$/, "quick-add"],
  [/\/printed-agenda\.tsx$/, "communication-later"],
  [/\/app\/web\/shell\/notifications-panel\.tsx$/, "panels-later"],
  // Mail fetches it early: only what needs no other page.
  [/\/(zone-banner|shortcuts-help|change-history)\.tsx$|\/shrink-picture\.ts$/, "email-reading"],
  [/\/document-picker\.tsx$/, "app-later"],
  // A row of the dashboard needs it, and so do invitations.
  [/\/use-propose-other-times\.ts$/, "quick-add"],
  // What is seldom opened, of three pages. Nothing that mail fetches early needs it.
  [/\/planning\/web\/what-if\/|\/planning-fields\.tsx$|\/payments\/web\/import-dialog\.tsx$/, "rare-later"],
  [/\/data-panel\.tsx$|\/features\/planning\/web\//, "assistant-later"],
  [/\/(tasks|documents)\/web\//, "records-later"],
  [/\/(team|integrations)\/web\/|\/features\/settings\/|\/settings\/mail-panel/, "panels-later"],
  [/\/first-steps\/first-steps\.tsx$/, "email-reading"],
  [/\/first-steps\//, "email-later"],
  [/\/quick-(add|event)\.ts$|\/when-form\.tsx$/, "quick-add"],
  [/\/dashboard\/(today|day-line|owed|needs-you(-menu|-snoozed|-learned)?)\.tsx$/, "quick-add"],
  [/\/(calendar\/web\/availability|commitments\/web)\//, "quick-add"],
  [/\/ui\/rich-text\/|\/replace-in-html\.ts$/, "editor"],
  // Over any page, and on two pages of its own.
  [/\/app\/web\/assistant\//, "assistant-later"],
  [/\/ui\/|\/(admin|payments)\/web\//, "app-later"],
];
/** Who visits these pages does not have the application in their browser: they count as larger than they are. */
const FOR_VISITORS = [
  ["linked", 20_000],
  ["communication", 5_000],
] as const;
/** Chunks of what several pages need, besides what all of them need. */
const SHARED_CHUNKS = 5;
/** The styles of these are in the file of another chunk, because a request costs more than what they have. */
const STYLES: readonly (readonly [names: RegExp, into: string])[] = [
  [/^((?!communication).*-later|pdf|quick-add|editor)$/, "app-later"],
  [/^(shared.*|team|integrations)$/, "app"],
  [/^email-reading$/, "email"],
  [/^linked$/, "app"],
];
const PAGE = /\/([\w-]+)-page\.tsx$/;
/** The first page loads the file that exports these, and only one page uses them. */
const USED_BY_ONE_PAGE = [[/\/(useQueries|queriesObserver)\.js$/, "calendar"]] as const;
/** The first page loads the files of these when nobody does anything: what others show of them may need the page. */
const AREAS: ReadonlySet<string> = new Set([
  ...["calendar", "daily-ops", "documents", "integrations", "settings", "tasks", "team"],
]);
/** Fetched a second after pages of other areas; the bell may load Daily Operations, whose notifications it shows. */
const SOON = ["app-later", "email-later"];
/** Of these, pages use a few functions or nothing but names: they do not count. */
const UNUSED = /node_modules\/(zod|@mantine)\/|\/lucide-react\.mjs$|\.css$/;
const ICONS = /\/lucide-react\.mjs$/;

/** `outside`: the frame of the pages opens it, so it can use parts of a page that is not open. */
type Root = { id: string; name: string; kind: "page" | "inside" | "outside" };
type Users = { pages: Set<string>; later: Set<string>; isOutside: boolean };

/**
 * Names the chunk of each module: what every page needs at once, what several pages share, one chunk for each page, and
 * one for what an area shows later. Without a name a module would get a chunk for each set of pages that use it; if `entry`
 * (the document) had none, what the bundler adds would be a file of its own.
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
  for (const [id, use] of users) {
    const name = nameOf(id, use);
    if (name) names.set(id, name);
  }
  for (const [library, page] of USED_BY_ONE_PAGE)
    for (const id of initial) if (library.test(id)) names.set(id, page);
  nameShared(names, users, graph);
  for (const [id, name] of names) if (id.endsWith(".css")) names.set(id, stylesOf(name));
  return names;
}

function addUser(users: Map<string, Users>, id: string, { name, kind }: Root): void {
  const use = users.get(id) ?? { pages: new Set(), later: new Set(), isOutside: false };
  if (kind === "page") use.pages.add(name);
  else use.later.add(name);
  use.isOutside ||= kind === "outside";
  users.set(id, use);
}

/** Undefined if several pages need it, or one page and a part of another. */
function nameOf(id: string, { pages, later, isOutside }: Users): string | undefined {
  const heavy = named(HEAVY, id);
  if (heavy) return heavy;
  if (pages.size > 1) return undefined;
  const [page] = pages;
  const isSoon = page !== "daily-ops" && SOON.some((name) => later.has(name));
  if (page && AREAS.has(page) && !isSoon) return page;
  if (page) return isOutside || [...later].some((name) => !name.startsWith(page)) ? undefined : page;
  if ([...later].every((name) => name.startsWith("email")))
    return later.size > 1 ? "email-reading" : [...later].join();
  return later.size === 1 ? [...later].join() : "app-later";
}

/** The modules without a name: by the pages that need them, joined to a few chunks. */
function nameShared(names: Map<string, string>, users: ReadonlyMap<string, Users>, graph: Graph): void {
  const own = new Map<string, number>(FOR_VISITORS);
  const parts = new Map<string, Part & { modules: string[] }>();
  for (const [id, { pages }] of users) {
    const name = names.get(id);
    for (const page of pages) own.set(page, (own.get(page) ?? 0) + (name === page ? sizeOf(id, graph) : 0));
    if (name) continue;
    const key = [...pages].sort().join();
    const part = parts.get(key) ?? { pages, modules: [], size: 0 };
    part.modules.push(id);
    part.size += sizeOf(id, graph);
    parts.set(key, part);
  }
  const chunks = mergeParts([...parts.values()], own, SHARED_CHUNKS, (id) => importsOf(id, graph));
  const countPages = (chunk: Chunk) => new Set(chunk.flatMap(({ pages }) => [...pages])).size;
  for (const [place, chunk] of chunks.sort((a, b) => countPages(b) - countPages(a)).entries())
    for (const id of chunk.flatMap(({ modules }) => modules))
      names.set(id, place === 0 ? "shared" : `shared-${place + 1}`);
}

/** What of it reaches a page, about: libraries of which only some names are used do not count. */
function sizeOf(id: string, graph: Graph): number {
  if (UNUSED.test(id)) return 0;
  return gzipSync(minifySync("module.js", inEnglish(graph.getModuleInfo(id)?.code ?? "")).code).length;
}

function stylesOf(name: string): string {
  const [names, into] = STYLES.find(([names]) => names.test(name)) ?? [];
  return names && into ? name.replace(names, into) : name;
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
  const page = named(PAGES, id) ?? PAGE.exec(id)?.[1];
  if (page && !id.includes("/session/auth")) return { id, name: page, kind: "page" };
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
