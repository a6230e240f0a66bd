import { Bot, KeyRound } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { agents } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import { AREAS } from "./access-choice.tsx";
import type { ListedKey } from "./revoke-dialog.tsx";
import { SCOPES } from "./scopes.ts";

export function ApiKeyRow({ listed, onRevoke }: { listed: ListedKey; onRevoke(): void }) {
  const { name, lastFour, scopes, createdAt, lastUsedAt, toolGroups, isAgent, isSignedIn } = listed;
  return (
    <SettingsRow
      icon={isAgent ? Bot : KeyRound}
      name={name}
      badges={SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ scope, label, tone }) => (
        <Badge key={scope} tone={tone}>
          {label}
        </Badge>
      ))}
      facts={[
        isSignedIn ? (
          t`Authorized by sign-in`
        ) : (
          <Text key="key" as="span" isMono>
            {`adj_…${lastFour}`}
          </Text>
        ),
        toolGroups && t`${labelsOf(toolGroups)} only`,
        t`Created ${describeDay(createdAt)}`,
        lastUsedAt ? t`Last used ${describeDay(lastUsedAt)}` : t`Never used`,
        <Expiry key="expiry" expiresAt={listed.expiresAt} />,
      ]}
      actions={
        <Button variant="default" onClick={onRevoke} aria-label={t`Revoke ${name}`}>
          {t`Revoke`}
        </Button>
      }
    >
      {isAgent && <ApprovalSwitch listed={listed} />}
    </SettingsRow>
  );
}

/** What an agent sends or deletes waits for approval, unless the person turns this off. */
function ApprovalSwitch({ listed: { id, name, skipsApproval } }: { listed: ListedKey }) {
  const save = useWrite({
    send: (next: boolean) => agents.setApproval.call({ keyId: id, skipsApproval: next }),
    invalidates: [["apiKeys"]],
    done: (saved) =>
      saved.skipsApproval ? t`${name} acts without asking` : t`${name} asks before it sends or deletes`,
    failed: t`That was not changed`,
  });
  return (
    <Box margin="8px 0 0">
      <Switch
        label={t`Ask me before it sends or deletes`}
        isOn={!(save.isPending ? save.variables : skipsApproval)}
        isDisabled={save.isPending}
        onChange={(isOn) => save.mutate(!isOn)}
      />
    </Box>
  );
}

const labelsOf = (groups: readonly string[]) =>
  AREAS.filter(({ area }) => groups.includes(area))
    .map(({ label }) => label)
    .join(", ");

function Expiry({ expiresAt }: { expiresAt: string | null }) {
  if (!expiresAt) return t`Does not expire`;
  if (new Date(expiresAt) > new Date()) return t`Expires ${formatDate(expiresAt)}`;
  return (
    <Badge tone="bad" dot plain>
      {t`Expired ${formatDate(expiresAt)}`}
    </Badge>
  );
}
