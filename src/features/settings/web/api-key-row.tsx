import { Button } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { Badge } from "#ui/badge.tsx";
import { formatDate } from "#ui/dates.ts";
import { AREAS } from "./access-choice.tsx";
import { describeDay } from "./describe-day.ts";
import type { ListedKey } from "./revoke-dialog.tsx";
import styles from "./rows.module.css";
import { SCOPES } from "./scopes.ts";

export function ApiKeyRow({ listed, onRevoke }: { listed: ListedKey; onRevoke(): void }) {
  const { name, lastFour, scopes, createdAt, lastUsedAt, toolGroups, isAgent } = listed;
  return (
    <li className={styles.row}>
      <KeyRound size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ scope, label, tone }) => (
            <Badge key={scope} tone={tone}>
              {label}
            </Badge>
          ))}
        </p>
        <p className={styles.facts}>
          {isAgent ? <span>Let in by signing in</span> : <span className={styles.mono}>adj_…{lastFour}</span>}
          {toolGroups && <span>{labelsOf(toolGroups)} only</span>}
          <span>Created {describeDay(createdAt)}</span>
          <span>{lastUsedAt ? `Last used ${describeDay(lastUsedAt)}` : "Never used"}</span>
          <Expiry expiresAt={listed.expiresAt} />
        </p>
      </div>
      <Button variant="default" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
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
