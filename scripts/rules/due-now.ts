import { type CodeRule, isTest } from "./rule.ts";

/** Columns that a job compares with the time of its own transaction. */
const DUE =
  /\b(?:due_at|start_after|scheduled_for|next_\w+_at|\w+_until|expires_at)\s*=\s*now\(\)(?!\s*[-+])/i;

/** Clocks of the database's processes differ by some microseconds on virtual machines: what is due now may not be due yet. */
export const dueNow: CodeRule = {
  name: "due-now",
  message: "set what a job shall find to now() - interval '1 second': its clock may be a little behind",
  covers: (path) => isTest(path) && !path.startsWith("scripts/"),
  find: (file) =>
    file
      .ofType("Literal", "TemplateLiteral")
      .filter((node) => DUE.test(file.textOf(node)))
      .map(({ start }) => ({ offset: start })),
};
