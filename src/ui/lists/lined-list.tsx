import type { ComponentProps } from "react";
import { Stack } from "../layout/stack.tsx";
import styles from "./lined-list.module.css";

/** Rows with a line between each two. */
export const LinedList = ({ className, ...list }: Omit<ComponentProps<typeof Stack>, "gap">) => (
  <Stack as="ul" {...list} gap={0} className={className ? `${styles.list} ${className}` : styles.list} />
);
