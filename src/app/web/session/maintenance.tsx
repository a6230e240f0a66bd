import { useId } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Logo } from "../shell/logo.tsx";
import pageStyles from "./auth-page.module.css";
import styles from "./maintenance.module.css";
import { useSignOut } from "./use-sign-out.ts";

/** Covers everything while only administrators have access; what was open behind it stays unchanged, its title too. */
export function Maintenance() {
  const titleId = useId();
  const signOut = useSignOut();
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      className={`${pageStyles.page} ${styles.cover}`}
    >
      <Stack gap={10} align="center">
        <Logo size="2.5rem" />
      </Stack>
      <section className={pageStyles.card} role="status">
        <h1 id={titleId} className={pageStyles.title}>
          {t`Maintenance is under way`}
        </h1>
        <Text tone="soft" margin="2px 0 16px">
          {t`Your work and unsent drafts are saved. This page reloads when maintenance ends.`}
        </Text>
        <Button variant="default" fullWidth onClick={signOut}>
          {t`Sign out`}
        </Button>
      </section>
    </div>
  );
}
