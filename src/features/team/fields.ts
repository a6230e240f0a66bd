import { t } from "#i18n/message.ts";
import { type AnyFields, longText, requiredText } from "#platform/fields/field-kinds.ts";

/**
 * The fields of a workspace. A field is defined here and in its migration; everything else is derived (decision 0066).
 */
export const workspaceFields = {
  name: requiredText({
    label: t`Name`,
    placeholder: t`Leadership`,
    max: 200,
    missing: t`Please enter a workspace name`,
    missingAtField: t`Give the workspace a name`,
    form: "line",
    search: "A",
  }),
  description: longText({
    label: t`Description`,
    placeholder: t`What is decided here?`,
    max: 5000,
    isTrimmed: true,
    form: "line",
    search: "C",
  }),
} as const satisfies AnyFields;
