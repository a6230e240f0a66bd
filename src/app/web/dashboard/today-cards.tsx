import { Link } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./dashboard-page.module.css";
import { LaterCard } from "./later-card.tsx";

const NeedsYouMenu = laterPart(async () => (await import("./needs-you-menu.tsx")).NeedsYouMenu);
const WAITING = <SkeletonRows isBare count={5} />;
const NeedsYou = laterPart(async () => (await import("./needs-you.tsx")).NeedsYou, WAITING);
const Today = laterPart(async () => (await import("./today.tsx")).Today, WAITING);

/** What needs the person, what is first of it, and their day as a line, above the figures. */
export const TodayCards = () => (
  <div className={styles.section}>
    <div className={styles.today}>
      <LaterCard id="needs-you" title={t`Needs you`} actions={<NeedsYouMenu />}>
        <NeedsYou />
      </LaterCard>
      <LaterCard id="today" title={t`Today`} actions={<ToPromises />}>
        <Today />
      </LaterCard>
    </div>
  </div>
);

const ToPromises = () => (
  <Text as="span" size="list" tone="accent">
    <Link to="/promises">{t`Promises`}</Link>
  </Text>
);
