import { Portal } from "@mantine/core";
import { useFocusReturn, useFocusTrap } from "@mantine/hooks";
import type { ReactNode } from "react";
import styles from "./drawer.module.css";
import { useModalLayer } from "./modal-layer.ts";

type DrawerProps = { isOpen: boolean; onClose(): void; label: string; children: ReactNode };

/** What a small screen keeps at its left edge until it is asked for. */
export function Drawer(props: DrawerProps) {
  useFocusReturn({ opened: props.isOpen, shouldReturnFocus: true });
  if (!props.isOpen) return null;
  return (
    <Portal>
      <OpenDrawer {...props} />
    </Portal>
  );
}

function OpenDrawer({ onClose, label, children }: DrawerProps) {
  const focusTrap = useFocusTrap(true);
  useModalLayer(onClose);
  return (
    <div className={styles.overlay}>
      {/* The veil repeats for pointers what Escape does. */}
      <div className={styles.veil} onClick={onClose} aria-hidden />
      <div
        ref={focusTrap}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={styles.drawer}
      >
        {children}
      </div>
    </div>
  );
}
