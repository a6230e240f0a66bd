import { t, term } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { applyWords } from "./plan-words.ts";
import type { ProposalState } from "./use-proposal.ts";

type PlanFooterProps = {
  proposal: ProposalState;
  isApplying: boolean;
  isOutdated: boolean;
  onApply(): void;
  onClose(): void;
};

/** Applies or discards; where a plan changes nothing, there is only a way out. */
export function PlanFooter({ proposal, isApplying, isOutdated, onApply, onClose }: PlanFooterProps) {
  const { changes, isMaking, query } = proposal;
  if (changes.length === 0 && !isMaking)
    return (
      <Button variant="default" onClick={onClose}>
        {t`Close`}
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {term("Discard", "button: close a proposed plan")}
      </Button>
      {isOutdated ? (
        <BusyButton isBusy={isMaking} onClick={() => void query.refetch()}>
          {t`Plan again`}
        </BusyButton>
      ) : (
        <BusyButton isBusy={isMaking || isApplying} title="Ctrl+Enter" onClick={onApply}>
          {changes.length > 0 ? applyWords(changes.length) : t`Apply`}
        </BusyButton>
      )}
    </>
  );
}
