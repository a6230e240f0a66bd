import { useNavigate } from "@tanstack/react-router";
import { CalendarClock, CalendarX2, Split } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import type { EventOnWire } from "../../model.ts";
import { dayAt } from "../days.ts";
import { isUpcoming } from "../events/occurrence.ts";
import { addChange, setWhatIf } from "./what-if-changes.ts";

/** What can be asked about an event that is not over: shown in the week where it is, without writing anything. */
export function useWhatIfItems(event: EventOnWire, onAsk?: () => void): MenuItem[] {
  const navigate = useNavigate();
  if (!isUpcoming(event, new Date())) return [];
  const ask = () => {
    onAsk?.();
    const date = dayAt(new Date(event.startTime));
    void navigate({ to: "/calendar", search: { plan: "what-if", date } });
  };
  return [
    {
      ...{ label: t`What if it moved`, icon: CalendarClock },
      onSelect: () => {
        setWhatIf({ about: event });
        ask();
      },
    },
    {
      ...{ label: t`What if it did not take place`, icon: CalendarX2 },
      onSelect: () => {
        addChange({ kind: "dropEvent", event });
        ask();
      },
    },
  ];
}

/** The same behind a button. */
export function WhatIfMenu({ event, onAsk }: { event: EventOnWire; onAsk(): void }) {
  const items = useWhatIfItems(event, onAsk);
  if (items.length === 0) return null;
  return (
    <div>
      <Menu
        label={t`What if`}
        items={items}
        trigger={(props) => (
          <Button
            variant="default"
            leftSection={<Split size={16} strokeWidth={1.75} aria-hidden />}
            {...props}
          >
            {t`What if…`}
          </Button>
        )}
      />
    </div>
  );
}
