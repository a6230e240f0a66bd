import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { assistantSettings } from "../api.ts";
import { useConnection } from "../shell/connection.ts";

/** Milliseconds after which the model is checked again while the page is open. */
const CHECKED_EVERY = 60_000;

/** What answers now, as it was checked: the built-in engine, or the model by its name, and whether it can be reached. */
export function AssistantStatus() {
  const isOnline = useConnection();
  const { data } = useQuery({ ...assistantSettings.status.query({}), refetchInterval: CHECKED_EVERY });
  if (!isOnline)
    return (
      <Badge tone="bad" dot plain>
        {t`Not reachable`}
      </Badge>
    );
  if (!data) return null;
  const { model, failure } = data;
  if (!model)
    return (
      <Badge tone="good" dot plain>
        {t`Built-in`}
      </Badge>
    );
  return (
    <Badge tone={failure ? "warn" : "good"} dot plain>
      {failure ? t`${model}: ${failure}. Built-in answers.` : model}
    </Badge>
  );
}
