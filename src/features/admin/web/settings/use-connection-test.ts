import { useMutation } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";
import type { ConnectionTarget } from "../../model.ts";
import { systemSettings } from "../api.ts";
import { asInput, type Edits } from "./settings-edits.ts";

/** Tests the typed values, saved or not. The toast shows the result, the page shows the reason. */
export function useConnectionTest(target: ConnectionTarget, edits: Edits) {
  const test = useMutation({
    mutationFn: () => systemSettings.test.call({ target, ...typedFor(edits) }),
    onSuccess: ({ isOk }) => {
      if (isOk) toast.success(`${target} connection test successful`);
      else failed(target);
    },
    onError: () => failed(target),
  });
  return {
    run: () => test.mutate(),
    isRunning: test.isPending,
    outcome: test.data ?? (test.error ? { isOk: false, message: test.error.message } : undefined),
  };
}

const failed = (target: ConnectionTarget) =>
  toast.failure("Connection Test Failed", `${target} connection test failed`);

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
