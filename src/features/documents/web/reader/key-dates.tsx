import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Check, ListPlus, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatDate } from "#ui/dates.ts";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documents, type KeyDate } from "../api.ts";
import { reportFailure } from "../document-mutations.ts";
import styles from "./key-dates.module.css";

/** Future dates found in the document; the person decides whether to create something from one. */
export function KeyDates({ document }: { document: DocumentOnWire }) {
  const { id, readState } = document;
  const { data, refetch } = useQuery({
    queryKey: ["key dates of", id, readState],
    queryFn: () => documents.keyDates.call({ id }),
  });
  if (!data || data.dates.length === 0) return null;
  const again = () => void refetch();
  return (
    <Box as="section" aria-label={t`Dates in this document`}>
      <Text as="h2" size="label" tone="soft" weight="medium" margin="0 0 4px">
        {t`Dates in this document`}
      </Text>
      <ul className={styles.list}>
        {data.dates.map((date) => (
          <Proposal key={date.id} id={id} date={date} onChanged={again} />
        ))}
      </ul>
    </Box>
  );
}

/** Runs an action on a date; a successful one can be undone. */
function attemptOn({ id, dateId, onChanged }: { id: string; dateId: string; onChanged(): void }) {
  const reopen = () => attempt(t`Failed to undo`, () => documents.reopenKeyDate.call({ id, dateId }));
  const attempt = async (failure: string, act: () => Promise<unknown>, done?: string) => {
    try {
      await act();
      if (done) toast.undo(done, () => void reopen());
    } catch (error) {
      reportFailure(failure, error);
    }
    onChanged();
  };
  return attempt;
}

type ProposalProps = { id: string; date: KeyDate; onChanged(): void };

function Proposal({ id, date, onChanged }: ProposalProps) {
  const { id: dateId, day, time, sentence, state } = date;
  const dateLabel = `${formatDate(`${day}T12:00:00Z`)}${time ? `, ${time}` : ""}`;
  const attempt = attemptOn({ id, dateId, onChanged });
  const create = (as: "task" | "event") => {
    const timeZone = readerTimeZone();
    return attempt(
      as === "task" ? t`Failed to create the task` : t`Failed to create the event`,
      () => documents.acceptKeyDate.call({ id, dateId, as, timeZone }),
      as === "task" ? t`Task created` : t`Event created`,
    );
  };
  const dismiss = () =>
    attempt(t`Failed to dismiss it`, () => documents.dismissKeyDate.call({ id, dateId }), t`Dismissed`);
  return (
    <Row as="li" gap={12} pad="8px 8px 8px 14px" lined className={styles.date}>
      <Text as="div" grow>
        <Text as="strong" size="list" weight="medium" display="block">
          {dateLabel}
        </Text>
        <q className={styles.sentence}>{sentence}</q>
      </Text>
      {state === "accepted" ? (
        <span className={styles.done}>
          <Check size={14} strokeWidth={1.75} aria-hidden />
          {date.taskId ? t`In your tasks` : t`In your calendar`}
        </span>
      ) : (
        <ProposalActions
          dateLabel={dateLabel}
          kind={date.kind}
          onCreate={(as) => void create(as)}
          onDismiss={() => void dismiss()}
        />
      )}
    </Row>
  );
}

type ProposalActionsProps = {
  /** The day as it is shown, to name the buttons by. */
  dateLabel: string;
  kind: KeyDate["kind"];
  onCreate(as: "task" | "event"): void;
  onDismiss(): void;
};

const ProposalActions = ({ dateLabel, kind, onCreate, onDismiss }: ProposalActionsProps) => (
  <span className={styles.actions}>
    <Button
      size="compact-sm"
      variant={kind === "task" ? "default" : "subtle"}
      leftSection={<ListPlus size={14} strokeWidth={1.75} aria-hidden />}
      onClick={() => onCreate("task")}
      aria-label={t`Add a task for ${dateLabel}`}
    >
      {t`Task`}
    </Button>
    <Button
      size="compact-sm"
      variant={kind === "event" ? "default" : "subtle"}
      leftSection={<CalendarPlus size={14} strokeWidth={1.75} aria-hidden />}
      onClick={() => onCreate("event")}
      aria-label={t`Add an event for ${dateLabel}`}
    >
      {t`Event`}
    </Button>
    <IconButton icon={X} label={t`Leave ${dateLabel} aside`} onClick={onDismiss} />
  </span>
);
