import { type ReactNode, useId, useRef, useState } from "react";
import styles from "./popover.module.css";

export type PopoverControl = {
  id: string;
  isOpen: boolean;
  triggerProps: {
    ref: React.RefObject<HTMLButtonElement | null>;
    popoverTarget: string;
    "aria-expanded": boolean;
    "aria-haspopup"?: "dialog" | "menu";
  };
  surfaceRef: React.RefObject<HTMLDivElement | null>;
  setOpen(isOpen: boolean): void;
  close(): void;
};

/** The browser's own popover: top layer, Escape and a click elsewhere close it, focus returns to the trigger. */
export function usePopover(): PopoverControl {
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const surfaceRef = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    id,
    isOpen,
    triggerProps: { ref: triggerRef, popoverTarget: id, "aria-expanded": isOpen, "aria-haspopup": "dialog" },
    surfaceRef,
    setOpen,
    close: () => surfaceRef.current?.hidePopover(),
  };
}

type PopoverProps = {
  popover: PopoverControl;
  label: string;
  role?: "dialog" | "menu";
  className?: string | undefined;
  onKeyDown?: React.KeyboardEventHandler;
  /** Called when it is positioned and can take the focus. */
  onOpened?(surface: HTMLElement): void;
  children: ReactNode;
};

/** Content that floats beside its trigger; the children are rendered only while it is open. */
export function Popover({
  popover,
  label,
  role = "dialog",
  className,
  onKeyDown,
  onOpened,
  children,
}: PopoverProps) {
  const { id, isOpen, triggerProps, surfaceRef, setOpen } = popover;
  const afterToggle = (hasOpened: boolean) => {
    const trigger = triggerProps.ref.current;
    const surface = surfaceRef.current;
    setOpen(hasOpened);
    if (!surface) return;
    delete surface.dataset.placed;
    if (!hasOpened || !trigger) return;
    positionSurface(trigger.getBoundingClientRect(), surface);
    onOpened?.(surface);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is one of two, both interactive
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are named by aria-label
    <div
      ref={surfaceRef}
      id={id}
      popover="auto"
      role={role}
      aria-label={isOpen ? label : undefined}
      className={`${styles.surface} ${className ?? ""}`}
      onBeforeToggle={(event) => {
        if (event.newState === "open") setOpen(true);
      }}
      onToggle={(event) => afterToggle(event.newState === "open")}
      onKeyDown={onKeyDown}
    >
      {isOpen && children}
    </div>
  );
}

const GAP = 6;
const MARGIN = 8;

/** Below the trigger, aligned with the nearer edge; above if there is no space below. */
function positionSurface(trigger: DOMRect, surface: HTMLElement): void {
  const { offsetWidth: width, offsetHeight: height } = surface;
  // Without the scroll bar.
  const viewportWidth = document.documentElement.clientWidth;
  const isRightHalf = trigger.left + trigger.width / 2 > viewportWidth / 2;
  const left = isRightHalf ? trigger.right - width : trigger.left;
  const below = trigger.bottom + GAP;
  const top = below + height > window.innerHeight - MARGIN ? trigger.top - GAP - height : below;
  surface.style.left = `${Math.max(MARGIN, Math.min(left, viewportWidth - width - MARGIN))}px`;
  surface.style.top = `${Math.max(MARGIN, top)}px`;
  surface.dataset.placed = "";
}
