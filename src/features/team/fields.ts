import { type AnyFields, longText, requiredText } from "#platform/fields/field-kinds.ts";

/**
 * The fields of a workspace. A field is defined here and in its migration; everything else is derived (decision 0066).
 */
export const workspaceFields = {
  name: requiredText({
    label: "Name",
    placeholder: "Leadership",
    max: 200,
    missing: "Please enter a workspace name",
    missingAtField: "Give the workspace a name",
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
