import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { analyticsConsent } from "#features/admin/web/api.ts";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./analytics-question.module.css";

const asked = analyticsConsent.get.query({});

/**
 * Asks once if the instance counts page views, and counts those of people who agree: through the server, so that no
 * third-party script runs.
 */
export function AnalyticsQuestion() {
  const { impersonation } = useAuth();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const { data } = useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY });
  const isCounted = data?.isAvailable && data.isGiven && !impersonation;
  useEffect(() => {
    // A failed count is not the reader's concern.
    if (isCounted) void analyticsConsent.view.call({ path: pathname }).catch(() => {});
  }, [isCounted, pathname]);
  const decide = useWrite({
    send: (isGiven: boolean) => analyticsConsent.set.call({ isGiven }),
    failed: t`Your answer was not saved`,
    onDone: ({ isGiven }) => queries.setQueryData(asked.queryKey, { isAvailable: true, isGiven }),
  });
  if (!data?.isAvailable || data.isGiven !== null || impersonation) return null;
  return (
    <Stack as="section" gap={12} pad={16} className={styles.question} aria-label={t`Page analytics`}>
      <Text tone="soft">
        {t`May this instance count page views with Google Analytics? Only the page is sent, never your name, your address or its content. You can change this in Settings, under Your data.`}
      </Text>
      <Row align="stretch" justify="end">
        <Button size="compact-md" variant="default" onClick={() => decide.mutate(false)}>
          {t`No, thanks`}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => decide.mutate(true)}>
          {t`Allow`}
        </Button>
      </Row>
    </Stack>
  );
}
