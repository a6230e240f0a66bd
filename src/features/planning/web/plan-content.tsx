import { Link } from "@tanstack/react-router";
import { CalendarCheck, ChartNoAxesColumn, RefreshCw, Settings2, Split } from "lucide-react";
import type { PlanPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Notice } from "#ui/feedback/notice.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { ButtonContent, buttonAttributes } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { NoRoom } from "./no-room.tsx";
import { PlanDay } from "./plan-day.tsx";
import { rangeOf, summaryOf } from "./plan-words.ts";
import { type ProposalOnWire, rowsByDay } from "./proposal-rows.ts";
import { RemovedBlocks } from "./removed-blocks.tsx";
import { RoomOffer } from "./room-offer.tsx";
import type { ProposalState } from "./use-proposal.ts";

type PlanContentProps = Pick<
  PlanPanelProps,
  "span" | "from" | "onSpan" | "onShowDay" | "onWhatIf" | "onReview" | "onSettings" | "isBeside"
> & {
  proposal: ProposalState;
  isOutdated: boolean;
  onMakeRoom(): void;
};

/** The days of a plan, what it takes away, and what found no room. */
export function PlanContent(props: PlanContentProps) {
  const { span, from, onSpan, onWhatIf, onReview, onSettings, proposal } = props;
  return (
    <Stack gap={12}>
      <Row justify="space-between" gap={8}>
        <SegmentedControl
          label={t`Days to plan`}
          value={span}
          onChange={onSpan}
          options={[
            { value: "day", label: from ? t`One day` : t`Today` },
            { value: "week", label: from ? t`Seven days` : t`This week` },
          ]}
        />
        <Row gap={0}>
          <IconButton label={t`What if something changes`} icon={Split} onClick={onWhatIf} />
          <IconButton label={t`Review the day or the week`} icon={ChartNoAxesColumn} onClick={onReview} />
          <IconButton label={t`Planning settings`} icon={Settings2} onClick={onSettings} />
        </Row>
      </Row>
      <QueryContent
        query={proposal.query}
        failure={t`The plan could not be made`}
        placeholder={<SkeletonRows isBare count={6} height={72} label={t`Finding times`} />}
      >
        {(plan) => <Proposed {...props} plan={plan} />}
      </QueryContent>
    </Stack>
  );
}

function Proposed({
  plan,
  proposal,
  isOutdated,
  isBeside,
  onShowDay,
  onMakeRoom,
}: PlanContentProps & { plan: ProposalOnWire }) {
  const { rows, isLeftOut } = proposal;
  if (rows.length === 0 && plan.unplaced.length === 0)
    return <NothingToPlan plan={plan} onMakeRoom={onMakeRoom} />;
  const notesOf = (day: string | null) => plan.notes.filter((note) => note.day === day);
  return (
    <Stack gap={16} onKeyDown={moveAmongStops}>
      <div>
        {plan.from !== plan.to && (
          <Text size="list" weight="medium" isTabular>
            {rangeOf(plan.from, plan.to)}
          </Text>
        )}
        <Text size="label" tone="soft" isTabular role="status">
          {summaryOf(rows.filter(({ item }) => !isLeftOut(item)))}
          {proposal.isSearching && ` · ${t`Looking for better times…`}`}
        </Text>
      </div>
      {isOutdated && (
        <Notice icon={RefreshCw} tone="warn" role="alert">
          {t`Your tasks or your calendar changed since this plan was made.`}
        </Notice>
      )}
      <RoomOffer plan={plan} onMakeRoom={onMakeRoom} />
      {notesOf(null).map(({ kind, text }) => (
        <Notice key={text} {...(kind !== "week" && { tone: "warn" })}>
          {text}
        </Notice>
      ))}
      {rowsByDay(rows).map(([day, ofDay]) => (
        <PlanDay
          key={day}
          {...{ day, proposal }}
          rows={ofDay}
          notes={notesOf(day)}
          {...(isBeside && { onShow: () => onShowDay(day) })}
        />
      ))}
      <RemovedBlocks proposal={proposal} />
      <NoRoom unplaced={plan.unplaced} />
    </Stack>
  );
}

/** All done, or nothing that a plan could place. */
const NothingToPlan = ({ plan, onMakeRoom }: { plan: ProposalOnWire; onMakeRoom(): void }) => (
  <>
    <RoomOffer {...{ plan, onMakeRoom }} />
    {plan.notes.map(({ text }) => (
      <Notice key={text} tone="warn">
        {text}
      </Notice>
    ))}
    <EmptyState
      icon={CalendarCheck}
      title={t`Nothing to plan`}
      message={t`Open tasks, answers that you owe and meetings to prepare get their time here.`}
      action={
        <Link to="/tasks" search={{ create: "task" }} {...buttonAttributes({ variant: "default" })}>
          <ButtonContent>{t`Create task`}</ButtonContent>
        </Link>
      }
    />
  </>
);
