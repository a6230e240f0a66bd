import { CalendarRange } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import type { ProjectOnWire } from "../../model.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import styles from "./project-card.module.css";

/** The dates of a project. */
export function DateRange({ project: { startDate, endDate } }: { project: ProjectOnWire }) {
  if (!startDate && !endDate)
    return (
      <Text as="span" size="label" tone="soft" isTabular className={styles.dates}>
        {t`No dates`}
      </Text>
    );
  const [from, to] = [startDate && formatDate(startDate), endDate && formatDate(endDate)];
  return (
    <Text as="span" size="label" tone="soft" isTabular className={styles.dates}>
      <CalendarRange size={14} strokeWidth={1.75} aria-hidden />
      {from && to ? `${from} – ${to}` : from ? t`From ${from}` : t`Until ${to ?? ""}`}
    </Text>
  );
}

type ProgressProps = {
  project: ProjectOnWire;
  /** Shows the tasks that are counted; missing where they are shown already. */
  onShowTasks?(address: Partial<TaskAddress>): void;
};

/** Shows whether the number is computed from the project's tasks or typed. */
export function Progress({ project, onShowTasks }: ProgressProps) {
  const { progressPercentage, computed, tasks, id } = project;
  const count = plural(tasks.total, {
    one: `${tasks.completed} of ${tasks.total} tasks`,
    other: `${tasks.completed} of ${tasks.total} tasks`,
  });
  return (
    <Box margin="2px 4px 0 0">
      <Row gap={12} justify="space-between" size="label" tone="soft" isTabular>
        {!computed && <span>{t`Set by hand`}</span>}
        {computed && !onShowTasks && <span>{count}</span>}
        {computed && onShowTasks && (
          <PlainButton
            className={styles.tasks}
            title={t`Show these tasks`}
            onClick={() => onShowTasks({ tab: undefined, project: id })}
          >
            {count}
          </PlainButton>
        )}
        <Text as="span" tone="ink" weight="medium">
          {progressPercentage}%
        </Text>
      </Row>
      <div
        role="progressbar"
        aria-label={t`Progress of '${project.name}'`}
        aria-valuenow={progressPercentage}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <span className={styles.bar} style={{ transform: `scaleX(${progressPercentage / 100})` }} />
      </div>
    </Box>
  );
}
