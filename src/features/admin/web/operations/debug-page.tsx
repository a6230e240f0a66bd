import { useQuery } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { Card } from "#ui/display/card.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box } from "#ui/layout/text.tsx";
import { Page } from "#ui/page.tsx";
import { Counters } from "../accounts/counters.tsx";
import { AdminTabs } from "../admin-page.tsx";
import { roleChecks } from "../api.ts";
import styles from "./debug-page.module.css";

const TABS = [
  { value: "users", label: t`User Management` },
  { value: "contacts", label: t`Contacts` },
  { value: "conversations", label: t`Conversations` },
  { value: "settings", label: t`Settings` },
] as const;

/** Decision 22: everybody sees their own role checks; only administrators see the rest. */
export function DebugPage() {
  const own = useQuery(roleChecks.own.query({}));
  const isAdmin = own.data?.isCurrentUserAdmin ?? false;
  return (
    <Page
      title={t`Admin Dashboard (Debug Mode)`}
      subtitle={t`What the database says about your roles`}
      stats={isAdmin && <Counters />}
    >
      <Card title={t`Your role checks`}>
        <QueryContent query={own} failure={t`Your roles could not be checked`}>
          {(checks) => <RawChecks checks={checks} />}
        </QueryContent>
      </Card>
      {isAdmin && (
        <Box margin="24px 0 0">
          <AdminTabs id="debug" tabs={TABS} />
        </Box>
      )}
    </Page>
  );
}

type Checks = Awaited<ReturnType<typeof roleChecks.own.call>>;

function RawChecks({ checks }: { checks: Checks }) {
  const { userId, email, userRoles, profileRole, hasRoleAdmin, isCurrentUserAdmin, sessionRoles } = checks;
  const facts: [name: string, value: unknown][] = [
    ["user_id", userId],
    ["email", email],
    ["user_roles", userRoles],
    ["profiles.role", profileRole],
    ["has_role(_user_id, 'admin')", hasRoleAdmin],
    ["is_current_user_admin()", isCurrentUserAdmin],
    [t`session roles`, sessionRoles],
  ];
  return (
    <Stack as="dl" gap={0} size="list" className={styles.facts}>
      {facts.map(([name, value]) => (
        <Row gap={16} lineGap={2} align="stretch" wrap pad="6px 0" key={name} lined className={styles.fact}>
          <dt>{name}</dt>
          <dd>{JSON.stringify(value)}</dd>
        </Row>
      ))}
    </Stack>
  );
}
