import { type FormEvent, useId } from "react";
import { t, term } from "#i18n/message.ts";
import { ConflictNotice } from "#ui/forms/conflict-notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ConnectionTest } from "./connection-test.tsx";
import type { FieldGroup } from "./field-kinds.ts";
import { type EditName, storedValue } from "./settings-edits.ts";
import { SettingsField } from "./settings-field.tsx";
import { GROUPS, labelOf } from "./settings-fields.ts";
import styles from "./settings-groups.module.css";
import type { SettingsForm } from "./use-settings-form.ts";

/** The fields of one tab. Saving also saves the edits of the other tabs. */
export function SettingsGroups({ tab, form }: { tab: keyof typeof GROUPS; form: SettingsForm }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  useShortcut("mod+s", t`Save settings`, t`System settings`, form.save);
  return (
    <Stack onSubmit={submit} noValidate as="form">
      <SaveBar form={form} />
      {form.clashes.length > 0 && <SettingsConflict form={form} />}
      {GROUPS[tab].map((group) => (
        <Group key={group.title} group={group} form={form} />
      ))}
    </Stack>
  );
}

function Group({ group, form }: { group: FieldGroup; form: SettingsForm }) {
  const titleId = useId();
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <header>
        <Text id={titleId} as="h2" size="section">
          {group.title}
        </Text>
        <Text size="list" tone="soft" textWrap="pretty" margin="4px 0 0">
          {group.text}
        </Text>
      </header>
      <Stack maxWidth="32rem">
        {group.fields.map((field) => (
          <SettingsField key={field.name} field={field} form={form} />
        ))}
        {group.test && <ConnectionTest target={group.test} edits={form.edits} />}
      </Stack>
    </section>
  );
}

/** Always visible: lists unsaved edits and saves all of them. */
function SaveBar({ form }: { form: SettingsForm }) {
  const { edited, isSaving } = form;
  return (
    <Row as="footer" pad="8px 0" className={styles.bar}>
      <Text size="list" tone="soft" overflow="dots" grow className={styles.state}>
        {edited.length > 0 ? t`Not saved: ${edited.map(labelOf).join(", ")}` : t`Everything is saved`}
      </Text>
      <Button variant="default" onClick={form.discard} disabled={edited.length === 0 || isSaving}>
        {t`Discard`}
      </Button>
      <Button type="submit" disabled={edited.length === 0 || isSaving}>
        {isSaving ? t`Saving...` : t`Save Settings`}
      </Button>
    </Row>
  );
}

/** Another administrator saved first. */
const SettingsConflict = ({ form }: { form: SettingsForm }) => (
  <ConflictNotice
    title={t`Another administrator changed these settings`}
    conflicts={form.clashes.map((name) => ({
      name,
      label: labelOf(name),
      stored: String(storedValue(form.stored, name)) || term("empty", "a setting without a value"),
    }))}
    acceptLabel={t`Use theirs`}
    onAcceptStored={(name) => form.acceptStored(name as EditName)}
    onUseLocal={form.retainEdits}
  />
);
