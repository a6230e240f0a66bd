import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { PlainButton } from "../inputs/plain-button.tsx";
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
    const next =
      tabs[
        nextIndex(
          event.key,
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        )
      ];
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
  const tab = list.querySelector<HTMLElement>(selector);
  if (!tab || list.scrollWidth <= list.clientWidth) return;
  const { left, right } = tab.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (left < frame.left) list.scrollLeft -= frame.left - left;
  else if (right > frame.right) list.scrollLeft += right - frame.right;
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

function nextIndex(key: string, index: number, count: number): number {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}

/** Tabs on the left, and on the right of their line how the shown one is displayed. */
export const TabBar = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <div className={styles.bar}>
    {tabs}
    {children && <span className={styles.aside}>{children}</span>}
  </div>
);
