import type { ReactNode } from "react";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./first-steps.module.css";

type StepFormProps = {
  /** For screen readers: the line of steps shows it. */
  title: string;
  text: string;
  children: ReactNode;
  buttons: ReactNode;
  onSubmit(): void;
};

/** One step: what it is for, its fields, its buttons. */
export const StepForm = ({ title, text, children, buttons, onSubmit }: StepFormProps) => (
  <form
    className={styles.form}
    aria-label={title}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <Text tone="soft">{text}</Text>
    {children}
    <Row gap={8} lineGap={8} wrap>
      {buttons}
    </Row>
  </form>
);
