import { Settings2 } from "lucide-react";
import type { CSSProperties } from "react";
import { t } from "#i18n/message.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { calendars } from "../api.ts";
import { type CalendarOnWire, useActOnCalendars, useCalendars } from "../calendars/use-calendars.ts";
import styles from "./calendar-choice.module.css";
import { PanelSection } from "./panel-section.tsx";

/** Which calendars are shown. One's own events always are. */
export function CalendarChoice({ onManage }: { onManage(): void }) {
  const { data } = useCalendars();
  const items = data?.items ?? [];
  if (items.length === 0)
    return (
      <PanelSection title={t`Calendars`}>
        <Button variant="default" onClick={onManage}>
          {t`Add a calendar`}
        </Button>
      </PanelSection>
    );
  return (
    <PanelSection
      title={t`Calendars`}
      headerEnd={<IconButton label={t`Manage calendars`} icon={Settings2} onClick={onManage} />}
    >
      <Stack as="ul" gap={8} aria-label={t`Shown calendars`}>
        {items.map((calendar) => (
          <CalendarLine key={calendar.id} calendar={calendar} />
        ))}
      </Stack>
    </PanelSection>
  );
}

function CalendarLine({ calendar: { id, name, color, isVisible } }: { calendar: CalendarOnWire }) {
  const act = useActOnCalendars();
  return (
    <Row as="li" justify="space-between" className={styles.line}>
      <Checkbox
        label={name}
        checked={isVisible}
        onChange={({ target }) =>
          void act(t`Failed to save the calendar`, () =>
            calendars.update.call({ id, isVisible: target.checked }),
          )
        }
      />
      <span
        className={styles.color}
        style={color ? ({ "--tone": color } as CSSProperties) : {}}
        aria-hidden
      />
    </Row>
  );
}
