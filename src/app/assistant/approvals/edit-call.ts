import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { validateInput } from "#platform/capability/validation/validate-input.ts";
import { warningsAbout } from "./approval-warnings.ts";
import { editableFields } from "./description/editable-fields.ts";
import { headingOf } from "./description/heading.ts";
import { fieldSchema, takesNull } from "./description/input-schema.ts";

export type Changes = Readonly<Record<string, string | readonly string[] | null>>;
type Call = { storedName: string; capability: string; input: Record<string, unknown> };

/** The stored columns of a call after its person changed it. */
type EditedCall = {
  input: Record<string, unknown>;
  inputHash: string;
  summary: string;
  warnings: string[];
};

/**
 * A waiting call with other words, times or people. Only what its card offers can be changed, and the result has to be
 * valid input of the capability. Throws `invalid` otherwise, and `conflict` if this program no longer has the capability.
 */
export async function editCall(context: SignedIn, call: Call, changes: Changes): Promise<EditedCall> {
  const capability = capabilityNamed(call.capability);
  if (!capability) throw new AppError("conflict", t`This cannot be done any more: dismiss it`);
  const offered = new Map(editableFields(capability, call.input).map((field) => [field.field, field]));
  const input = { ...call.input };
  for (const [field, value] of Object.entries(changes)) {
    const known = offered.get(field);
    if (!known) throw new AppError("invalid", t`'${field}' cannot be changed here`);
    const isGiven = value !== null && value !== "";
    if (isGiven || known.kind === "list") input[field] = value ?? [];
    else if (takesNull(capability, field)) input[field] = null;
    else if (field in call.input && fieldSchema(capability, field).type === "string") input[field] = "";
    else delete input[field];
  }
  // The formatted version has the former text.
  if ("body" in changes && input.html) input.html = null;
  validateInput(capability.definition.input, input);
  const title = input.title ?? input.subject ?? input.name;
  const heading = headingOf(capability.name, capability.definition, capability.definition.summary);
  const summary = typeof title === "string" ? `${heading}: '${title}'` : heading;
  return {
    input,
    inputHash: inputHashOf(call.storedName, input),
    summary: summary.slice(0, 2000),
    warnings: await warningsAbout(context, { capability: call.capability, input, summary }),
  };
}

/** What the audit log says about a call that its person changed. */
export const editReason = (changes: Changes): string =>
  `Edited before approval: ${Object.keys(changes).join(", ")}`;
