import { TASK_VIEWS, type TaskView } from "./task-address.ts";

const KEY = "tasks view";
/** What is shown first (decision 0137). */
const DEFAULT: TaskView = "list";

/** The last view chosen in this browser; the address has priority. */
export function storedView(): TaskView {
  try {
    return TASK_VIEWS.find((view) => view === localStorage.getItem(KEY)) ?? DEFAULT;
  } catch {
    // Where storage is forbidden nothing was stored.
    return DEFAULT;
  }
}

export function storeView(view: TaskView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
