import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { apiKeys } from "../api.ts";
import { Section } from "../section.tsx";
import { AgentsSection } from "./agents-section.tsx";
import { ApiKeyRow } from "./api-key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { type ListedKey, RevokeDialog } from "./revoke-dialog.tsx";

const LIST = apiKeys.list.query({});

export function ApiKeysPanel() {
  const list = useQuery(LIST);
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ListedKey>();
  const create = (
    <Button leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t`Create key`}
    </Button>
  );
  return (
    <>
      <Section
        title={t`API keys`}
        text={rich(
          t`With a key, programs and agents act as you, within its scopes, over <0>REST</0> and MCP; agents that speak MCP can also be let in by signing in. No key reaches passwords, sessions or keys.`,
          (words) => (
            <a href="/api/v1" target="_blank" rel="noreferrer">
              {words}
            </a>
          ),
        )}
        action={list.data && list.data.items.length > 0 && create}
      >
        <QueryList
          query={list}
          failure={t`The list could not be loaded`}
          rows={2}
          empty={
            <EmptyState
              icon={KeyRound}
              title={t`Your API keys appear here`}
              message={t`Each can be limited to reading, and revoked at any time.`}
              action={create}
            />
          }
        >
          {(key) => <ApiKeyRow key={key.id} listed={key} onRevoke={() => setRevoking(key)} />}
        </QueryList>
      </Section>
      <AgentsSection />
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <RevokeDialog listKey={LIST.queryKey} revoking={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </>
  );
}
