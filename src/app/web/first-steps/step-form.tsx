import type { ReactNode } from "react";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./first-steps.module.css";

type StepFormProps = {
  /** For screen readers, besides the title of the dialog. */
  title: string;
  text: string;
  children: ReactNode;
  buttons: ReactNode;
  onSubmit(): void;
};

/** One step: what it is for, its fields, its buttons. */
export const StepForm = ({ title, text, children, buttons, onSubmit }: StepFormProps) => (
  <form
    ref={focusFirstField}
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

/** The first that is empty; the dialog was there before what it shows was read. */
function focusFirstField(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>("input, select") ?? [])];
  (fields.find(({ value }) => value === "") ?? fields[0])?.focus({ preventScroll: true });
}
