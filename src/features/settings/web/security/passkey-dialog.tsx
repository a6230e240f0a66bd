import { type FormEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { createPasskey } from "#platform/client/passkey-device.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PasswordField } from "#ui/inputs/password-field.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { passkeys } from "../api.ts";
import { describeBrowser } from "./describe-browser.ts";
import styles from "./second-factor-dialog.module.css";

export type ListedPasskey = Awaited<ReturnType<typeof passkeys.list.call>>["items"][number];
export type PasskeyTask = { act: "add" } | { act: "rename" | "remove"; passkey: ListedPasskey };

const WORDS = {
  add: { title: t`Add a passkey`, button: t`Continue`, done: t`Passkey added` },
  rename: { title: t`Rename passkey`, button: t`Rename`, done: t`Passkey renamed` },
  remove: { title: t`Remove passkey`, button: t`Remove`, done: t`Passkey removed` },
} as const;

/** Adds, renames and removes a passkey: asks for a name and, to add or remove, the password. */
export function PasskeyDialog({ task, onClose }: { task: PasskeyTask; onClose(): void }) {
  const [name, setName] = useState(
    task.act === "add" ? describeBrowser(navigator.userAgent) : task.passkey.name,
  );
  const [password, setPassword] = useState("");
  const [isRevealed, setRevealed] = useState(false);
  const { mutate, isPending, error, reset } = useTask(task, () => carryOut(task, name, password), onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (task.act === "rename" || password) mutate();
  };
  const passwordError = fieldOf(error, "password");
  return (
    <Dialog title={WORDS[task.act].title} isOpen onClose={onClose}>
      <Stack as="form" onSubmit={submit} noValidate>
        <Explanation task={task} />
        {task.act !== "remove" && (
          <TextInput
            label={t`Name`}
            description={t`A name that you will recognize`}
            maxLength={100}
            value={name}
            error={fieldOf(error, "name")}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {task.act !== "rename" && (
          <PasswordField
            label={t`Your password`}
            name="password"
            autoComplete="current-password"
            value={password}
            error={passwordError}
            onChange={(value) => {
              reset();
              setPassword(value);
            }}
            reveal={{ isShown: isRevealed, onToggle: () => setRevealed(!isRevealed) }}
          />
        )}
        {error && !passwordError && (
          <Text tone="bad" role="alert">
            {error.message}
          </Text>
        )}
        <Row as="footer" justify="end">
          <Button
            type="submit"
            disabled={isPending || (task.act !== "rename" && !password)}
            {...(task.act === "remove" && { color: "red" })}
          >
            {WORDS[task.act].button}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** False where the person changed their mind in the browser's question. */
async function carryOut(task: PasskeyTask, name: string, password: string): Promise<boolean> {
  if (task.act === "rename") await passkeys.rename.call({ id: task.passkey.id, name });
  else if (task.act === "remove") await passkeys.remove.call({ id: task.passkey.id, password });
  else {
    const options = await passkeys.prepare.call({ password });
    const key = await createPasskey(options);
    if (!key) return false;
    await passkeys.add.call({ step: options.step, name, key });
  }
  return true;
}

const fieldOf = (error: Error | null, field: string): string | undefined =>
  error instanceof ApiError ? error.details.fields?.[field] : undefined;

function useTask({ act }: PasskeyTask, run: () => Promise<boolean>, onClose: () => void) {
  return useWrite({
    send: run,
    invalidates: [["passkeys"]],
    done: (isDone) => (isDone ? WORDS[act].done : undefined),
    failed: null,
    onDone: (isDone) => {
      if (isDone) onClose();
    },
  });
}

function Explanation({ task }: { task: PasskeyTask }) {
  if (task.act === "add")
    return (
      <Text tone="soft" textWrap="pretty" className={styles.words}>
        {t`Your browser then asks where to keep it: on this device, on a phone or on a key.`}
      </Text>
    );
  if (task.act !== "remove") return null;
  return (
    <Text tone="soft" textWrap="pretty" className={styles.words}>
      {t`“${task.passkey.name}” signs in no more. Delete it on the device as well, where it goes on being offered.`}
    </Text>
  );
}
