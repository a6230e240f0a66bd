import { Trash2 } from "lucide-react";
import { useState } from "react";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import {
  type EmailTemplateOnWire,
  MAX_CATEGORY,
  MAX_SUBJECT,
  NEEDS_NAME_SUBJECT_AND_BODY,
} from "../../model.ts";
import { closeDialog } from "../open-dialog.ts";
import { deleteTemplate, saveTemplate } from "./template-actions.ts";

/** 'Create Template'; the same dialog edits one. It closes when the template is saved: nothing typed is lost. */
export function TemplateDialog({ template }: { template: EmailTemplateOnWire | null }) {
  const [key] = useState(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const [fields, setFields] = useState({
    name: template?.name ?? "",
    category: template?.category ?? "",
    subject: template?.subject ?? "",
    body: template?.body ?? "",
  });
  const set = (parts: Partial<typeof fields>) => setFields((before) => ({ ...before, ...parts }));
  const submit = async () => {
    if (![fields.name, fields.subject, fields.body].every((text) => text.trim()))
      return void toast.failure(NEEDS_NAME_SUBJECT_AND_BODY);
    setSaving(true);
    await saveTemplate(template, { ...fields, category: fields.category.trim() || null }, key).then(
      closeDialog,
      () => setSaving(false),
    );
  };
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={template ? "Edit Template" : "Create Template"}
      onSubmit={() => void submit()}
      footer={
        <>
          {template && (
            <Button
              variant="subtle"
              color="red"
              data-apart
              leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => {
                closeDialog();
                void deleteTemplate(template);
              }}
            >
              Delete
            </Button>
          )}
          <Button variant="default" onClick={closeDialog}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {template ? "Save" : "Create Template"}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <Grid columns="14rem" gap={14}>
          <TextInput
            data-autofocus
            withAsterisk
            label="Name"
            maxLength={200}
            autoComplete="off"
            value={fields.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <TextInput
            label="Category"
            maxLength={MAX_CATEGORY}
            autoComplete="off"
            value={fields.category}
            onChange={({ target }) => set({ category: target.value })}
          />
        </Grid>
        <TextInput
          withAsterisk
          label="Subject"
          maxLength={MAX_SUBJECT}
          autoComplete="off"
          value={fields.subject}
          onChange={({ target }) => set({ subject: target.value })}
        />
        <Textarea
          withAsterisk
          label="Body"
          autosize={false}
          rows={8}
          maxLength={20_000}
          value={fields.body}
          onChange={({ target }) => set({ body: target.value })}
        />
      </Stack>
    </Dialog>
  );
}
