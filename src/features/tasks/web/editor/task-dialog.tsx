import { useEffect, useState } from "react";
import { t } from "#i18n/message.ts";
import { conflictingRecord } from "#platform/client/record-writes.ts";
import { useFaults, useRecordForm } from "#platform/client/use-record-form.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import type { PartProps } from "#ui/forms/form-parts.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { TaskOnWire } from "../../model.ts";
import { allProjects, projectRecords, taskRecords } from "../records.ts";
import { createTask, taskWrites } from "../task-mutations.ts";
import { closeEditor, type Editor, openEditor } from "./open-editor.ts";
import { Subtasks } from "./subtasks.tsx";
import { type TaskDraft, taskForm } from "./task-form.ts";

type TaskEditor = Extract<Editor, { kind: "task" }>;

/** 'Create Task'. */
export function NewTaskDialog({ editor }: { editor: Extract<Editor, { kind: "new task" }> }) {
  const [draft, setDraft] = useState<TaskDraft>({ ...taskForm.blank, ...editor.draft });
  const { faults, check } = useFaults(taskForm, draft);
  const submit = () => {
    const fields = taskForm.valuesOf(draft);
    if (!check() || !fields) return;
    closeEditor();
    // With the same key, a retry never creates the task twice.
    createTask(fields, editor).catch(() => openEditor({ kind: "new task", draft }, editor.idempotencyKey));
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={t`Create Task`}
      onSubmit={submit}
      footer={<FormButtons submit={t`Create Task`} onCancel={closeEditor} />}
    >
      <TaskFields draft={draft} onChange={setDraft} faults={faults} />
    </Dialog>
  );
}

/** The same dialog as 'Edit Task'; a task that this page has not loaded is fetched first. */
export function EditTaskDialog({ editor }: { editor: TaskEditor }) {
  const [base, setBase] = useState(editor.base ?? taskRecords.get(editor.id));
  const isUnknown = base === undefined;
  useEffect(() => {
    if (isUnknown) void findTask(editor.id).then(setBase);
  }, [isUnknown, editor.id]);
  return base ? <OpenTask editor={editor} base={base} /> : null;
}

async function findTask(id: string): Promise<TaskOnWire | undefined> {
  try {
    const task = await taskRecords.fetch(id);
    if (task) return task;
    toast.notice(t`This task is in the trash or gone`);
  } catch (error) {
    taskWrites.failed(t`Failed to fetch tasks`, error);
  }
  closeEditor();
  return undefined;
}

function OpenTask({ editor, base }: { editor: TaskEditor; base: TaskOnWire }) {
  const { id, idempotencyKey } = editor;
  const form = useRecordForm(taskForm, { record: base, draft: editor.draft, stored: editor.current });
  const { draft, conflict } = form;
  // Changes sent by this page before the dialog opened may still be saving: they are not changes by someone else.
  const [opened] = useState(() => taskRecords.whenSaved(id));

  const submit = async () => {
    const fields = taskForm.valuesOf(draft);
    if (!form.check() || !fields) return;
    closeEditor();
    const version = (editor.current ?? (await opened) ?? base).version;
    const from = { ...(editor.current ?? base), id, version };
    try {
      await taskWrites.save(from, taskForm.changeBetween(from, fields), { idempotencyKey });
    } catch (error) {
      const current = conflictingRecord<TaskOnWire>(error);
      if (current) openEditor({ kind: "task", id, draft, base: from, current });
      else openEditor({ kind: "task", id, draft, base: from }, idempotencyKey);
    }
  };
  const remove = () => {
    closeEditor();
    void taskWrites.delete(taskRecords.get(id) ?? base);
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title={t`Edit Task`}
      onSubmit={() => void submit()}
      footer={<FormButtons submit={t`Save`} onCancel={closeEditor} onDelete={remove} />}
    >
      {conflict && (
        <RecordConflict
          noun="task"
          fields={taskForm.fields}
          conflict={conflict}
          onChoose={form.choose}
          describe={describeProject}
        />
      )}
      <TaskFields draft={draft} onChange={form.setDraft} faults={form.faults} />
      {base.parentId === null && (
        <Subtasks parentId={taskRecords.confirmedId(id)} projectId={base.projectId} />
      )}
    </Dialog>
  );
}

const describeProject = (field: string, value: unknown) =>
  field === "projectId" && typeof value === "string"
    ? (projectRecords.get(value)?.name ?? t`A project`)
    : undefined;

type TaskFieldsProps = {
  draft: TaskDraft;
  onChange(draft: TaskDraft): void;
  faults: ReturnType<typeof taskForm.faultsOf>;
};

const TaskFields = (props: TaskFieldsProps) => (
  <RecordForm fields={taskForm.fields} parts={{ projectId: ProjectPart }} {...props} />
);

function ProjectPart({ field, value, onChange }: PartProps<string>) {
  const projects = useRecordList(projectRecords, allProjects.key, allProjects.source).ids;
  return (
    <NativeSelect
      label={field.label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      data={[
        { value: "", label: t`No project` },
        ...projects.map((id) => ({ value: id, label: projectRecords.get(id)?.name ?? "" })),
      ]}
    />
  );
}
