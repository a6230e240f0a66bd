import type { ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../fields.ts";
import { allProjects, projectRecords, taskRecords } from "../records.ts";
import { DUE_LABELS, PRIORITIES, PRIORITY_TONES, STATUS_TONES, STATUSES } from "../wording.ts";
import styles from "./filter-fields.module.css";
import { DUES, filterOf, type TaskAddress, toggled } from "./task-address.ts";

type FilterFieldsProps = { address: TaskAddress; change(parts: Partial<TaskAddress>): void };

/** All filters for tasks; each choice applies at once. */
export function FilterFields({ address, change }: FilterFieldsProps) {
  const { status, priority, project, tag, due } = filterOf(address);
  const projects = useRecordList(projectRecords, allProjects.key, allProjects.source).ids;
  return (
    <Stack>
      <Group name={t`Status`}>
        {STATUSES.map((value) => (
          <Choice
            key={value}
            label={STATUS_LABELS[value]}
            tone={STATUS_TONES[value]}
            isChosen={status.includes(value)}
            onClick={() => change({ status: toggled(address.status, value) })}
          />
        ))}
      </Group>
      <Group name={t`Priority`}>
        {PRIORITIES.map((value) => (
          <Choice
            key={value}
            label={PRIORITY_LABELS[value]}
            tone={PRIORITY_TONES[value]}
            isChosen={priority.includes(value)}
            onClick={() => change({ priority: toggled(address.priority, value) })}
          />
        ))}
      </Group>
      <Group name={term("Due", "when tasks are due")}>
        {DUES.map((value) => (
          <Choice
            key={value}
            label={DUE_LABELS[value]}
            isChosen={due === value}
            onClick={() => change({ due: due === value ? undefined : value })}
          />
        ))}
      </Group>
      <Grid columns={2}>
        <NativeSelect
          label={t`Project`}
          value={project ?? ""}
          onChange={({ target }) => change({ project: target.value || undefined })}
          data={[
            { value: "", label: t`All projects` },
            ...projects.map((id) => ({ value: id, label: projectRecords.get(id)?.name ?? "" })),
          ]}
        />
        <TagField key={tag} tag={tag} onChange={(next) => change({ tag: next })} />
      </Grid>
    </Stack>
  );
}

const TagField = ({
  tag,
  onChange,
}: {
  tag?: string | undefined;
  onChange(tag: string | undefined): void;
}) => (
  <>
    <TextInput
      label={t`Tag`}
      placeholder={t`Any tag`}
      list="known-tags"
      defaultValue={tag ?? ""}
      onBlur={({ target }) => onChange(target.value.trim() || undefined)}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(event.currentTarget.value.trim() || undefined);
      }}
    />
    <datalist id="known-tags">
      {knownTags().map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  </>
);

const knownTags = () => [...new Set(taskRecords.known().flatMap(({ tags }) => tags))].sort().slice(0, 200);

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <Row as="fieldset" gap={6} align="stretch" wrap pad={0} shrink className={styles.group}>
    <legend>{name}</legend>
    {children}
  </Row>
);

type ChoiceProps = { label: string; tone?: string; isChosen: boolean; onClick(): void };

const Choice = ({ label, tone, isChosen, onClick }: ChoiceProps) => (
  <PlainButton className={styles.choice} aria-pressed={isChosen} onClick={onClick}>
    {tone && <span className={styles.dot} data-tone={tone} aria-hidden />}
    {label}
  </PlainButton>
);
