import { Navigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useDocumentTitle } from "#ui/page.tsx";
import { markSentToAdmin, wasSentToAdmin } from "../session/arrival.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { AssistantPanel } from "./assistant-panel.tsx";
import { Banner } from "./banner.tsx";
import styles from "./dashboard-page.module.css";
import { FeatureCards } from "./feature-cards.tsx";
import { HeadlineStats } from "./headline-stats.tsx";
import { SampleNotice } from "./sample-notice.tsx";
import { useFigures } from "./use-figures.ts";

export function DashboardPage() {
  const { redirectToAdmin } = useAuth();
  const [isSentToAdmin] = useState(() => redirectToAdmin && !wasSentToAdmin());
  return isSentToAdmin ? <ToAdmin /> : <Dashboard />;
}

function ToAdmin() {
  useEffect(() => markSentToAdmin(true), []);
  return <Navigate to="/admin" replace />;
}

function Dashboard() {
  const { user } = useAuth();
  const figures = useFigures();
  useDocumentTitle("Dashboard");
  return (
    <div className={styles.page}>
      <Banner address={user?.address || "Executive"} />
      <HeadlineStats figures={figures} />
      <section className={styles.section} aria-labelledby="executive-dashboard">
        <header className={styles.header}>
          <h2 id="executive-dashboard" className={styles.title}>
            Executive Dashboard
          </h2>
          {figures?.sample && <SampleNotice />}
        </header>
        <FeatureCards figures={figures} />
      </section>
      <AssistantPanel />
    </div>
  );
}
