import { CalendarDays, Folder, Hourglass, Import, ListTodo } from "lucide-react";
import { useContext } from "react";
import { plural, t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { localDay, localTime } from "#platform/time/local-day.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import { formatDate, formatPaddedDay, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Text } from "#ui/layout/text.tsx";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../fields.ts";
import { isOverdue, type TaskOnWire, type TaskPriority } from "../../model.ts";
import { taskRecords } from "../records.ts";
import { PRIORITY_TONES, STATUS_TONES } from "../wording.ts";
import { CurrentProject } from "./current-project.ts";
import styles from "./task-facts.module.css";

export const StatusBadge = ({ status }: Pick<TaskOnWire, "status">) => (
  <Badge dot tone={STATUS_TONES[status]}>
    {STATUS_LABELS[status]}
  </Badge>
);

export const PriorityBadge = ({ priority }: { priority: TaskPriority }) => (
  <Badge dot tone={PRIORITY_TONES[priority]}>
    {PRIORITY_LABELS[priority]}
  </Badge>
);

export const PriorityDot = ({ priority }: { priority: TaskPriority }) => (
  <span
    className={styles.dot}
    data-tone={PRIORITY_TONES[priority]}
    role="img"
    aria-label={PRIORITY_WORDS[priority]}
    title={PRIORITY_WORDS[priority]}
  />
);

const PRIORITY_WORDS: Record<TaskPriority, string> = {
  low: t`Low priority`,
  medium: t`Medium priority`,
  high: t`High priority`,
  urgent: t`Urgent priority`,
};

/** 'Due: MMM dd, yyyy'; marked with a word if overdue. */
export function DueDate({ task, short }: { task: TaskOnWire; short?: boolean }) {
  if (!task.dueDate) return null;
  const isLate = isOverdue(task, new Date(), readerTimeZone());
  const time = localTime(task.dueDate) && formatTime(new Date(task.dueDate));
  const day = short ? shortDay(task.dueDate) : t`Due: ${formatDate(task.dueDate)}`;
  return (
    <Text
      as="span"
      size="label"
      tone="soft"
      isTabular
      className={styles.fact}
      data-late={isLate || undefined}
      title={t`Due: ${formatDate(task.dueDate)} ${time}`}
    >
      <CalendarDays size={14} strokeWidth={1.75} aria-hidden />
      <time dateTime={task.dueDate}>
        {day}
        {time && ` ${time}`}
      </time>
      {isLate && <span className={short ? "visually-hidden" : undefined}>{`· ${t`Overdue`}`}</span>}
    </Text>
  );
}

const PROVENANCE_TEXTS: Partial<Record<TaskOnWire["provenance"], string>> = {
  agent: t`Written by an agent`,
  document: t`From a document`,
  mail: t`From a mail`,
  message: t`From a message`,
  model: t`Written by the assistant`,
  webhook: t`Created by a webhook`,
};

/** The origin of the task's text, if it is not the user's own. */
export function Provenance({ task: { provenance } }: { task: TaskOnWire }) {
  const words = PROVENANCE_TEXTS[provenance];
  if (!words) return null;
  return (
    <Text
      as="span"
      size="label"
      tone="soft"
      isTabular
      className={styles.fact}
      data-clips
      title={t`${words}: the assistant never acts on its text by itself`}
    >
      <Import size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.clipped}>{words}</span>
    </Text>
  );
}

export function ProjectName({ task }: { task: TaskOnWire }) {
  const isNamedAbove = useContext(CurrentProject) === task.projectId;
  if (!task.projectName || isNamedAbove) return null;
  return (
    <Text
      as="span"
      size="label"
      tone="soft"
      isTabular
      className={styles.fact}
      data-clips
      title={t`Project: ${task.projectName}`}
    >
      <Folder size={14} strokeWidth={1.75} aria-hidden />
      <span className={styles.clipped}>{task.projectName}</span>
    </Text>
  );
}

export function Steps({ task: { subtasks } }: { task: TaskOnWire }) {
  if (subtasks.total === 0) return null;
  const { completed, total } = subtasks;
  return (
    <Text
      as="span"
      size="label"
      tone="soft"
      isTabular
      className={styles.fact}
      title={plural(total, {
        one: `${completed} of ${total} subtasks done`,
        other: `${completed} of ${total} subtasks done`,
      })}
    >
      <ListTodo size={14} strokeWidth={1.75} aria-hidden />
      {rich(
        plural(total, {
          one: `${completed} of ${total}<0>subtasks done</0>`,
          other: `${completed} of ${total}<0>subtasks done</0>`,
        }),
        (words) => (
          <span className="visually-hidden">{words}</span>
        ),
      )}
    </Text>
  );
}

/** Names those that this page has loaded; on a phone, and where it is `short`, an icon. */
export function BlockedBadge({ task, short }: { task: TaskOnWire; short?: boolean }) {
  if (!task.isBlocked) return null;
  const titles = task.blockedBy.flatMap((id) => {
    const other = taskRecords.get(id);
    return other && other.status !== "completed" ? other.title : [];
  });
  const tasks = titles.join(", ");
  const words = tasks ? t`Waits for ${tasks}` : t`Waits for another task`;
  return (
    <span className={styles.fact} title={words}>
      <Badge tone="warn">
        <Hourglass size={12} strokeWidth={1.75} aria-hidden />
        <span className={short ? "visually-hidden" : styles.word}>{t`Blocked`}</span>
        <span className="visually-hidden">{` (${words})`}</span>
      </Badge>
    </span>
  );
}

/** The first tags, and how many more there are. */
export function Tags({ tags, limit }: { tags: readonly string[]; limit: number }) {
  const more = tags.length - limit;
  return (
    <>
      {tags.slice(0, limit).map((tag) => (
        <Badge key={tag}>
          <span className={styles.clipped}>{tag}</span>
        </Badge>
      ))}
      {more > 0 && (
        <Text as="span" tone="faint" size="label" title={tags.slice(limit).join(", ")}>
          +{more}
        </Text>
      )}
    </>
  );
}

function shortDay(instant: string): string {
  const date = new Date(instant);
  const now = new Date();
  const days = daysBetween(now, date, readerTimeZone());
  if (days >= -1 && days <= 1) return days === 0 ? t`Today` : days === 1 ? t`Tomorrow` : t`Yesterday`;
  const isThisYear = localDay(instant).slice(0, 4) === localDay(now).slice(0, 4);
  return isThisYear ? formatPaddedDay(instant) : formatDate(instant);
}
