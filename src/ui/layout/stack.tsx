import {
  type BoxProps,
  drawElement,
  type ElementProps,
  layoutAttributes,
  type WordsStyle,
} from "./element.ts";
import styles from "./layout.module.css";

/** The design's distances, in CSS pixels. */
export type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 28 | 32;
type Align = "start" | "center" | "end" | "baseline" | "stretch";
type Justify = "start" | "center" | "end" | "space-between";

type LayoutProps = ElementProps &
  BoxProps &
  WordsStyle & {
    /** Between two children. */
    gap?: Space;
    /** Between two lines, if it differs from `gap`. */
    lineGap?: Space;
    align?: Align;
    justify?: Justify;
  };

/** One below the other. */
export const Stack = ({ gap = 16, ...layout }: LayoutProps) => draw(styles.stack, { gap, ...layout });

export type RowProps = LayoutProps & {
  /** Children without space move to another line. */
  wrap?: boolean;
};

/** One beside the other, centred on their line. */
export const Row = ({ gap = 8, align = "center", wrap, ...layout }: RowProps) =>
  draw(styles.row, { gap, align, ...layout }, { "--wrap": wrap ? "wrap" : "nowrap" });

type GridProps = LayoutProps & {
  /** So many equal columns; or as many as have this width at least, such as '14rem'. */
  columns: number | `${number}rem`;
};

/** Columns of one width. */
export function Grid({ gap = 12, columns, ...layout }: GridProps) {
  const widths =
    typeof columns === "number"
      ? `repeat(${columns}, minmax(0, 1fr))`
      : `repeat(auto-fill, minmax(min(100%, ${columns}), 1fr))`;
  return draw(styles.grid, { gap, ...layout }, { "--columns": widths });
}

type Variables = Readonly<Record<`--${string}`, string>>;

function draw(
  layoutClass: string | undefined,
  { gap = 0, lineGap = gap, align = "stretch", justify = "start", ...layout }: LayoutProps,
  layoutVariables?: Variables,
) {
  const { rest, attributes, variables } = layoutAttributes(layout);
  return drawElement({ ...rest, ...attributes }, `${styles.element} ${layoutClass}`, {
    "--gap": `${lineGap}px ${gap}px`,
    "--align": align,
    "--justify": justify,
    ...variables,
    ...layoutVariables,
  });
}
