import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Line } from "#ui/feedback/skeleton.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { assistantSettings } from "../api.ts";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./assistant-page.module.css";

const USES = [
  {
    value: "needed",
    label: t`Where it is needed`,
    description: t`The built-in engine answers first. The model answers what it does not understand.`,
  },
  {
    value: "always",
    label: t`For every sentence`,
    description: t`Everything you write here is sent to the model.`,
  },
  {
    value: "never",
    label: t`Never`,
    description: t`Nothing you write here is sent to a model.`,
  },
] as const;
type Use = (typeof USES)[number]["value"];

/** When a language model is asked for this person, which one there is, and how much of the day's budget is used. */
export function ModelUse() {
  const { data, isError, refetch } = useQuery({
    ...assistantSettings.get.query({}),
    meta: { failure: t`Failed to load how the model is used` },
  });
  const save = useWrite({
    send: (modelUse: Use) => assistantSettings.save.call({ modelUse }),
    stores: assistantSettings.get.query({}).queryKey,
    done: t`Saved`,
    failed: t`That was not saved`,
  });
  if (isError && !data)
    return (
      <ErrorState
        title={t`This could not be loaded`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Line width="60%" />;
  const chosen = save.isPending ? save.variables : data.modelUse;
  return (
    <Stack>
      <ModelInfo model={data.model} />
      <Stack as="fieldset" gap={10} className={styles.uses}>
        <legend>{t`When is it asked?`}</legend>
        {USES.map(({ value, label, description }) => (
          <label key={value} className={styles.use}>
            <input
              type="radio"
              name="model-use"
              checked={value === chosen}
              onChange={() => save.mutate(value)}
            />
            <Stack as="span" gap={0}>
              {label}
              <Text as="small" tone="soft" size="label">
                {description}
              </Text>
            </Stack>
          </label>
        ))}
      </Stack>
      {data.model && <Budget used={data.callsToday} limit={data.callsPerDay} />}
    </Stack>
  );
}

function ModelInfo({ model }: { model: string | null }) {
  const { isAdmin } = useAuth();
  if (model)
    return (
      <Stack as="p" gap={0}>
        <Text as="span" tone="soft" size="list">
          {t`Language model`}
        </Text>
        <Text as="strong" weight="medium" overflow="break">
          {model}
        </Text>
      </Stack>
    );
  return (
    <Text tone="faint" size="list">
      {t`No language model is set up. The built-in engine answers, and nothing is sent elsewhere.`}{" "}
      {isAdmin && <Link to="/admin/settings">{t`Choose one`}</Link>}
    </Text>
  );
}

function Budget({ used, limit }: { used: number; limit: number }) {
  return (
    <Stack gap={4} tone="soft" size="list" className={styles.budget}>
      <label htmlFor="model-budget">{t`Asked today`}</label>
      <meter id="model-budget" min={0} max={Math.max(1, limit)} value={Math.min(used, limit)} />
      <span>{t`${used} of ${limit} times`}</span>
    </Stack>
  );
}
