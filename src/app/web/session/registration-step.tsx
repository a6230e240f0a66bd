import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { systemSettings } from "#features/admin/web/api.ts";
import { session } from "#features/settings/web/api.ts";
import { t, term } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { AuthCard } from "./auth-card.tsx";
import styles from "./auth-page.module.css";

const CHOICES = [
  {
    value: "invitation",
    label: t`By invitation`,
    text: t`People with an account can invite others. Nobody else can sign up.`,
  },
  {
    value: "open",
    label: term("Open", "who can create an account: anyone"),
    text: t`Anyone who reaches this address can sign up.`,
  },
  {
    value: "closed",
    label: term("Closed", "who can create an account: nobody"),
    text: t`Only administrators create accounts.`,
  },
] as const;

type Mode = (typeof CHOICES)[number]["value"];

/** The first step of a new administrator: who may create an account. */
export function RegistrationStep({ onDone }: { onDone(): void }) {
  const now = useQuery(session.registration.query({}));
  const settings = useQuery(systemSettings.get.query({}));
  const [chosen, setChosen] = useState<Mode>();
  const [domains, setDomains] = useState("");
  const mode = chosen ?? now.data?.mode;
  const save = useWrite({
    send: async () => {
      const { version } = await systemSettings.get.call({});
      await systemSettings.update.call({ version, registration: mode, registrationDomains: domains });
    },
    failed: t`The choice was not saved`,
    onDone,
  });
  if (!mode || !settings.data) return <Spinner label={t`Loading`} />;
  const isGiven = settings.data.given.includes("registration");
  return (
    <AuthCard title={t`Who can create an account?`} text={t`Step 2 of 2. You can change it later.`}>
      <Stack pad="20px 0 0">
        <Stack as="fieldset" gap={8} disabled={isGiven} aria-label={t`Who can create an account?`}>
          {CHOICES.map(({ value, label, text }) => (
            <label key={value} className={styles.option}>
              <input
                type="radio"
                name="registration"
                aria-label={label}
                checked={mode === value}
                onChange={() => setChosen(value)}
              />
              <span>
                {label}
                <Text as="span" tone="soft" size="list" display="block">
                  {text}
                </Text>
              </span>
            </label>
          ))}
        </Stack>
        {isGiven && (
          <Text tone="soft" size="list" pad="16px 0 0">
            {t`Set by REGISTRATION in the environment.`}
          </Text>
        )}
        {mode === "open" && !isGiven && (
          <TextInput
            label={t`Only these domains`}
            description={t`Separated by commas. Empty: any address.`}
            placeholder="example.com"
            maxLength={2000}
            value={domains}
            onChange={({ target }) => setDomains(target.value)}
          />
        )}
        <Button onClick={() => (isGiven ? onDone() : save.mutate())} disabled={save.isPending} fullWidth>
          {t`Continue`}
        </Button>
      </Stack>
    </AuthCard>
  );
}
