import { type ReactNode, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { conflictingRecord } from "#platform/client/record-writes.ts";
import { useFaults, useRecordForm } from "#platform/client/use-record-form.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { ProjectOnWire } from "../../model.ts";
import { closeEditor, type Editor, openEditor } from "../editor/open-editor.ts";
import { projectRecords } from "../records.ts";
import { editableProject, type ProjectDraft, projectForm } from "./project-form.ts";
import { createProject, projectWrites } from "./project-mutations.ts";

/** 'Create Project'. */
export function NewProjectDialog({ editor }: { editor: Extract<Editor, { kind: "new project" }> }) {
  const [draft, setDraft] = useState<ProjectDraft>(editor.draft ?? projectForm.blank);
  const { faults, check } = useFaults(projectForm, draft);
  const submit = () => {
    const fields = projectForm.valuesOf(draft);
    if (!check() || !fields) return;
    closeEditor();
    createProject(fields, editor.idempotencyKey).catch(() =>
      openEditor({ kind: "new project", draft }, editor.idempotencyKey),
    );
  };
  return (
    <ProjectForm
      title={t`Create Project`}
      submit={t`Create Project`}
      draft={draft}
      onChange={setDraft}
      faults={faults}
      onSubmit={submit}
    />
  );
}

/** The same dialog as 'Edit Project'. */
export function EditProjectDialog({ editor }: { editor: Extract<Editor, { kind: "project" }> }) {
  const [base] = useState(editor.base ?? projectRecords.get(editor.id));
  return base ? <OpenProject editor={editor} base={base} /> : null;
}

function OpenProject({
  editor,
  base,
}: {
  editor: Extract<Editor, { kind: "project" }>;
  base: ProjectOnWire;
}) {
  const { id, idempotencyKey } = editor;
  const form = useRecordForm(projectForm, {
    record: editableProject(base),
    draft: editor.draft,
    stored: editor.current && editableProject(editor.current),
  });
  const { draft, conflict } = form;
  const [opened] = useState(() => projectRecords.whenSaved(id));
  const submit = async () => {
    const fields = projectForm.valuesOf(draft);
    if (!form.check() || !fields) return;
    closeEditor();
    const { version } = editor.current ?? editor.base ?? (await opened) ?? base;
    const from = { ...editableProject(editor.current ?? base), version };
    try {
      await projectWrites.save(from, projectForm.changeBetween(from, fields), { idempotencyKey });
    } catch (error) {
      const current = conflictingRecord<ProjectOnWire>(error);
      if (current) openEditor({ kind: "project", id, draft, base: from, current });
      else openEditor({ kind: "project", id, draft, base: from }, idempotencyKey);
    }
  };
  const { tasks } = base;
  return (
    <ProjectForm
      title={t`Edit Project`}
      submit={t`Save`}
      draft={draft}
      onChange={form.setDraft}
      faults={form.faults}
      onSubmit={() => void submit()}
      progressNote={
        base.computed
          ? plural(tasks.total, {
              one: `Shown is ${tasks.completed} of ${tasks.total} tasks; this number shows without tasks`,
              other: `Shown is ${tasks.completed} of ${tasks.total} tasks; this number shows without tasks`,
            })
          : undefined
      }
    >
      {conflict && (
        <RecordConflict
          noun="project"
          fields={projectForm.fields}
          conflict={conflict}
          onChoose={form.choose}
        />
      )}
    </ProjectForm>
  );
}

type ProjectFormProps = {
  title: string;
  submit: string;
  draft: ProjectDraft;
  onChange(draft: ProjectDraft): void;
  faults: ReturnType<typeof projectForm.faultsOf>;
  onSubmit(): void;
  progressNote?: string | undefined;
  /** Above the fields. */
  children?: ReactNode;
};

function ProjectForm(props: ProjectFormProps) {
  const { title, submit, draft, onChange, faults, onSubmit, progressNote, children } = props;
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={title}
      onSubmit={onSubmit}
      footer={<FormButtons submit={submit} onCancel={closeEditor} />}
    >
      {children}
      <RecordForm
        fields={projectForm.fields}
        draft={draft}
        onChange={onChange}
        faults={faults}
        parts={{}}
        descriptions={{ progressPercentage: progressNote }}
      />
    </Dialog>
  );
}
