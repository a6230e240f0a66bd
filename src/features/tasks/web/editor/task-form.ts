import { type DraftOf, type FormValues, formOf } from "#platform/fields/field-form.ts";
import { taskFields } from "../../fields.ts";

export const taskForm = formOf(taskFields);
/** The values of the task dialog. */
export type TaskDraft = DraftOf<typeof taskFields>;
export type TaskValues = FormValues<typeof taskFields>;
