import { t, term } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { describeKeys } from "#ui/keyboard/shortcuts.ts";
import { applyWords } from "./plan-words.ts";
import type { ProposalState } from "./use-proposal.ts";

type PlanFooterProps = {
  proposal: ProposalState;
  isApplying: boolean;
  isOutdated: boolean;
  onApply(): void;
  onClose(): void;
};

/** Whether there is something to apply, or will be. */
export const hasButtons = ({ changes, isMaking }: ProposalState): boolean => changes.length > 0 || isMaking;

/** Applies or discards. */
export function PlanFooter({ proposal, isApplying, isOutdated, onApply, onClose }: PlanFooterProps) {
  const { changes, isMaking, isSearching, query } = proposal;
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {term("Discard", "button: close a proposed plan")}
      </Button>
      {isOutdated ? (
        <BusyButton isBusy={isSearching} onClick={() => void query.refetch()}>
          {t`Plan again`}
        </BusyButton>
      ) : (
        <BusyButton
          isBusy={isMaking || isApplying}
          title={describeKeys("mod+Enter").join(" ")}
          onClick={onApply}
        >
          {changes.length > 0 ? applyWords(changes.length) : t`Apply`}
        </BusyButton>
      )}
    </>
  );
}
