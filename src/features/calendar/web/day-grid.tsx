// biome-ignore-all lint/a11y/useSemanticElements: a grid whose events lie over several cells is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid takes the focus, rows and headers do not
import type { ComponentProps } from "react";

/** Days and their events, with the role of a grid for screen readers. */
export const DayGrid = (grid: ComponentProps<"div">) => <div {...grid} role="grid" />;

export const DayGridRow = (row: ComponentProps<"div">) => <div {...row} role="row" />;

export const ColumnHeader = (header: ComponentProps<"span">) => <span {...header} role="columnheader" />;

export const RowHeader = (header: ComponentProps<"span">) => <span {...header} role="rowheader" />;

export const DayGridCell = (cell: ComponentProps<"div">) => <div {...cell} role="gridcell" />;
