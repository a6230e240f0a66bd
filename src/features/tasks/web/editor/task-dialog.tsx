import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useRecordList } from "#platform/client/use-records.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import type { PartProps } from "#ui/forms/form-parts.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { TaskOnWire } from "../../model.ts";
import { allProjects, projectRecords, taskRecords } from "../records.ts";
import { conflictingTask, createTask, deleteTask, reportFailure, saveTask } from "../task-mutations.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import styles from "./dialog-form.module.css";
import { closeEditor, type Editor, openEditor } from "./open-editor.ts";
import { Subtasks } from "./subtasks.tsx";
import { type TaskDraft, taskForm } from "./task-form.ts";

type TaskEditor = Extract<Editor, { kind: "task" }>;

/** 'Create Task'. */
export function NewTaskDialog({ editor }: { editor: Extract<Editor, { kind: "new task" }> }) {
  const [draft, setDraft] = useState<TaskDraft>({ ...taskForm.blank, ...editor.draft });
  const submit = () => {
    const fields = taskForm.valuesOf(draft);
    if (!fields) return;
    closeEditor();
    // With the same key, a retry never creates the task twice.
    createTask(fields, editor).catch(() => openEditor({ kind: "new task", draft }, editor.idempotencyKey));
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title="Create Task"
      onSubmit={submit}
      footer={<Buttons submit="Create Task" />}
    >
      <TaskFields draft={draft} onChange={setDraft} />
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
  const task = await taskRecords
    .fetch(id)
    .catch((error: unknown) => reportFailure("Failed to fetch tasks", error));
  if (task && typeof task === "object" && "title" in task) return task as TaskOnWire;
  if (task === null) toast.notice("This task is in the trash or gone");
  closeEditor();
  return undefined;
}

function OpenTask({ editor, base }: { editor: TaskEditor; base: TaskOnWire }) {
  const { id, current, idempotencyKey } = editor;
  const [typed] = useState(editor.draft ?? taskForm.draftOf(base));
  const [draft, setDraft] = useState(current ? withServerChanges(typed, base, current) : typed);
  // Changes sent by this page before the dialog opened may still be saving: they are not changes by someone else.
  const [opened] = useState(() => taskRecords.whenSaved(id));

  const submit = async () => {
    const fields = taskForm.valuesOf(draft);
    if (!fields) return;
    closeEditor();
    const version = (current ?? (await opened) ?? base).version;
    const from = { ...(current ?? base), id, version };
    try {
      await saveTask(from, fields, idempotencyKey);
    } catch (error) {
      const conflicting = conflictingTask(error);
      if (conflicting) openEditor({ kind: "task", id, draft, base: from, current: conflicting });
      else openEditor({ kind: "task", id, draft, base: from }, idempotencyKey);
    }
  };
  const remove = () => {
    closeEditor();
    void deleteTask(taskRecords.get(id) ?? base);
  };
  return (
    <Dialog
      isOpen
      onClose={closeEditor}
      title="Edit Task"
      onSubmit={() => void submit()}
      footer={<Buttons submit="Save" onDelete={remove} />}
    >
      {current && (
        <ConflictNotice
          base={base}
          edited={taskForm.valuesOf(typed) ?? base}
          server={current}
          onChoose={(field, from) => setDraft((before) => taskForm.withField(before, field, from))}
        />
      )}
      <TaskFields draft={draft} onChange={setDraft} />
      {base.parentId === null && (
        <Subtasks parentId={taskRecords.confirmedId(id)} projectId={base.projectId} />
      )}
    </Dialog>
  );
}

/** The draft with the stored values of fields that only others changed. */
const withServerChanges = (draft: TaskDraft, base: TaskOnWire, current: TaskOnWire): TaskDraft =>
  taskForm
    .differences(base, taskForm.valuesOf(draft) ?? base, current)
    .filter(({ hasLocalChange }) => !hasLocalChange)
    .reduce((merged, { field }) => taskForm.withField(merged, field, current), draft);

function Buttons({ submit, onDelete }: { submit: string; onDelete?: () => void }) {
  return (
    <>
      {onDelete && (
        <Button
          variant="subtle"
          color="red"
          className={styles.delete}
          leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
      <Button variant="default" onClick={closeEditor}>
        Cancel
      </Button>
      <Button type="submit">{submit}</Button>
    </>
  );
}

type TaskFieldsProps = { draft: TaskDraft; onChange(draft: TaskDraft): void };

const TaskFields = ({ draft, onChange }: TaskFieldsProps) => (
  <RecordForm fields={taskForm.fields} draft={draft} onChange={onChange} parts={{ projectId: ProjectPart }} />
);

function ProjectPart({ field, value, onChange }: PartProps<string>) {
  const projects = useRecordList(projectRecords, allProjects.key, allProjects.source).ids;
  return (
    <NativeSelect
      label={field.label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      data={[
        { value: "", label: "No project" },
        ...projects.map((id) => ({ value: id, label: projectRecords.get(id)?.name ?? "" })),
      ]}
    />
  );
}
