import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { PlainButton } from "../inputs/plain-button.tsx";
import { forward } from "../layout/direction.ts";
import styles from "./tabs.module.css";

type Tab<V extends string> = { value: V; label: string; count?: number };

type TabListProps<V extends string> = {
  /** Prefix of the ids that connect the list with its panels. */
  id: string;
  label: string;
  value: V;
  onChange(value: NoInfer<V>): void;
  tabs: readonly Tab<NoInfer<V>>[];
  /** Shares the width evenly: for cards. */
  isFull?: boolean;
};

/** Arrows, Home and End move between tabs; Tab moves on to the panel. */
export function TabList<V extends string>({ id, label, value, onChange, tabs, isFull }: TabListProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // Observers run after the layout of a frame: measuring in the effect would be one more layout of the whole page.
    const observer = new ResizeObserver(() => showInside(element, `[data-value="${value}"]`));
    observer.observe(element);
    return () => observer.disconnect();
  }, [value]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = tabs.findIndex((tab) => tab.value === value);
    const to =
      { Home: 0, End: -1, ArrowLeft: here - forward(), ArrowRight: here + forward() }[event.key] ??
      Number.NaN;
    const next = tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={styles.list}
      data-full={isFull || undefined}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <PlainButton
          focusInside
          key={tab.value}
          role="tab"
          id={`${id}-tab-${tab.value}`}
          aria-controls={`${id}-panel-${tab.value}`}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          data-value={tab.value}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </PlainButton>
      ))}
    </div>
  );
}

/** On a phone the list is wider than the screen: scrolls the chosen tab into view without scrolling the page. */
function showInside(list: HTMLElement, selector: string): void {
  const tab = list.querySelector(selector)?.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (tab) list.scrollLeft += Math.min(0, tab.left - frame.left) || Math.max(0, tab.right - frame.right);
}

type TabPanelProps = { id: string; value: string; isActive: boolean; children: ReactNode };

/** Made only while its tab is chosen. */
export function TabPanel({ id, value, isActive, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      hidden={!isActive}
    >
      {isActive && children}
    </div>
  );
}

/** Tabs on the left, and on the right of their line how the shown one is displayed. */
export const TabBar = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <div className={styles.bar}>
    {tabs}
    {children && <span className={styles.aside}>{children}</span>}
  </div>
);
