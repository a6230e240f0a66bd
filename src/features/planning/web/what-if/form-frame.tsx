import type { FormEvent, ReactNode } from "react";
import type { WhatIfChange, WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import styles from "./what-if.module.css";

/** What each form is given. */
export type ChangeFormProps = Pick<WhatIfPanelProps, "day" | "events" | "about"> & {
  onAdd(changes: readonly WhatIfChange[]): void;
  onCancel(): void;
};

type FormFrameProps = { label: string; children: ReactNode; onSubmit(): void; onCancel(): void };

/** A few fields and their buttons; Enter adds the change. */
export function FormFrame({ label, children, onSubmit, onCancel }: FormFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Stack as="form" gap={12} className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {children}
      <Row justify="end" gap={8}>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" variant="light" size="xs">
          {term("Add", "button: add a change")}
        </Button>
      </Row>
    </Stack>
  );
}
