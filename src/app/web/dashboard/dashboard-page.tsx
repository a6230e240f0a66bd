import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useDocumentTitle } from "#ui/page.tsx";
import { dashboard } from "../api.ts";
import { FirstStepsPlace } from "../first-steps/first-steps-place.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import { type CurrentSession, currentSession } from "../session/current-session.ts";
import { Banner } from "./banner.tsx";
import styles from "./dashboard-page.module.css";
import { FeatureCards } from "./feature-cards.tsx";
import { HeadlineStats } from "./headline-stats.tsx";
import { needsYouQuery } from "./needs-you-query.ts";
import { SampleNotice } from "./sample-notice.tsx";
import { TodayCards } from "./today-cards.tsx";
import { todayQuery } from "./today-query.ts";
import { useFigures } from "./use-figures.ts";

/** A later part, because the panel over other pages uses the same. */
const AssistantPanel = laterPart(
  async () => (await import("../assistant/assistant-panel.tsx")).AssistantPanel,
);

export function DashboardPage() {
  return useAuth().redirectToAdmin ? <ToAdmin /> : <Dashboard />;
}

/** A constant: a new element on each render would navigate again at each step of its own navigation. */
const TO_ADMIN = <Navigate to="/admin" replace />;

/** Redirects once per sign-in, so that the dashboard can still be opened: unmounting clears `redirectToAdmin`. */
function ToAdmin() {
  const queries = useQueryClient();
  useEffect(
    () => () => {
      queries.setQueryData<CurrentSession>(
        currentSession.queryKey,
        (session) => session && { ...session, redirectToAdmin: false },
      );
    },
    [queries],
  );
  return TO_ADMIN;
}

function Dashboard() {
  const { user, impersonation } = useAuth();
  const figures = useFigures();
  // Read with the figures, in one request; their cards come later.
  useQuery(needsYouQuery());
  useQuery(todayQuery());
  const isNew = user?.isNew === true && !impersonation;
  // Who ends the steps stays where they are: Today is not mounted anew.
  const [wasNew, setWasNew] = useState(isNew);
  if (isNew && !wasNew) setWasNew(true);
  useQuery({ ...dashboard.firstSteps.query({}), enabled: isNew });
  useDocumentTitle(t`Dashboard`);
  return (
    <Stack margin="0 auto" pad="var(--page-padding)" maxWidth="80rem" gap={24}>
      <Banner address={user?.address || term("Executive", "greeted in place of a name")} />
      {wasNew ? <FirstStepsPlace isOver={!isNew} /> : <TodayCards />}
      <HeadlineStats figures={figures} />
      <Stack as="section" gap={12} className={styles.section} aria-labelledby="executive-dashboard">
        <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={styles.header}>
          <Text id="executive-dashboard" as="h2" size="section">
            {t`Executive Dashboard`}
          </Text>
          {figures?.sample && <SampleNotice />}
        </Row>
        <FeatureCards figures={figures} />
      </Stack>
      <AssistantPanel place="dashboard" />
    </Stack>
  );
}
