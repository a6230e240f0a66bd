import { useState } from "react";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { ProjectOnWire } from "../../model.ts";
import { closeEditor, type Editor, openEditor } from "../editor/open-editor.ts";
import { projectRecords } from "../records.ts";
import { type ProjectDraft, type ProjectValues, projectForm, valuesOfProject } from "./project-form.ts";
import { conflictingProject, createProject, saveProject } from "./project-mutations.ts";

/** 'Create Project'. */
export function NewProjectDialog({ editor }: { editor: Extract<Editor, { kind: "new project" }> }) {
  const [draft, setDraft] = useState<ProjectDraft>(editor.draft ?? projectForm.blank);
  const submit = () => {
    const fields = projectForm.valuesOf(draft);
    if (!fields) return;
    closeEditor();
    createProject(fields, editor.idempotencyKey).catch(() =>
      openEditor({ kind: "new project", draft }, editor.idempotencyKey),
    );
  };
  return (
    <ProjectForm
      title="Create Project"
      submit="Create Project"
      draft={draft}
      onChange={setDraft}
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
  const [draft, setDraft] = useState<ProjectDraft>(
    editor.draft ?? projectForm.draftOf(valuesOfProject(base)),
  );
  const [opened] = useState(() => projectRecords.whenSaved(id));
  const submit = async () => {
    const fields = projectForm.valuesOf(draft);
    if (!fields) return;
    closeEditor();
    const { version } = editor.base ?? (await opened) ?? base;
    const from = { ...base, version };
    try {
      await saveProject(from, fields, idempotencyKey);
    } catch (error) {
      const current = conflictingProject(error);
      if (current)
        toast.notice(
          "This project was changed elsewhere",
          "Your changes are still here. Review them and save again",
        );
      openEditor(
        {
          kind: "project",
          id,
          draft: current ? mergedWith(current, base, fields) : draft,
          base: current ?? from,
        },
        current ? undefined : idempotencyKey,
      );
    }
  };
  const { tasks } = base;
  return (
    <ProjectForm
      title="Edit Project"
      submit="Save"
      draft={draft}
      onChange={setDraft}
      onSubmit={() => void submit()}
      progressNote={
        base.computed
          ? `Shown is ${tasks.completed} of ${tasks.total} tasks; this number shows without tasks`
          : undefined
      }
    />
  );
}

/** The user's changes on top of the stored version of others. */
const mergedWith = (current: ProjectOnWire, base: ProjectOnWire, edited: ProjectValues): ProjectDraft =>
  projectForm.draftOf({
    ...valuesOfProject(current),
    ...projectForm.changeBetween(valuesOfProject(base), edited),
  });

type ProjectFormProps = {
  title: string;
  submit: string;
  draft: ProjectDraft;
  onChange(draft: ProjectDraft): void;
  onSubmit(): void;
  progressNote?: string | undefined;
};

function ProjectForm({ title, submit, draft, onChange, onSubmit, progressNote }: ProjectFormProps) {
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={title}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="default" onClick={closeEditor}>
            Cancel
          </Button>
          <Button type="submit">{submit}</Button>
        </>
      }
    >
      <RecordForm
        fields={projectForm.fields}
        draft={draft}
        onChange={onChange}
        parts={{}}
        descriptions={{ progressPercentage: progressNote }}
      />
    </Dialog>
  );
}
