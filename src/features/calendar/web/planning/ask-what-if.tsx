import { useNavigate } from "@tanstack/react-router";
import { CalendarClock, CalendarX2, Split } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { EventOnWire } from "../../model.ts";
import { dayAt } from "../days.ts";
import { isUpcoming } from "../events/occurrence.ts";
import { addChange, setWhatIf } from "./what-if-changes.ts";

/** What can be asked about an event that is not over: shown in the week where it is, without writing anything. */
export function WhatIfMenu({ event, onAsk }: { event: EventOnWire; onAsk(): void }) {
  const navigate = useNavigate();
  if (!isUpcoming(event, new Date())) return null;
  const ask = () => {
    onAsk();
    const date = dayAt(new Date(event.startTime));
    void navigate({ to: "/calendar", search: { plan: "what-if", date } });
  };
  const move = () => {
    setWhatIf({ about: event });
    ask();
  };
  const drop = () => {
    addChange({ kind: "dropEvent", event });
    ask();
  };
  return (
    <Row margin="16px 0 0">
      <Menu
        label={t`What if`}
        items={[
          { label: t`What if it moved`, icon: CalendarClock, onSelect: move },
          { label: t`What if it did not take place`, icon: CalendarX2, onSelect: drop },
        ]}
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
    </Row>
  );
}
