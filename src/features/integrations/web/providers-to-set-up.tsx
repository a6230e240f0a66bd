import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Text } from "#ui/layout/text.tsx";
import { PROVIDER_TEXTS } from "../model.ts";
import type { Integration } from "./api.ts";
import styles from "./providers-to-set-up.module.css";

type ProvidersToSetUpProps = {
  providers: readonly Integration[];
  isFolded: boolean;
  isAdmin: boolean;
  children: ReactNode;
};

/** Providers with which this instance is not registered yet: who can do it, and what they offer then. */
export function ProvidersToSetUp({ providers, isFolded, isAdmin, children }: ProvidersToSetUpProps) {
  return (
    <details className={styles.fold} open={!isFolded}>
      <summary className={styles.summary}>
        <ChevronRight size={18} strokeWidth={1.75} className={styles.arrow} aria-hidden />
        <span>
          <Text as="span" display="block" size="section" weight="strong">
            {t`Needs set-up by an administrator`}
          </Text>
          <Text as="span" display="block" size="list" tone="soft">
            {providers.map(({ provider }) => PROVIDER_TEXTS[provider].name).join(", ")}
          </Text>
        </span>
      </summary>
      <Text size="list" tone="soft" textWrap="pretty" maxWidth="75ch" className={styles.words}>
        {isAdmin
          ? rich(
              t`Register this instance with a provider, then enter the client id and the secret in <0>System Settings</0>. Connect shows the steps.`,
              (place) => (
                <Link to="/admin/settings" search={API_KEYS} className={styles.link}>
                  {place}
                </Link>
              ),
            )
          : t`An administrator of this instance has to register it with these providers once, for everybody. Connect shows the steps to pass on.`}
      </Text>
      {children}
    </details>
  );
}

const API_KEYS: Record<string, string> = { tab: "api-keys" };
