import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./layout.module.css";
import { Row, type RowProps } from "./stack.tsx";
import { Text, type TextProps } from "./text.tsx";

type IconTextProps = Omit<RowProps, "align" | "children"> &
  Pick<TextProps, "size" | "tone" | "weight" | "overflow"> & {
    icon: LucideIcon;
    iconSize?: number;
    /** Where it differs from that of the words. */
    iconTone?: TextProps["tone"];
    /** Where the icon says something that the words do not. */
    iconLabel?: string;
    children: ReactNode;
  };

/** Text after an icon, which is centred on its first line. */
export function IconText({
  icon: Icon,
  iconSize = 16,
  iconTone,
  iconLabel,
  size,
  tone,
  weight,
  overflow,
  children,
  ...row
}: IconTextProps) {
  return (
    <Row as="p" {...row} align="start">
      <Icon
        width={iconSize}
        strokeWidth={1.75}
        aria-hidden={iconLabel === undefined}
        aria-label={iconLabel}
        className={`${styles.element} ${styles.firstLine}`}
        data-size={size}
        data-tone={iconTone ?? tone}
      />
      <Text as="span" shrink {...{ size, tone, weight, overflow }}>
        {children}
      </Text>
    </Row>
  );
}
