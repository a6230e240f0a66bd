import { Portal } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./drawer.module.css";
import { useModalLayer } from "./modal-layer.ts";

type DrawerProps = { isOpen: boolean; onClose(): void; label: string; children: ReactNode };

/** What a small screen keeps at its left edge until it is asked for. */
export function Drawer(props: DrawerProps) {
  if (!props.isOpen) return null;
  return (
    <Portal>
      <OpenDrawer {...props} />
    </Portal>
  );
}

function OpenDrawer({ onClose, label, children }: DrawerProps) {
  const layer = useModalLayer(onClose);
  return (
    <div className={styles.overlay}>
      {/* The veil repeats for pointers what Escape does. */}
      <div className={styles.veil} onClick={onClose} aria-hidden />
      <div
        ref={layer}
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
