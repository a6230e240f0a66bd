import { type KeyboardEvent, useEffect, useState } from "react";
import type { PlanPanelProps } from "#features/calendar/web/slots.ts";
import { t, term } from "#i18n/message.ts";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { useApply } from "./apply-proposal.ts";
import { PlanContent } from "./plan-content.tsx";
import { hasButtons, PlanFooter } from "./plan-footer.tsx";
import { PlanningFrame } from "./planning-frame.tsx";
import type { PlanRow } from "./proposal-rows.ts";
import { useProposal } from "./use-proposal.ts";

// With the panel of 'What if', which has the same cards.
const MakeRoomPanel = laterDialog(async () => (await import("./what-if/make-room-panel.tsx")).MakeRoomPanel);

/** Keys of the list, for the list of shortcuts. */
const KEYS = [
  { keys: "x", label: t`Leave a proposed block out, or take it in again` },
  { keys: "mod+Enter", label: t`Apply the plan` },
] as const;

const TITLE = term("Plan", "a proposal of when tasks can be done");

/** A plan of the day or the week, or the meetings that would make room for it. */
export function PlanPanel(props: PlanPanelProps) {
  const [without, makeRoom] = useState<string[]>();
  return without ? (
    <MakeRoomPanel {...props} without={without} onBack={() => makeRoom(undefined)} />
  ) : (
    <ProposedPlan {...props} onMakeRoom={makeRoom} />
  );
}

type ProposedPlanProps = PlanPanelProps & { onMakeRoom(without: string[]): void };

/** A proposal: nothing is written before it is applied. */
function ProposedPlan({ onMakeRoom, ...props }: ProposedPlanProps) {
  const { isBeside, isPhone, onClose, onGhosts } = props;
  const proposal = useProposal(props);
  const makeRoom = () => onMakeRoom(proposal.without);
  const { apply, isApplying, isOutdated } = useApply(proposal, onClose);
  const { changes, isMaking } = proposal;
  useGhosts(changes, onGhosts);
  useKeyHints(KEYS, t`Calendar: the proposed plan`);
  const canApply = changes.length > 0 && !isMaking && !isApplying && !isOutdated;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !canApply) return;
    event.preventDefault();
    apply();
  };
  const content = (
    <KeyArea onKeyDown={onKeyDown}>
      <PlanContent {...props} proposal={proposal} isOutdated={isOutdated} onMakeRoom={makeRoom} />
    </KeyArea>
  );
  const footer = hasButtons(proposal) && (
    <PlanFooter {...{ proposal, isApplying, isOutdated, onClose }} onApply={() => canApply && apply()} />
  );
  return (
    <PlanningFrame title={TITLE} {...{ isBeside, isPhone, footer, onClose }}>
      {content}
    </PlanningFrame>
  );
}

/** Shows in the grid what the proposal would change. */
function useGhosts(changes: readonly PlanRow[], onGhosts: PlanPanelProps["onGhosts"]): void {
  useEffect(() => {
    onGhosts({
      proposed: changes
        .filter(({ change }) => change !== "removed")
        .map(({ key, title, startTime, endTime }) => ({
          ...{ id: key, title, startTime, endTime, isAllDay: false },
        })),
      leaving: new Set(changes.flatMap(({ eventId }) => eventId ?? [])),
    });
  }, [changes, onGhosts]);
  useEffect(() => () => onGhosts(null), [onGhosts]);
}
