import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { templateFields } from "../../fields.ts";
import type { EmailTemplateOnWire } from "../../writing-model.ts";
import { templates } from "../api.ts";
import { openComposer } from "../open-dialog.ts";
import { templateRecords } from "../records.ts";
import { toastFailureReason } from "../toast-failure.ts";
import { offerUndo } from "../undo-last-action.ts";

export const templateForm = formOf(templateFields);

/** Shows the specified toast and rejects where the server refuses. */
export async function saveTemplate(
  template: EmailTemplateOnWire | null,
  fields: FormValues<typeof templateFields>,
  idempotencyKey: string,
): Promise<void> {
  try {
    const saved = template
      ? await templates.update.call({ ...fields, id: template.id, version: template.version })
      : await templates.create.call(fields, { idempotencyKey });
    templateRecords.receive([saved]);
    toast.success(template ? "Template updated successfully" : "Template created successfully");
  } catch (error) {
    throw toastFailureReason(template ? "Failed to update template" : "Failed to create template", error);
  }
}

/** Opens the composer with the template and counts the use (TMPL-07, TMPL-08). */
export async function writeFromTemplate(template: EmailTemplateOnWire): Promise<void> {
  const { subject, body, category } = template;
  openComposer({ subject, body, category: category ?? "" }, { needsSignature: true });
  await countUse(template);
}

export async function countUse(template: EmailTemplateOnWire): Promise<void> {
  try {
    await templateRecords.write(
      template.id,
      (before) => ({ ...before, usageCount: before.usageCount + 1 }),
      ({ id }) => templates.use.call({ id }),
    );
  } catch (error) {
    toastFailureReason("Failed to update template", error);
  }
}

export async function deleteTemplate(template: EmailTemplateOnWire): Promise<void> {
  const inTrash = (each: EmailTemplateOnWire) => ({ ...each, deletedAt: new Date().toISOString() });
  try {
    await templateRecords.write(template.id, inTrash, async (latest) => {
      await templates.delete.call({ id: latest.id });
      return { ...inTrash(latest), version: latest.version + 1 };
    });
  } catch (error) {
    return void toastFailureReason("Failed to delete template", error);
  }
  offerUndo("Template deleted successfully", () => void restoreTemplate(template.id));
}

export async function restoreTemplate(id: string): Promise<void> {
  try {
    templateRecords.receive([await templates.restore.call({ id })]);
  } catch (error) {
    toastFailureReason("Failed to update template", error);
  }
}
