import { CalendarClock } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { Textarea } from "#ui/fields/textarea.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { END_AFTER_START, MAX_COMMENT } from "../../model.ts";
import { isBlank, timesDraft, typedTimes } from "../events/event-draft.ts";
import type { Times } from "../events/occurrence.ts";
import styles from "./time-proposals.module.css";

export type ProposedTimes = { startTime: string; endTime: string; comment: string };
type Draft = Pick<Times, "isAllDay"> & { start: string; end: string; comment: string };

type ProposeTimeProps = {
  times: Times;
  isBusy: boolean;
  size?: "compact-md";
  onPropose(proposed: ProposedTimes): void;
};

/** The button that opens the form, which then takes its place. */
export function ProposeTime({ times, isBusy, size, onPropose }: ProposeTimeProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft)
    return <ProposalForm {...{ draft, setDraft, isBusy, onPropose }} onCancel={() => setDraft(null)} />;
  return (
    <BusyButton
      variant="default"
      {...(size && { size })}
      isBusy={isBusy}
      leftSection={<CalendarClock size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setDraft({ ...timesDraft(times), comment: "" })}
    >
      {t`Propose another time`}
    </BusyButton>
  );
}

type ProposalFormProps = Pick<ProposeTimeProps, "isBusy" | "onPropose"> & {
  draft: Draft;
  setDraft(draft: Draft): void;
  onCancel(): void;
};

/** No form element: it may be within the form of an event, which Enter must not save. */
function ProposalForm({ draft, setDraft, isBusy, onPropose, onCancel }: ProposalFormProps) {
  const [isSubmitted, setSubmitted] = useState(false);
  const problem = isSubmitted ? problemOf(draft) : null;
  const submit = () => {
    setSubmitted(true);
    if (!problemOf(draft)) onPropose({ ...typedTimes(draft), comment: draft.comment.trim() });
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!isBusy) submit();
  };
  const kind = draft.isAllDay ? "day" : "moment";
  return (
    <Stack as="div" gap={12} role="group" aria-label={t`Propose another time`} className={styles.form}>
      <Grid columns="13rem" gap={12}>
        <WhenInput
          kind={kind}
          label={t`Proposed start`}
          autoFocus
          max={draft.isAllDay ? "2199-12-31" : "2199-12-31T23:59"}
          value={draft.start}
          onKeyDown={submitOnEnter}
          onChange={(start) => setDraft(withMovedStart(draft, start))}
        />
        <WhenInput
          kind={kind}
          label={t`Proposed end`}
          error={problem}
          max={draft.isAllDay ? "2199-12-31" : "2199-12-31T23:59"}
          value={draft.end}
          onKeyDown={submitOnEnter}
          onChange={(end) => setDraft({ ...draft, end })}
        />
      </Grid>
      <Textarea
        label={t`Comment`}
        placeholder={t`Optional, for the organizer`}
        rows={2}
        maxLength={MAX_COMMENT}
        value={draft.comment}
        onChange={({ target }) => setDraft({ ...draft, comment: target.value })}
      />
      <Row gap={8} wrap>
        <BusyButton isBusy={isBusy} onClick={submit}>
          {t`Send proposal`}
        </BusyButton>
        <Button variant="default" onClick={onCancel}>
          {t`Discard`}
        </Button>
      </Row>
    </Stack>
  );
}

function problemOf(draft: Draft): string | null {
  if (isBlank(draft.start) || isBlank(draft.end)) return t`Enter a start and an end`;
  const { startTime, endTime } = typedTimes(draft);
  return endTime > startTime ? null : END_AFTER_START;
}

/** With another start and the same length. */
function withMovedStart(draft: Draft, start: string): Draft {
  const moved = { ...draft, start };
  if ([start, draft.start, draft.end].some(isBlank)) return moved;
  const before = typedTimes(draft);
  const { startTime } = typedTimes(moved);
  const length = Date.parse(before.endTime) - Date.parse(before.startTime);
  const endTime = new Date(Date.parse(startTime) + length).toISOString();
  return { ...moved, end: timesDraft({ isAllDay: draft.isAllDay, startTime, endTime }).end };
}
