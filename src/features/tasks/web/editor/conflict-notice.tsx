import { GitMerge } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./conflict-notice.module.css";
import { describeField } from "./describe-field.ts";
import { type TaskValues, taskForm } from "./task-form.ts";

type Field = keyof TaskValues;

type ConflictNoticeProps = {
  /** As it was when the person began. */
  base: TaskValues;
  /** As it was sent, which the conflict refused. */
  mine: TaskValues;
  server: TaskValues;
  onChoose(field: Field, from: TaskValues): void;
};

/** Someone else was faster: field by field, the person keeps what they mine or takes what is there now. */
export function ConflictNotice({ base, mine, server: theirs, onChoose: onTake }: ConflictNoticeProps) {
  const found = taskForm.differences(base, mine, theirs);
  const [taken, setTaken] = useState<ReadonlySet<Field>>(
    () => new Set(found.filter(({ isMineToo }) => !isMineToo).map(({ field }) => field)),
  );
  const choose = (field: Field, isTheirs: boolean) => {
    const next = new Set(taken);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTaken(next);
    onTake(field, isTheirs ? theirs : mine);
  };
  return (
    <section className={styles.notice} aria-labelledby="conflict" role="alert">
      <h3 id="conflict" className={styles.title}>
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        This task was changed elsewhere while you were editing
      </h3>
      <p className={styles.text}>
        Nothing is lost.{" "}
        {found.length > 0 ? "Choose what to keep, then save again." : "Save again to keep your changes."}
      </p>
      <ul className={styles.list}>
        {found.map(({ field }) => (
          <li key={field}>
            <Row gap={6} justify="space-between" wrap>
              <Text as="span" weight="medium">
                {taskForm.fields[field].label}
              </Text>
              <SegmentedControl
                label={`${taskForm.fields[field].label}: which to keep`}
                value={taken.has(field) ? "theirs" : "mine"}
                onChange={(side) => choose(field, side === "theirs")}
                options={[
                  { value: "mine", label: "Keep mine" },
                  { value: "theirs", label: "Take theirs" },
                ]}
              />
            </Row>
            <dl className={styles.values}>
              <Value name="Mine" isChosen={!taken.has(field)}>
                {describeField(field, mine)}
              </Value>
              <Value name="Theirs" isChosen={taken.has(field)}>
                {describeField(field, theirs)}
              </Value>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Value = ({ name, isChosen, children }: { name: string; isChosen: boolean; children: ReactNode }) => (
  <div className={styles.value} data-chosen={isChosen || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
