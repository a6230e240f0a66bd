import { PowerOff } from "lucide-react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { AREAS, type Area } from "../model.ts";
import { InnerLink } from "./inner-link.tsx";
import styles from "./panel.module.css";

/** Replaces an area that the user has switched off. */
export const AreaDisabled = ({ area }: { area: Area }) => (
  <EmptyState
    icon={PowerOff}
    title={t`${AREAS[area]} switched off`}
    action={
      <InnerLink href="/settings?tab=daily-operations" className={styles.link}>
        {t`Switch on in Settings`}
      </InnerLink>
    }
  />
);
