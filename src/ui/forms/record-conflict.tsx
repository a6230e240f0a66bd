import { GitMerge } from "lucide-react";
import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { SegmentedControl } from "../inputs/segmented-control.tsx";
import { Grid, Row, Stack } from "../layout/stack.tsx";
import { Box, Text } from "../layout/text.tsx";
import { describeValue } from "./describe-value.ts";
import type { FormField } from "./form-parts.tsx";
import styles from "./record-conflict.module.css";

const CHANGED = {
  workspace: t`This workspace was changed elsewhere while you were editing`,
  task: t`This task was changed elsewhere while you were editing`,
  project: t`This project was changed elsewhere while you were editing`,
  contact: t`This contact was changed elsewhere while you were editing`,
  template: t`This template was changed elsewhere while you were editing`,
  document: t`This document was changed elsewhere while you were editing`,
};

export type RecordConflictProps = {
  /** What was changed. */
  noun: keyof typeof CHANGED;
  fields: Readonly<Record<string, FormField>>;
  conflict: {
    differences: readonly { field: string }[];
    /** The values that were sent and refused because of the conflict. */
    edited: object;
    stored: object;
    /** Fields of which the stored value is taken. */
    accepted: ReadonlySet<string>;
  };
  onChoose(name: string, isStored: boolean): void;
  /** The text of a value that is not general, such as a reference. */
  describe?: ((name: string, value: unknown) => string | undefined) | undefined;
};

/** Somebody else changed the record: for each field, the person keeps their own value or takes the stored one. */
export function RecordConflict({ noun, fields, conflict, onChoose, describe }: RecordConflictProps) {
  const { differences, edited, stored, accepted } = conflict;
  const textOf = (name: string, field: FormField, values: object) =>
    describe?.(name, Reflect.get(values, name)) ?? describeValue(field, Reflect.get(values, name));
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
        {CHANGED[noun]}
      </Row>
      <Text tone="soft" size="list" margin="2px 0 0">
        {t`Nothing is lost.`}{" "}
        {differences.length > 0
          ? t`Choose what to keep, then save again.`
          : t`Save again to keep your changes.`}
      </Text>
      <Stack as="ul" margin="10px 0 0" gap={12}>
        {differences.map(({ field: name }) => {
          const field = fields[name];
          return (
            field && (
              <Difference
                key={name}
                label={field.label}
                edited={textOf(name, field, edited)}
                stored={textOf(name, field, stored)}
                isAccepted={accepted.has(name)}
                onChoose={(isStored) => onChoose(name, isStored)}
              />
            )
          );
        })}
      </Stack>
    </Box>
  );
}

type DifferenceProps = {
  label: string;
  edited: string;
  stored: string;
  isAccepted: boolean;
  onChoose(isStored: boolean): void;
};

const Difference = ({ label, edited, stored, isAccepted, onChoose }: DifferenceProps) => (
  <li>
    <Row gap={6} justify="space-between" wrap>
      <Text as="span" weight="medium">
        {label}
      </Text>
      <SegmentedControl
        label={t`${label}: which to keep`}
        value={isAccepted ? "theirs" : "mine"}
        onChange={(side) => onChoose(side === "theirs")}
        options={[
          { value: "mine", label: t`Keep mine` },
          { value: "theirs", label: t`Take theirs` },
        ]}
      />
    </Row>
    <Grid as="dl" margin="6px 0 0" gap={8} columns={2}>
      <Value name={term("Mine", "my version of a field")} isChosen={!isAccepted}>
        {edited}
      </Value>
      <Value name={term("Theirs", "the version of a field that others saved")} isChosen={isAccepted}>
        {stored}
      </Value>
    </Grid>
  </li>
);

const Value = ({ name, isChosen, children }: { name: string; isChosen: boolean; children: ReactNode }) => (
  <div className={styles.value} data-chosen={isChosen || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
