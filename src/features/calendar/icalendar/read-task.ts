import { splitOutsideQuotes, textOf } from "./content-lines.ts";
import { momentOf, type ParseContext } from "./read-times.ts";
import { type Component, FileError, propertiesOf, propertyOf } from "./split-icalendar.ts";

/** One parsed VTODO; `due` in milliseconds. */
export type FileTask = {
  uid: string;
  title: string;
  description: string | null;
  due: number | null;
  status: "todo" | "in_progress" | "completed";
  priority: "low" | "medium" | "high";
  tags: string[];
};

/** A task of the file; one without a title is named by its first words. */
export function readTask(component: Component, uid: string, context: ParseContext): FileTask {
  const text = (name: string, length: number) => textOf(propertyOf(component, name)?.value ?? "", length);
  const description = text("DESCRIPTION", 20_000);
  const due = propertyOf(component, "DUE") ?? propertyOf(component, "DTSTART");
  const status = text("STATUS", 20)?.toUpperCase();
  const isCompleted =
    status === "COMPLETED" ||
    status === "CANCELLED" ||
    propertyOf(component, "COMPLETED") !== undefined ||
    text("PERCENT-COMPLETE", 4) === "100";
  const priority = Number(text("PRIORITY", 3) ?? 0);
  return {
    uid,
    title: text("SUMMARY", 500) ?? description?.split("\n")[0]?.slice(0, 100) ?? "(No title)",
    description,
    due: due ? dueOf(() => momentOf(due, context).at, context) : null,
    status: isCompleted ? "completed" : status === "IN-PROCESS" ? "in_progress" : "todo",
    priority: priority >= 1 && priority <= 4 ? "high" : priority >= 6 ? "low" : "medium",
    tags: categoriesOf(component),
  };
}

function dueOf(read: () => number, { warn }: ParseContext): number | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    warn(error.line, `${error.message}; the task has no due date`);
    return null;
  }
}

export function categoriesOf(component: Component): string[] {
  const values = propertiesOf(component, "CATEGORIES").flatMap(({ value }) => splitOutsideQuotes(value, ","));
  return [...new Set(values.flatMap((value) => textOf(value, 60) ?? []))].slice(0, 50);
}
