import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { templateFields } from "../../fields.ts";
import type { EmailTemplateOnWire } from "../../writing-model.ts";
import { templates } from "../api.ts";
import { openComposer } from "../open-dialog.ts";
import { templateRecords } from "../records.ts";
import { offerUndo } from "../undo-last-action.ts";

export const templateForm = formOf(templateFields);

/** Deleted templates stay in the trash for 30 days. */
export const templateWrites = new RecordWrites<
  EmailTemplateOnWire,
  Partial<FormValues<typeof templateFields>>
>({
  records: templateRecords,
  verbs: templates,
  report: {
    ...toast,
    failure: (title, reason) => toast.failure(`${title}: ${reason ?? t`unknown error`}`),
    undo: offerUndo,
  },
  failures: {
    create: t`Failed to create template`,
    update: t`Failed to update template`,
    delete: t`Failed to delete template`,
    restore: t`Failed to restore template`,
  },
  messages: {
    created: t`Template created successfully`,
    updated: t`Template updated successfully`,
    deleted: t`Template deleted successfully`,
  },
});

/** Opens the composer with the template and counts the use (TMPL-07, TMPL-08). */
export async function writeFromTemplate(template: EmailTemplateOnWire): Promise<void> {
  const { subject, body, category } = template;
  openComposer({ subject, body, category: category ?? "" }, { needsSignature: true });
  await countUse(template);
}

export async function countUse(template: EmailTemplateOnWire): Promise<void> {
  await templateWrites.attempt(t`Failed to update template`, () =>
    templateRecords.write(
      template.id,
      (before) => ({ ...before, usageCount: before.usageCount + 1 }),
      ({ id }) => templates.use.call({ id }),
    ),
  );
}
