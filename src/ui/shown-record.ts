import { useEffect } from "react";

/** A record that the page shows alone: in a dialog, a pane or a reader. */
export type ShownRecord = { kind: string; id: string };

const shown: ShownRecord[] = [];

/** While the component is mounted, its record is what the person looks at. */
export function useShownRecord(kind: string, id: string): void {
  useEffect(() => {
    const record = { kind, id };
    shown.push(record);
    return () => {
      shown.splice(shown.indexOf(record), 1);
    };
  }, [kind, id]);
}

/** The record that was opened last and is still open; null on a page of many. */
export const shownRecord = (): ShownRecord | null => shown.at(-1) ?? null;
