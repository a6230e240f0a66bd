import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { TaskOnWire } from "../../model.ts";
import { IconAction } from "../list/icon-action.tsx";
import { StatusButton } from "../list/status-button.tsx";
import { taskRecords } from "../records.ts";
import { createTask, taskWrites } from "../task-mutations.ts";
import { subtaskSource } from "../task-source.ts";
import styles from "./subtasks.module.css";
import { taskForm } from "./task-form.ts";

/** The subtasks of a task. They are saved one by one, separately from the form around them. */
export function Subtasks({ parentId, projectId }: Pick<TaskOnWire, "projectId"> & { parentId: string }) {
  const { key, source } = subtaskSource(parentId);
  const list = useRecordList(taskRecords, key, source);
  const { ids, hasMore } = list;
  const [title, setTitle] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const add = () => {
    const text = title.trim();
    if (text === "") return;
    setTitle("");
    input.current?.focus();
    createTask(taskForm.initialValues({ title: text, projectId }), {
      idempotencyKey: crypto.randomUUID(),
      parentId,
    })
      .then(() => taskRecords.fetch(parentId))
      .catch(() => setTitle((now) => now || text));
  };
  return (
    <fieldset className={styles.steps}>
      <legend className={styles.legend}>{t`Subtasks`}</legend>
      <ul>
        {ids.toReversed().map((id) => (
          <Step key={id} id={id} />
        ))}
      </ul>
      {hasMore && ids.length > 0 && (
        <button type="button" className={styles.more} onClick={() => void list.more()}>
          {t`Show more`}
        </button>
      )}
      <Row tone="faint" pad="0 4px" gap={12} className={styles.add}>
        <Plus size={16} strokeWidth={1.75} aria-hidden />
        <input
          ref={input}
          aria-label={t`Add a subtask`}
          placeholder={t`Add a subtask`}
          autoComplete="off"
          maxLength={500}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
      </Row>
    </fieldset>
  );
}

function Step({ id }: { id: string }) {
  const step = useRecord(taskRecords, id);
  if (!step) return null;
  return (
    <li className={styles.step} data-done={step.status === "completed" || undefined}>
      <StatusButton task={step} />
      <Text as="span" overflow="break" grow className={styles.title}>
        {step.title}
      </Text>
      <IconAction
        label={t`Delete '${step.title}'`}
        icon={Trash2}
        onClick={() => void taskWrites.delete(step)}
      />
    </li>
  );
}
