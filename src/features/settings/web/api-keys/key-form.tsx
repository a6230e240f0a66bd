import { useState } from "react";
import { t } from "#i18n/message.ts";
import { readerDayAt } from "#platform/time/reader-clock.ts";
import { formatDate } from "#ui/dates.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { FieldGroup } from "#ui/layout/form-grid.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type Area, AreaChoice, PresetChoice } from "./access-choice.tsx";
import styles from "./key-form.module.css";
import { SCOPES, type Scope } from "./scopes.ts";

const LIFETIMES = [
  { value: "30", label: t`30 days` },
  { value: "90", label: t`90 days` },
  { value: "365", label: t`1 year` },
  { value: "", label: t`No expiry` },
];

export type NewKey = {
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
  toolGroups: Area[] | null;
  isAgent: boolean;
};

type KeyFormProps = {
  isBusy: boolean;
  error: Error | null;
  onCreate(key: NewKey): void;
  onClose(): void;
};

export function KeyForm({ isBusy, error, onCreate, onClose }: KeyFormProps) {
  const { draft, problem, set, toggle, submit } = useKeyDraft(onCreate);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Create API key`}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? t`Creating...` : t`Create key`}
          </Button>
        </>
      }
    >
      <Stack>
        <TextInput
          data-autofocus
          label={t`Name`}
          placeholder={t`What will use it?`}
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          error={problem === "name" && t`Please give the key a name`}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <PresetChoice scopes={draft.scopes} onChange={(scopes) => set({ scopes })} />
        <ScopeChoice
          scopes={draft.scopes}
          onToggle={toggle}
          problem={problem === "scopes" ? t`Please choose at least one scope` : undefined}
        />
        <AreaChoice areas={draft.toolGroups} onChange={(toolGroups) => set({ toolGroups })} />
        <Switch
          label={t`For an AI agent`}
          description={t`What it sends or deletes waits for your approval. A key for your own scripts acts as you.`}
          isOn={draft.isAgent}
          onChange={(isAgent) => set({ isAgent })}
        />
        <ExpiryChoice days={draft.days} onChange={(days) => set({ days })} />
        {error && (
          <Text size="list" tone="bad" margin="6px 0 0" role="alert">
            {error.message}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

type Draft = Omit<NewKey, "expiresAt"> & { days: string };

const BLANK: Draft = { name: "", scopes: ["read"], days: "90", toolGroups: null, isAgent: false };

/** What is typed and chosen; `problem` is what the key lacks, until it is mended. */
function useKeyDraft(onCreate: (key: NewKey) => void) {
  const [draft, setDraft] = useState(BLANK);
  const [problem, setProblem] = useState<"name" | "scopes">();
  const set = (fields: Partial<Draft>) => {
    if (fields.name !== undefined || fields.scopes) setProblem(undefined);
    setDraft((now) => ({ ...now, ...fields }));
  };
  const toggle = (scope: Scope) => {
    const { scopes } = draft;
    set({ scopes: scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope] });
  };
  const submit = () => {
    const { days, ...fields } = draft;
    if (!draft.name.trim()) setProblem("name");
    else if (draft.scopes.length === 0) setProblem("scopes");
    else onCreate({ ...fields, expiresAt: expiryOf(days) });
  };
  return { draft, problem, set, toggle, submit };
}

const expiryOf = (days: string) => (days ? inDays(Number(days)) : null);

function ExpiryChoice({ days, onChange }: { days: string; onChange(days: string): void }) {
  const expiresAt = expiryOf(days);
  return (
    <NativeSelect
      label={t`Expiry`}
      description={expiresAt ? t`Expires: ${formatDate(expiresAt)}` : t`Expires: never`}
      value={days}
      data={LIFETIMES}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ScopeChoiceProps = {
  scopes: readonly Scope[];
  onToggle(scope: Scope): void;
  problem: string | undefined;
};

const ScopeChoice = ({ scopes, onToggle, problem }: ScopeChoiceProps) => (
  <FieldGroup legend={t`Scopes`} aria-describedby={problem && "scopes-problem"}>
    {SCOPES.map(({ scope, label, text }) => (
      <Row as="label" gap={10} align="stretch" pad="9px 12px" key={scope} className={styles.scope}>
        <input
          type="checkbox"
          className={styles.box}
          aria-invalid={problem !== undefined || undefined}
          checked={scopes.includes(scope)}
          onChange={() => onToggle(scope)}
        />
        <span>
          <Text as="span" weight="medium" display="block">
            {label}
          </Text>
          <Text as="span" tone="soft" size="list">
            {text}
          </Text>
        </span>
      </Row>
    ))}
    {problem && (
      <Text size="list" tone="bad" id="scopes-problem" margin="6px 0 0" role="alert">
        {problem}
      </Text>
    )}
  </FieldGroup>
);

/** To the end of that day, by the reader's calendar. */
const inDays = (days: number): string =>
  new Date(readerDayAt(new Date(), days + 1, 0).getTime() - 1000).toISOString();
