import { useState } from "react";
import { t } from "#i18n/message.ts";
import { conflictingRecord } from "#platform/client/record-writes.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useFaults, useRecordForm } from "#platform/client/use-record-form.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import type { PartProps } from "#ui/forms/form-parts.tsx";
import { RecordConflict } from "#ui/forms/record-conflict.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { laterDialog } from "#ui/later-part.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useShownRecord } from "#ui/shown-record.ts";
import { blockersAfter, type TaskOnWire } from "../../model.ts";
import { allProjects, projectRecords, taskRecords } from "../records.ts";
import { type BlockersChange, createTask, taskWrites } from "../task-mutations.ts";
import { BlockedBy } from "./blocked-by.tsx";
import { dialogForm, mainFields } from "./dialog-form.ts";
import { closeEditor, type Editor, openEditor } from "./open-editor.ts";
import { PlanningSection } from "./planning-section.tsx";
import { Subtasks } from "./subtasks.tsx";
import type { TaskDraft } from "./task-form.ts";

const UnopenedTask = laterDialog(async () => (await import("./unopened-task.tsx")).UnopenedTask);

type TaskEditor = Extract<Editor, { kind: "task" }>;

/** 'Create Task'. */
export function NewTaskDialog({ editor }: { editor: Extract<Editor, { kind: "new task" }> }) {
  const [draft, setDraft] = useState<TaskDraft>({ ...dialogForm.blank, ...editor.draft });
  const { faults, check } = useFaults(dialogForm, draft);
  const [blockedBy, setBlockedBy] = useState(editor.blockedBy);
  const submit = () => {
    const fields = dialogForm.valuesOf(draft);
    if (!check() || !fields) return;
    closeEditor();
    // With the same key, a retry never creates the task twice.
    createTask(fields, { ...editor, blockedBy }).catch((error: unknown) =>
      openEditor(
        { kind: "new task", draft, blockedBy, refused: fieldErrorsOf(error).blockedBy },
        editor.idempotencyKey,
      ),
    );
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
      <BlockedBy ids={blockedBy ?? []} refused={refusalOf(editor, blockedBy)} onChange={setBlockedBy} />
      <PlanningSection draft={draft} onChange={setDraft} faults={faults} />
    </Dialog>
  );
}

/** Shown until something else is chosen. */
const refusalOf = ({ refused, blockedBy }: Pick<TaskEditor, "refused" | "blockedBy">, chosen?: string[]) =>
  chosen === blockedBy ? refused : undefined;

/** Sent instead of the list, so that what others add or restore meanwhile stays. */
const changeOfBlockers = (before: readonly string[], after: readonly string[]): BlockersChange => ({
  addBlockers: after.filter((id) => !before.includes(id)),
  removeBlockers: before.filter((id) => !after.includes(id)),
});

/** The same dialog as 'Edit Task'; a task that this page has not loaded is fetched first. */
export function EditTaskDialog({ editor }: { editor: TaskEditor }) {
  const [base, setBase] = useState(editor.base ?? taskRecords.get(editor.id));
  useShownRecord("task", editor.id);
  return base ? <OpenTask editor={editor} base={base} /> : <UnopenedTask id={editor.id} onOpen={setBase} />;
}

function OpenTask({ editor, base }: { editor: TaskEditor; base: TaskOnWire }) {
  const { id, idempotencyKey } = editor;
  const form = useRecordForm(dialogForm, { record: base, draft: editor.draft, stored: editor.current });
  const { draft, conflict } = form;
  // Changes sent by this page before the dialog opened may still be saving: they are not changes by someone else.
  const [opened] = useState(() => taskRecords.whenSaved(id));
  const [blockedBy, setBlockedBy] = useState(editor.blockedBy);
  const stored = editor.current ?? base;
  const submit = async () => {
    const fields = dialogForm.valuesOf(draft);
    if (!form.check() || !fields) return;
    closeEditor();
    const from = { ...stored, id, version: (editor.current ?? (await opened) ?? base).version };
    const blockersChange = blockedBy ? changeOfBlockers(stored.blockedBy, blockedBy) : {};
    try {
      const change = { ...dialogForm.changeBetween(from, fields), ...blockersChange };
      await taskWrites.save(from, change, { idempotencyKey });
    } catch (error) {
      const current = conflictingRecord<TaskOnWire>(error);
      const again = { kind: "task", id, draft, base: from } as const;
      const merged = current && blockedBy && blockersAfter(current.blockedBy, blockersChange);
      if (current) openEditor({ ...again, current, blockedBy: merged ?? undefined });
      else openEditor({ ...again, blockedBy, refused: fieldErrorsOf(error).blockedBy }, idempotencyKey);
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
          fields={dialogForm.fields}
          conflict={conflict}
          onChoose={form.choose}
          describe={describeChange}
        />
      )}
      <TaskFields draft={draft} onChange={form.setDraft} faults={form.faults} />
      <BlockedBy
        taskId={taskRecords.confirmedId(id)}
        ids={blockedBy ?? stored.blockedBy}
        refused={refusalOf(editor, blockedBy)}
        onChange={setBlockedBy}
      />
      <PlanningSection draft={draft} onChange={form.setDraft} faults={form.faults} />
      {base.parentId === null && (
        <Subtasks parentId={taskRecords.confirmedId(id)} projectId={base.projectId} />
      )}
    </Dialog>
  );
}

function describeChange(field: string, value: unknown): string | undefined {
  if (field === "projectId" && typeof value === "string")
    return projectRecords.get(value)?.name ?? t`A project`;
  return field.endsWith("Minutes") && typeof value === "number" ? formatDuration(value) : undefined;
}

type TaskFieldsProps = {
  draft: TaskDraft;
  onChange(draft: TaskDraft): void;
  faults: ReturnType<typeof dialogForm.faultsOf>;
};

const TaskFields = (props: TaskFieldsProps) => (
  <RecordForm fields={mainFields} parts={{ projectId: ProjectPart }} {...props} />
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
