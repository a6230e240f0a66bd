import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { scaledPx } from "../layout/rem.ts";
import { usePrinting } from "../layout/use-printing.ts";
import styles from "./virtual-rows.module.css";

export type RowScroller = { scrollToRow(index: number): void };

type RowsProps = {
  count: number;
  /** Pixels at type of 16 px, the same for all rows: they are not measured, unless `isMeasured`. */
  rowHeight: number;
  renderRow(index: number): ReactNode;
  /** The end of the rows is near: load more. */
  onNearEnd(): void;
  scroller?: Ref<RowScroller>;
  /** The identity of a row: it stays the same row, with its measured height, when its index changes. */
  rowKey?(index: number): string;
};

type PageRowsProps = RowsProps & {
  /** Rows differ in height: `rowHeight` is a guess, and each is measured when it is made. */
  isMeasured?: boolean;
};

/** Rows left before the end at which more are fetched. */
const FETCH_AHEAD_ROWS = 40;
const OVERSCAN = 6;

/**
 * Rows that scroll with the page; only visible ones are rendered, and on paper all that are loaded. The virtualizer is mutable: not for the React
 * Compiler.
 */
export function PageRows(props: PageRowsProps) {
  "use no memo";
  const { count, renderRow, onNearEnd, scroller, isMeasured, rowKey } = props;
  const rowHeight = scaledPx(props.rowHeight);
  const top = useRef<HTMLDivElement>(null);
  const scrollMargin = useDistanceFromPageTop(top);
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 24,
    ...(rowKey && { getItemKey: rowKey }),
  });
  useRemeasure(rows, rowHeight);
  useImperativeHandle(scroller, () => ({ scrollToRow: (index) => rows.scrollToIndex(index) }));
  const items = rows.getVirtualItems();
  useNearEnd(items, count, onNearEnd);
  const isPrinting = usePrinting();
  if (isPrinting) return <div ref={top}>{printedRows(count, renderRow, rowKey)}</div>;
  return (
    <div ref={top} className={styles.rows} style={{ height: rows.getTotalSize() }}>
      {items.map((item) =>
        isMeasured ? (
          <div
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            className={styles.row}
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
          >
            {renderRow(item.index)}
          </div>
        ) : (
          row(item, scrollMargin, renderRow, rowKey)
        ),
      )}
    </div>
  );
}

type ScrollingRowsProps = RowsProps & {
  box: RefObject<HTMLElement | null>;
  /** Other rows are on screen: from the first to the last. */
  onShown?(first: number, last: number): void;
};

/** Rows in a box with its own scrolling. */
export function ScrollingRows({
  count,
  rowHeight: standardHeight,
  renderRow,
  onNearEnd,
  scroller,
  rowKey,
  box,
  onShown,
}: ScrollingRowsProps) {
  "use no memo";
  const rowHeight = scaledPx(standardHeight);
  const rows = useVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    getScrollElement: () => box.current,
  });
  useRemeasure(rows, rowHeight);
  useImperativeHandle(scroller, () => ({ scrollToRow: (index) => rows.scrollToIndex(index) }));
  const items = rows.getVirtualItems();
  useNearEnd(items, count, onNearEnd);
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {};
  const reportShown = useEffectEvent(onShown ?? ignore);
  useEffect(() => {
    if (endIndex >= startIndex) reportShown(startIndex, endIndex);
  }, [startIndex, endIndex]);
  return (
    <div className={styles.rows} style={{ height: rows.getTotalSize() }}>
      {items.map((item) => row(item, 0, renderRow, rowKey))}
    </div>
  );
}

const ignore = () => {};

const row = (
  { index, start, size }: VirtualItem,
  margin: number,
  renderRow: RowsProps["renderRow"],
  rowKey: RowsProps["rowKey"],
) => (
  <div
    key={rowKey?.(index) ?? index}
    className={styles.row}
    style={{ height: size, transform: `translateY(${start - margin}px)` }}
  >
    {renderRow(index)}
  </div>
);

const printedRows = (count: number, renderRow: RowsProps["renderRow"], rowKey: RowsProps["rowKey"]) =>
  Array.from({ length: count }, (_, index) => (
    <Fragment key={rowKey?.(index) ?? index}>{renderRow(index)}</Fragment>
  ));

function useRemeasure(rows: { measure(): void }, rowHeight: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what the measurement depends on
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
}

function useNearEnd(items: readonly VirtualItem[], count: number, onNearEnd: () => void): void {
  const isNear = (items.at(-1)?.index ?? 0) >= count - FETCH_AHEAD_ROWS;
  // Runs again for every new page.
  const nearEnd = isNear ? count : null;
  const fetchMore = useEffectEvent(onNearEnd);
  useEffect(() => {
    if (nearEnd !== null) fetchMore();
  }, [nearEnd]);
}

/** Measured again on changes, because content above the rows may appear and disappear. */
function useDistanceFromPageTop(element: RefObject<HTMLElement | null>): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setDistance(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return distance;
}
