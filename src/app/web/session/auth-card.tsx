import { type ReactNode, useId } from "react";
import { t } from "#i18n/message.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Logo } from "../shell/logo.tsx";
import styles from "./auth-page.module.css";
import { useSystem } from "./use-system.ts";

type AuthCardProps = { title: string; text: string; children?: ReactNode };

/** A card alone on the sign-in page. */
export function AuthCard({ title, text, children }: AuthCardProps) {
  const titleId = useId();
  const { appDescription, maintenanceMode } = useSystem();
  return (
    <main className={styles.page}>
      <Stack gap={10} align="center">
        <Logo size="2.5rem" />
        <Text tone="soft">{appDescription}</Text>
      </Stack>
      <section className={styles.card} aria-labelledby={titleId}>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        <Text tone="soft" margin="2px 0 16px">
          {text}
        </Text>
        {maintenanceMode && (
          <Notice tone="warn" margin="0 0 16px" role="status">
            {t`Maintenance in progress: only administrators can sign in.`}
          </Notice>
        )}
        {children}
      </section>
    </main>
  );
}
