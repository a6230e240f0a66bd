import { t } from "#i18n/message.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { ConnectionTarget } from "../../model.ts";
import { systemSettings } from "../api.ts";
import { asInput, type Edits } from "./settings-edits.ts";
import { targetName } from "./target-name.ts";

/** Tests the typed values, saved or not. The toast shows the result, the page shows the reason. */
export function useConnectionTest(target: ConnectionTarget, edits: Edits) {
  const test = useRequest({
    send: () => systemSettings.test.call({ target, ...typedFor(edits) }),
    done: ({ isOk }) => (isOk ? t`${targetName(target)} connection test successful` : undefined),
    failed: failureOf(target),
    onDone: ({ isOk }) => {
      if (!isOk) toast.failure(...failureOf(target));
    },
  });
  return {
    run: () => test.mutate(),
    isRunning: test.isPending,
    outcome: test.data ?? (test.error ? { isOk: false, message: test.error.message } : undefined),
  };
}

const failureOf = (target: ConnectionTarget) =>
  [t`Connection Test Failed`, t`${targetName(target)} connection test failed`] as const;

/** The values that a test may use; a secret that is to be removed counts as not typed. */
function typedFor(edits: Edits) {
  const {
    smtpHost,
    smtpPort,
    smtpUsername,
    smtpFromEmail,
    smtpFromName,
    smtpSecure,
    supabaseUrl,
    turnUrls,
    modelProvider,
    modelUrl,
    modelName,
  } = asInput(edits);
  const {
    smtpPassword,
    resendApiKey,
    openaiApiKey,
    supabaseAnonKey,
    slackWebhook,
    discordWebhook,
    turnSecret,
    modelApiKey,
  } = edits;
  const typed = {
    smtpHost,
    smtpPort,
    smtpUsername,
    smtpFromEmail,
    smtpFromName,
    smtpSecure,
    supabaseUrl,
    turnUrls,
    modelProvider,
    modelUrl,
    modelName,
    modelApiKey: modelApiKey ?? undefined,
    turnSecret: turnSecret ?? undefined,
    smtpPassword: smtpPassword ?? undefined,
    resendApiKey: resendApiKey ?? undefined,
    openaiApiKey: openaiApiKey ?? undefined,
    supabaseAnonKey: supabaseAnonKey ?? undefined,
    slackWebhook: slackWebhook ?? undefined,
    discordWebhook: discordWebhook ?? undefined,
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined && value !== ""));
}
