import { GitMerge } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import styles from "./conflict-notice.module.css";
import { describeField, FIELD_LABELS } from "./describe-field.ts";
import { differences, type TaskFields } from "./task-draft.ts";

type Field = keyof TaskFields;

type ConflictNoticeProps = {
  /** As it was when the person began. */
  base: TaskFields;
  /** As it was sent, which the conflict refused. */
  mine: TaskFields;
  server: TaskFields;
  onChoose(field: Field, from: TaskFields): void;
};

/** Someone else was faster: field by field, the person keeps what they mine or takes what is there now. */
export function ConflictNotice({ base, mine, server: theirs, onChoose: onTake }: ConflictNoticeProps) {
  const found = differences(base, mine, theirs);
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
          <li key={field} className={styles.field}>
            <div className={styles.head}>
              <span className={styles.name}>{FIELD_LABELS[field]}</span>
              <SegmentedControl
                label={`${FIELD_LABELS[field]}: which to keep`}
                value={taken.has(field) ? "theirs" : "mine"}
                onChange={(side) => choose(field, side === "theirs")}
                options={[
                  { value: "mine", label: "Keep mine" },
                  { value: "theirs", label: "Take theirs" },
                ]}
              />
            </div>
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
