import { useState } from "react";
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
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "No expiry" },
];

export type WantedKey = {
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
  toolGroups: Area[] | null;
  isAgent: boolean;
};

type KeyFormProps = {
  isBusy: boolean;
  error: Error | null;
  onCreate(wanted: WantedKey): void;
  onClose(): void;
};

export function KeyForm({ isBusy, error, onCreate, onClose }: KeyFormProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["read"]);
  const [days, setDays] = useState("90");
  const [toolGroups, setToolGroups] = useState<Area[] | null>(null);
  const [isAgent, setAgent] = useState(false);
  const [problem, setProblem] = useState<"name" | "scopes">();
  const expiresAt = days ? inDays(Number(days)) : null;
  const toggle = (scope: Scope) => {
    setProblem(undefined);
    setScopes((now) => (now.includes(scope) ? now.filter((each) => each !== scope) : [...now, scope]));
  };
  const submit = () => {
    if (!name.trim()) setProblem("name");
    else if (scopes.length === 0) setProblem("scopes");
    else onCreate({ name, scopes, expiresAt, toolGroups, isAgent });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Create API key"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? "Creating..." : "Create key"}
          </Button>
        </>
      }
    >
      <Stack>
        <TextInput
          data-autofocus
          label="Name"
          placeholder="What will use it?"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={problem === "name" && "Please give the key a name"}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <PresetChoice
          scopes={scopes}
          onChange={(next) => {
            setScopes(next);
            setProblem(undefined);
          }}
        />
        <ScopeChoice
          scopes={scopes}
          onToggle={toggle}
          problem={problem === "scopes" ? "Please choose at least one scope" : undefined}
        />
        <AreaChoice areas={toolGroups} onChange={setToolGroups} />
        <Switch
          label="For an AI agent"
          description="What it sends or deletes waits for your approval. A key for your own scripts acts as you."
          isOn={isAgent}
          onChange={setAgent}
        />
        <NativeSelect
          label="Expiry"
          description={expiresAt ? `Expires: ${formatDate(expiresAt)}` : "Expires: never"}
          value={days}
          data={LIFETIMES}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        {error && (
          <Text size="list" tone="bad" margin="6px 0 0" role="alert">
            {error.message}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

type ScopeChoiceProps = {
  scopes: readonly Scope[];
  onToggle(scope: Scope): void;
  problem: string | undefined;
};

const ScopeChoice = ({ scopes, onToggle, problem }: ScopeChoiceProps) => (
  <FieldGroup legend="Scopes" aria-describedby={problem && "scopes-problem"}>
    {SCOPES.map(({ scope, label, text }) => (
      <Row as="label" gap={10} align="stretch" pad="9px 12px" key={scope} className={styles.scope}>
        <input
          type="checkbox"
          className={styles.box}
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
function inDays(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 23, 59, 59).toISOString();
}
