import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type ProjectOnWire, ProjectStatus, STATUS_LABELS } from "../../model.ts";
import styles from "../editor/dialog-form.module.css";
import { closeEditor, type Editor, openEditor } from "../editor/open-editor.ts";
import { projectRecords } from "../records.ts";
import { STATUSES } from "../wording.ts";
import {
  EMPTY_PROJECT,
  fieldsOfProject,
  type ProjectDraft,
  type ProjectFields,
  projectChangeBetween,
  projectDraftOf,
  projectFieldsOf,
} from "./project-draft.ts";
import { conflictingProject, createProject, saveProject } from "./project-mutations.ts";

/** 'Create Project'. */
export function NewProjectDialog({ editor }: { editor: Extract<Editor, { kind: "new project" }> }) {
  const [draft, setDraft] = useState<ProjectDraft>(editor.draft ?? EMPTY_PROJECT);
  const submit = () => {
    const fields = projectFieldsOf(draft);
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
  const [draft, setDraft] = useState<ProjectDraft>(editor.draft ?? projectDraftOf(fieldsOfProject(base)));
  const [opened] = useState(() => projectRecords.whenSaved(id));
  const submit = async () => {
    const fields = projectFieldsOf(draft);
    if (!fields) return;
    closeEditor();
    const { version } = editor.base ?? (await opened) ?? base;
    const from = { ...base, version };
    try {
      await saveProject(from, fields, idempotencyKey);
    } catch (error) {
      const theirs = conflictingProject(error);
      if (theirs)
        toast.notice(
          "This project was changed elsewhere",
          "Your changes are still here. Review them and save again",
        );
      openEditor(
        {
          kind: "project",
          id,
          draft: theirs ? mergedWith(theirs, base, fields) : draft,
          base: theirs ?? from,
        },
        theirs ? undefined : idempotencyKey,
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

/** What was typed here, on top of what they wrote. */
const mergedWith = (theirs: ProjectOnWire, base: ProjectOnWire, mine: ProjectFields): ProjectDraft =>
  projectDraftOf({ ...fieldsOfProject(theirs), ...projectChangeBetween(fieldsOfProject(base), mine) });

type ProjectFormProps = {
  title: string;
  submit: string;
  draft: ProjectDraft;
  onChange(draft: ProjectDraft): void;
  onSubmit(): void;
  progressNote?: string | undefined;
};

function ProjectForm({ title, submit, draft, onChange, onSubmit, progressNote }: ProjectFormProps) {
  const set = <F extends keyof ProjectDraft>(field: F, value: ProjectDraft[F]) =>
    onChange({ ...draft, [field]: value });
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
      <div className={styles.fields}>
        <TextInput
          data-autofocus
          label="Name"
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          onChange={({ target }) => set("name", target.value)}
        />
        <Textarea
          label="Description"
          autosize={false}
          rows={3}
          maxLength={20_000}
          value={draft.description}
          onChange={({ target }) => set("description", target.value)}
        />
        <div className={styles.pair}>
          <NativeSelect
            label="Status"
            value={draft.status}
            onChange={({ target }) => set("status", ProjectStatus.parse(target.value))}
            data={STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
          />
          <TextInput
            type="number"
            label="Progress (%)"
            description={progressNote}
            inputWrapperOrder={["label", "input", "description", "error"]}
            min={0}
            max={100}
            inputMode="numeric"
            value={draft.progress}
            onChange={({ target }) => set("progress", target.value)}
          />
        </div>
        <div className={styles.pair}>
          <TextInput
            type="date"
            label="Start date"
            max="9999-12-31"
            value={draft.startDay}
            onChange={({ target }) => set("startDay", target.value)}
          />
          <TextInput
            type="date"
            label="End date"
            max="9999-12-31"
            value={draft.endDay}
            onChange={({ target }) => set("endDay", target.value)}
          />
        </div>
      </div>
    </Dialog>
  );
}
