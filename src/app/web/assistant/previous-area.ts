/** Pages and the areas whose tools an assistant there has at hand. */
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

/** Remembers the area that is looked at: on the assistant's own page it is the one that the person came from. */
export function rememberArea(path: string): void {
  const area = AREAS[path.split("/")[1] ?? ""];
  if (area) last = area;
}

/** The area that the person looked at last; null where it was none. */
export const previousArea = (): string | null => last;
