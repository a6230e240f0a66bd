import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bot, KeyRound } from "lucide-react";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { agents } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import styles from "../rows.module.css";
import { AREAS } from "./access-choice.tsx";
import type { ListedKey } from "./revoke-dialog.tsx";
import { SCOPES } from "./scopes.ts";

export function ApiKeyRow({ listed, onRevoke }: { listed: ListedKey; onRevoke(): void }) {
  const { name, lastFour, scopes, createdAt, lastUsedAt, toolGroups, isAgent, isSignedIn } = listed;
  const Icon = isAgent ? Bot : KeyRound;
  return (
    <Row as="li" gap={12} pad="12px 16px" lined className={styles.row}>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <Text as="div" grow>
        <Row as="p" lineGap={2} wrap weight="medium" className={styles.name}>
          {name}
          {SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ scope, label, tone }) => (
            <Badge key={scope} tone={tone}>
              {label}
            </Badge>
          ))}
        </Row>
        <Row as="p" gap={0} align="stretch" wrap size="list" tone="soft" className={styles.facts}>
          {isSignedIn ? (
            <span>Authorized by sign-in</span>
          ) : (
            <span className={styles.mono}>adj_…{lastFour}</span>
          )}
          {toolGroups && <span>{labelsOf(toolGroups)} only</span>}
          <span>Created {describeDay(createdAt)}</span>
          <span>{lastUsedAt ? `Last used ${describeDay(lastUsedAt)}` : "Never used"}</span>
          <Expiry expiresAt={listed.expiresAt} />
        </Row>
        {isAgent && <ApprovalSwitch listed={listed} />}
      </Text>
      <Button variant="default" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </Row>
  );
}

/** What an agent sends or deletes waits for approval, unless the person turns this off. */
function ApprovalSwitch({ listed: { id, name, skipsApproval } }: { listed: ListedKey }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (next: boolean) => agents.setApproval.call({ keyId: id, skipsApproval: next }),
    onSuccess: (saved) =>
      void toast.success(
        saved.skipsApproval ? `${name} acts without asking` : `${name} asks before it sends or deletes`,
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ["apiKeys"] }),
    meta: { failure: "That was not changed" },
  });
  return (
    <Box margin="8px 0 0">
      <Switch
        label="Ask me before it sends or deletes"
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
  if (!expiresAt) return <span>Does not expire</span>;
  if (new Date(expiresAt) > new Date()) return <span>Expires {formatDate(expiresAt)}</span>;
  return (
    <span>
      <Badge tone="bad" dot plain>
        Expired {formatDate(expiresAt)}
      </Badge>
    </span>
  );
}
