import { t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Drawer } from "#ui/overlays/drawer.tsx";
import { type Day, dayAt } from "../days.ts";
import type { EventWindow } from "../views/use-event-window.ts";
import { CalendarChoice } from "./calendar-choice.tsx";
import { MonthPicker } from "./month-picker.tsx";
import { DayEvents, UpcomingEvents } from "./panel-events.tsx";
import type { PanelState } from "./panel-state.ts";
import { PanelTasks } from "./panel-tasks.tsx";
import styles from "./side-panel.module.css";

type SidePanelProps = {
  panel: PanelState;
  day: Day;
  window: EventWindow;
  onPick(day: Day): void;
  onCalendars(): void;
};

export const PANEL_ID = "calendar-side-panel";
const TITLE = t`Days and calendars`;

/** Month picker, events of the day, upcoming events and calendars: beside the grid, or as a sheet over it. */
export function SidePanel({ panel, ...content }: SidePanelProps) {
  if (!panel.isOpen) return null;
  if (panel.isBeside)
    return (
      <Stack
        as="aside"
        gap={0}
        shrink
        surface="card"
        id={PANEL_ID}
        className={styles.panel}
        aria-label={TITLE}
      >
        <Content {...content} />
      </Stack>
    );
  const Sheet = panel.isPhone ? Dialog : Drawer;
  return (
    <Sheet isOpen onClose={panel.close} title={TITLE}>
      <div id={PANEL_ID} className={styles.sheet}>
        <Content {...content} onChosen={panel.close} />
      </div>
    </Sheet>
  );
}

type ContentProps = Omit<SidePanelProps, "panel"> & { onChosen?(): void };

function Content({ day, window, onPick, onCalendars, onChosen }: ContentProps) {
  return (
    <>
      <MonthPicker day={day} onPick={onPick} onChosen={onChosen} />
      <DayEvents day={day} window={window} />
      <PanelTasks
        onScheduled={(at) => {
          onPick(dayAt(at));
          onChosen?.();
        }}
      />
      <UpcomingEvents />
      <CalendarChoice
        onManage={() => {
          onChosen?.();
          onCalendars();
        }}
      />
    </>
  );
}
