import type { FieldsetHTMLAttributes, ReactNode } from "react";
import styles from "./form-grid.module.css";
import { Grid } from "./stack.tsx";

/** Two fields beside each other, below each other on a phone. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <Grid columns={2} gap={14} className={styles.pair}>
    {children}
  </Grid>
);

type FieldGroupProps = FieldsetHTMLAttributes<HTMLFieldSetElement> & { legend: string };

/** Several controls under one legend. */
export const FieldGroup = ({ legend, children, ...fieldset }: FieldGroupProps) => (
  <fieldset {...fieldset}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
);
