import { type AnyFields, longText, requiredText } from "#platform/fields/field-kinds.ts";

/** What a workspace has. A field stands here, and in its migration; everything else follows (decision 0066). */
export const workspaceFields = {
  name: requiredText({
    label: "Name",
    placeholder: "Leadership",
    max: 200,
    missing: "Please enter a workspace name",
    form: "line",
    search: "A",
  }),
  description: longText({
    label: "Description",
    placeholder: "What is decided here?",
    max: 5000,
    isTrimmed: true,
    form: "line",
    search: "C",
  }),
} as const satisfies AnyFields;
