import { PowerOff } from "lucide-react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import type { Area } from "../model.ts";
import { InnerLink } from "./inner-link.tsx";
import styles from "./panel.module.css";

const TITLES: Record<Area, string> = {
  briefingEnabled: t`The morning briefing is switched off`,
  weatherEnabled: t`Weather updates are switched off`,
  trafficEnabled: t`Traffic updates are switched off`,
  newsEnabled: t`News updates are switched off`,
  voiceCommandsEnabled: t`Voice commands are switched off`,
  smartNotificationsEnabled: t`Smart notifications are switched off`,
};

/** Replaces an area that the user has switched off. */
export const AreaDisabled = ({ area }: { area: Area }) => (
  <EmptyState
    icon={PowerOff}
    title={TITLES[area]}
    action={
      <InnerLink href="/settings?tab=daily-operations" className={styles.link}>
        {t`Switch on in Settings`}
      </InnerLink>
    }
  />
);
