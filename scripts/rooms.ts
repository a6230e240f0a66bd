/**
 * Rooms: the folders inside a slice and inside its `web/`, so that newcomers find things in the tree alone. Each
 * addition shows in review.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  admin: ["accounts", "announced", "audit", "operations", "settings"],
  calendar: [
    "availability",
    "booking",
    "calendars",
    "events",
    "icalendar",
    "invitations",
    "panel",
    "planning",
    "printing",
    "series",
    "settings",
    "sync",
    "views",
  ],
  attention: ["sources"],
  commitments: ["dates", "evidence", "extraction", "grammar", "list", "ranking", "reading", "strip"],
  communication: ["calls", "conversations", "external", "mentions", "messages"],
  contacts: ["pictures", "sync"],
  "daily-ops": ["briefing", "news", "notifications", "sources", "today", "traffic", "voice", "weather"],
  documents: ["list", "parsing", "sharing", "uploads", "reader"],
  email: [
    "accounts",
    "asks",
    "delivery",
    "kinds",
    "languages",
    "list",
    "organizing",
    "reading",
    "replies",
    "replying",
    "search",
    "sync",
    "templates",
    "writing",
  ],
  integrations: ["connections", "import", "push", "webhooks"],
  planning: ["engine", "focus", "making-room", "reading", "review", "search", "what-if"],
  settings: ["api-keys", "daily-ops", "locations", "notifications", "profile", "security"],
  tasks: ["board", "editor", "filters", "list", "projects"],
  team: ["decisions", "evidence", "members", "pdf", "voting", "workspaces"],
};

/** A folder with more files needs rooms; a test and its set-up (`<subject>.factory.ts`) count with their file. */
export const MAX_FILES = 25;
/** Folders with rules of their own (scripts/check-boundaries.ts). */
const FIXED = ["providers", "public"];
const AT_THE_ROOT = /^(fields|model|tables|events|jobs|routes|prompts|slice|factory)\.ts$/;

export const isRoom = (slice: string, folder: string) => ROOMS[slice]?.includes(folder) ?? false;

/** One line per violation. The paths are those below `src`. */
export function roomViolations(paths: readonly string[]): string[] {
  return [...fullFolders(paths), ...paths.flatMap(misplaced)];
}

function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter((each) => !/\.(test|factory)\.tsx?$/.test(each))) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `src/${folder}: holds ${count} files, more than ${MAX_FILES}: give it rooms`);
}

function misplaced(path: string): string[] {
  const [layer, slice = "", ...inside] = path.split("/");
  if (layer !== "features" || FIXED.includes(inside[0] ?? "")) return [];
  const [room = "", file = "", ...deeper] = inside[0] === "web" ? inside.slice(1) : inside;
  if (file === "" || FIXED.includes(room)) return [];
  if (!isRoom(slice, room)) return [`src/${path}: '${room}' is not a room of ${slice} (scripts/rooms.ts)`];
  if (deeper.length > 0) return [`src/${path}: a room has no rooms`];
  const isRootFile = inside[0] !== "web" && AT_THE_ROOT.test(file);
  return isRootFile ? [`src/${path}: ${file} stands at the slice's root`] : [];
}
