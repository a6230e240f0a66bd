import { Plus, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./plan-panel.module.css";
import type { Faults, Stretch } from "./plan-settings-draft.ts";
import { fromTime, toTime } from "./times-of-day.ts";

type StretchesFieldProps = {
  name: "focus" | "breaks";
  title: string;
  description: string;
  add: string;
  stretches: readonly Stretch[];
  faults: Faults;
  onChange(stretches: Stretch[]): void;
};

const MOST = 6;
const HOUR = 60;
const NOON = 12 * HOUR;
const LAST_HOUR = 23 * HOUR;

/** Hours of every working day, each from one time to another. */
export function StretchesField(props: StretchesFieldProps) {
  const { name, title, description, add, stretches, faults, onChange } = props;
  const change = (index: number, fields: Partial<Stretch>) =>
    onChange(stretches.map((each, at) => (at === index ? { ...each, ...fields } : each)));
  const next = Math.min(stretches.at(-1)?.to ?? NOON, LAST_HOUR);
  return (
    <Stack as="fieldset" gap={8}>
      <legend>
        <Text as="span" size="list" weight="medium">
          {title}
        </Text>
        <Text as="span" display="block" size="label" tone="soft" pad="0 0 8px">
          {description}
        </Text>
      </legend>
      {[...stretches.entries()].map(([index, { from, to }]) => (
        <Row key={index} gap={8} align="start">
          <Grid columns="9.5rem" gap={8} grow>
            <WhenInput
              kind="time"
              aria-label={t`${title}: from`}
              value={toTime(from)}
              onChange={(time) => change(index, { from: fromTime(time, from) })}
            />
            <WhenInput
              kind="time"
              aria-label={t`${title}: to`}
              value={toTime(to)}
              error={faults[`${name}.${index}`] ?? faults[`${name}.${index}.to`]}
              onChange={(time) => change(index, { to: fromTime(time, to) })}
            />
          </Grid>
          <IconButton
            label={t`Remove: ${title}`}
            icon={X}
            onClick={() => onChange(stretches.filter((_, at) => at !== index))}
          />
        </Row>
      ))}
      {stretches.length < MOST && (
        <div className={styles.add}>
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => onChange([...stretches, { from: next, to: next + HOUR }])}
          >
            {add}
          </Button>
        </div>
      )}
    </Stack>
  );
}
