import { CalendarClock } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { t } from "#i18n/message.ts";
import { laterDialog } from "../later-part.tsx";
import { Menu, type MenuItem } from "./menu.tsx";
import { Popover, type PopoverControl, usePopover } from "./popover.tsx";

/** Fetched when it is opened; what is typed before it is there is typed in it. */
const WhenForm = laterDialog(async () => (await import("./when-form.tsx")).WhenForm);

type WhenMenuProps = {
  label: string;
  /** The usual times, and what else there is to choose. */
  items: readonly (MenuItem | "line")[];
  /** 'Snooze' */
  verb: string;
  /** Another day and time, yyyy-MM-ddTHH:mm; gives the reason if it cannot be chosen. */
  onWhen(moment: string): string | undefined;
  trigger(props: PopoverControl["triggerProps"]): ReactNode;
};

/** A menu of usual times; any other one is typed in words. */
export function WhenMenu({ label, items, verb, onWhen, trigger }: WhenMenuProps) {
  const other = usePopover();
  const another: MenuItem = {
    label: t`Another time`,
    icon: CalendarClock,
    onSelect: () => other.surfaceRef.current?.showPopover(),
  };
  return (
    <Menu
      label={label}
      items={[...items, "line", another]}
      trigger={(props) => (
        <>
          {trigger(props)}
          <WhenPopover popover={other} anchor={props.ref} {...{ label, verb, onWhen }} />
        </>
      )}
    />
  );
}

type WhenPopoverProps = Pick<WhenMenuProps, "label" | "verb" | "onWhen"> & {
  popover: PopoverControl;
  /** Where it stands. */
  anchor: RefObject<HTMLButtonElement | null>;
};

/** A line for a day and a time, beside what it is for. */
export function WhenPopover({ popover, anchor, label, ...form }: WhenPopoverProps) {
  const close = () => {
    popover.close();
    anchor.current?.focus();
  };
  return (
    <Popover
      popover={{ ...popover, triggerProps: { ...popover.triggerProps, ref: anchor } }}
      label={label}
      onOpened={(surface) => surface.querySelector("input")?.focus({ preventScroll: true })}
    >
      {/* It has its size before its content is there, because it is placed by its size. */}
      <div style={{ width: "min(24rem, calc(100vw - 16px))", minHeight: 124 }}>
        <WhenForm {...form} onDone={close} />
      </div>
    </Popover>
  );
}
