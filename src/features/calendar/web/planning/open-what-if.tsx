import { useEffect, useLayoutEffect } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog } from "#ui/later-part.tsx";
import type { EventOnWire } from "../../model.ts";
import type { CalendarAddress } from "../calendar-address.ts";
import { dayAt } from "../days.ts";
import { whatIfPanel } from "../slots.ts";
import type { ChangeAddress } from "../use-calendar-address.ts";
import { showGhosts } from "./ghosts.ts";
import { PLAN_BUTTON } from "./plan-button.tsx";
import { addChange, setAsking, setWhatIf, useWhatIf } from "./what-if-changes.ts";

const WhatIfPanel = laterDialog(async () => whatIfPanel.get()());

type OpenWhatIfProps = {
  address: CalendarAddress;
  change: ChangeAddress;
  events: readonly EventOnWire[];
  isBeside: boolean;
  isPhone: boolean;
};

/** The panel that asks 'What if', if the address does; what would be different is forgotten with it. */
export function OpenWhatIf({ address, change, ...panel }: OpenWhatIfProps) {
  const isOpen = address.plan === "what-if";
  useFetchAfterPage(WhatIfPanel);
  useEffect(() => {
    if (!isOpen) setWhatIf(null);
  }, [isOpen]);
  return isOpen ? <Asking {...{ address, change }} {...panel} /> : null;
}

function Asking({ address, change, ...panel }: OpenWhatIfProps) {
  const { changes, about } = useWhatIf();
  useLayoutEffect(() => {
    setAsking(true);
    return () => setAsking(false);
  }, []);
  const close = () => {
    change({ plan: undefined, from: undefined }, { replace: true });
    document.getElementById(PLAN_BUTTON)?.focus();
  };
  // The pointer lets go of what it drags by the same key.
  useShortcut("Escape", t`Leave “What if”`, t`Calendar`, () => {
    if (!document.querySelector("[data-dragged]")) close();
  });
  const today = dayAt(new Date());
  return (
    <WhatIfPanel
      {...{ changes, about, ...panel }}
      day={address.date && address.date > today ? address.date : today}
      onAdd={addChange}
      onRemove={(gone) => setWhatIf({ changes: changes.filter((each) => each !== gone) })}
      onAbout={(event) => setWhatIf({ about: event })}
      onGhosts={showGhosts}
      onClose={close}
    />
  );
}
