import { GitMerge } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import styles from "./conflict-notice.module.css";
import { describeField } from "./describe-field.ts";
import { type TaskValues, taskForm } from "./task-form.ts";

type Field = keyof TaskValues;

type ConflictNoticeProps = {
  /** The values when editing began. */
  base: TaskValues;
  /** The values that were sent and refused because of the conflict. */
  edited: TaskValues;
  server: TaskValues;
  onChoose(field: Field, from: TaskValues): void;
};

/** Someone else changed the task: for each field, the user keeps their own value or takes the stored one. */
export function ConflictNotice({ base, edited, server: current, onChoose }: ConflictNoticeProps) {
  const found = taskForm.differences(base, edited, current);
  const [accepted, setAccepted] = useState<ReadonlySet<Field>>(
    () => new Set(found.filter(({ hasLocalChange }) => !hasLocalChange).map(({ field }) => field)),
  );
  const choose = (field: Field, isAccepted: boolean) => {
    const next = new Set(accepted);
    if (isAccepted) next.add(field);
    else next.delete(field);
    setAccepted(next);
    onChoose(field, isAccepted ? current : edited);
  };
  return (
    <Box
      as="section"
      surface="alert"
      margin="0 0 18px"
      pad="12px 14px"
      aria-labelledby="conflict"
      role="alert"
    >
      <Row id="conflict" as="h3" size="body">
        <GitMerge size={18} strokeWidth={1.75} color="var(--warn)" aria-hidden />
        This task was changed elsewhere while you were editing
      </Row>
      <Text tone="soft" size="list" margin="2px 0 0">
        Nothing is lost.{" "}
        {found.length > 0 ? "Choose what to keep, then save again." : "Save again to keep your changes."}
      </Text>
      <Stack as="ul" margin="10px 0 0" gap={12}>
        {found.map(({ field }) => (
          <li key={field}>
            <Row gap={6} justify="space-between" wrap>
              <Text as="span" weight="medium">
                {taskForm.fields[field].label}
              </Text>
              <SegmentedControl
                label={`${taskForm.fields[field].label}: which to keep`}
                value={accepted.has(field) ? "theirs" : "mine"}
                onChange={(side) => choose(field, side === "theirs")}
                options={[
                  { value: "mine", label: "Keep mine" },
                  { value: "theirs", label: "Take theirs" },
                ]}
              />
            </Row>
            <Grid as="dl" margin="6px 0 0" gap={8} columns={2}>
              <Value name="Mine" isChosen={!accepted.has(field)}>
                {describeField(field, edited)}
              </Value>
              <Value name="Theirs" isChosen={accepted.has(field)}>
                {describeField(field, current)}
              </Value>
            </Grid>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

const Value = ({ name, isChosen, children }: { name: string; isChosen: boolean; children: ReactNode }) => (
  <div className={styles.value} data-chosen={isChosen || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
