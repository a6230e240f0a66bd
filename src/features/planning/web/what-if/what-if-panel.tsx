import type { WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { useKeyHints } from "#ui/keyboard/shortcuts.ts";
import { Text } from "#ui/layout/text.tsx";
import { PlanningFrame } from "../planning-frame.tsx";
import { useApplyAlternative } from "./apply-alternative.ts";
import { useWhatIfGhosts } from "./ghosts-of.ts";
import { useWhatIfAnswer } from "./use-what-if.ts";
import { WhatIfContent } from "./what-if-content.tsx";

const TITLE = t`What if`;
/** Beside the button: the card itself may be out of sight. */
const WAY = "what-if-way";

/** Keys of the panel and of events in the grid, for the list of shortcuts. */
const KEYS = [
  { keys: "Arrows", label: t`Another way to go on; on an event: its time, without moving it` },
  { keys: "Delete", label: t`On an event: it does not take place, without deleting it` },
] as const;

/** What breaks if something changes, and up to three ways to go on: nothing is written before one is chosen. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const { changes, isBeside, isPhone, onGhosts, onClose } = props;
  const state = useWhatIfAnswer(changes);
  const applying = useApplyAlternative(state, onClose);
  useWhatIfGhosts(changes, state.chosen, onGhosts);
  useKeyHints(KEYS, t`Calendar: “What if”`);
  const content = <WhatIfContent {...props} state={state} isRenewed={applying.isRenewed} />;
  const footer = state.chosen && (
    <>
      <Text id={WAY} size="label" tone="soft" alignSelf="center" grow lines={2}>
        {state.chosen.text}
      </Text>
      <BusyButton
        isBusy={state.isMaking || applying.isApplying}
        aria-describedby={WAY}
        onClick={applying.apply}
      >
        {t`Do this`}
      </BusyButton>
    </>
  );
  return (
    <PlanningFrame title={TITLE} {...{ isBeside, isPhone, footer, onClose }}>
      {content}
    </PlanningFrame>
  );
}
