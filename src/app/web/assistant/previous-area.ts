/** First path segments of pages, and the area whose tools are offered there. */
const AREAS: Record<string, string> = {
  calendar: "calendar",
  communication: "communication",
  "daily-ops": "daily-ops",
  documents: "documents",
  email: "email",
  settings: "settings",
  tasks: "tasks",
  team: "team",
};

let last: string | null = null;

/** Records the current area, so that the assistant's own page can use the one that the person came from. */
export function rememberArea(path: string): void {
  const area = AREAS[path.split("/")[1] ?? ""];
  if (area) last = area;
}

/** The area that the person visited last; null if none. */
export const previousArea = (): string | null => last;
