import { type ComponentType, type KeyboardEvent, useRef, useState } from "react";
import type { WhatIfChange, WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { PillButton } from "#ui/inputs/pill-button.tsx";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { DaysForm, MeetingForm, PersonForm, TripForm } from "./change-forms.tsx";
import { EventForm } from "./event-form.tsx";
import type { ChangeFormProps } from "./form-frame.tsx";
import styles from "./what-if.module.css";
import { CHANGE_ICONS } from "./what-if-words.ts";

type Kind = "dayOff" | "trip" | "moveEvent" | "withoutPerson" | "newEvent";

const FORMS: Record<Kind, { label: string; Form: ComponentType<ChangeFormProps> }> = {
  dayOff: { label: t`Days off`, Form: DaysForm },
  trip: { label: t`Trip`, Form: TripForm },
  moveEvent: { label: t`Move or drop`, Form: EventForm },
  withoutPerson: { label: t`Someone is missing`, Form: PersonForm },
  newEvent: { label: t`New meeting`, Form: MeetingForm },
};
const KINDS = Object.keys(FORMS) as Kind[];

/** One button for each kind of change; its form opens below them. */
export function AddChange({ day, events, about, onAdd, onAbout }: WhatIfPanelProps) {
  const [chosen, choose] = useState<Kind>();
  const buttons = useRef<HTMLDivElement>(null);
  const open = about ? "moveEvent" : chosen;
  const close = () => {
    if (open) buttons.current?.querySelector<HTMLElement>(`[data-kind=${open}]`)?.focus();
    choose(undefined);
    onAbout(null);
  };
  const add = (changes: readonly WhatIfChange[]) => {
    for (const change of changes) onAdd(change);
    close();
  };
  const toggle = (kind: Kind) => {
    if (kind === open) return close();
    onAbout(null);
    choose(kind);
  };
  const leaveForm = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const Form = open && FORMS[open].Form;
  return (
    <Stack as="section" gap={12} aria-label={t`Add a change`}>
      <Row ref={buttons} wrap gap={6}>
        {KINDS.map((kind) => {
          const Icon = CHANGE_ICONS[kind];
          return (
            <PillButton
              key={kind}
              data-kind={kind}
              aria-pressed={kind === open}
              className={styles.kind}
              onClick={() => toggle(kind)}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              {FORMS[kind].label}
            </PillButton>
          );
        })}
      </Row>
      {Form && (
        <KeyArea data-takes-escape onKeyDown={leaveForm}>
          <Form key={about?.id ?? open} {...{ day, events, about }} onAdd={add} onCancel={close} />
        </KeyArea>
      )}
    </Stack>
  );
}
