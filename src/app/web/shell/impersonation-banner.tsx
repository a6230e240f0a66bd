import { useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useEffect } from "react";
import { impersonation } from "#features/admin/web/api.ts";
import { t } from "#i18n/message.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { formatTime } from "#ui/dates.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useAuth } from "../session/auth-provider.tsx";
import styles from "./impersonation-banner.module.css";

/** Shown on every page while an administrator is impersonating an account. */
export function ImpersonationBanner() {
  const { user, impersonation: current, retry } = useAuth();
  const queries = useQueryClient();
  const until = current?.until;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(retry, Math.max(0, Date.parse(until) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [until, retry]);
  const end = useRequest({
    send: () => impersonation.end.call({}),
    failed: t`It could not be ended`,
    onDone: ({ isRestored }) => {
      clearAccountData(queries);
      window.location.assign(isRestored ? "/admin/accounts" : "/auth");
    },
  });
  if (!user || !current) return null;
  return (
    <Notice
      as="section"
      icon={Eye}
      tone="warn"
      isStrip
      className={styles.banner}
      aria-label={t`Viewing as another person`}
      actions={
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t`Back to your own account`}
        </Button>
      }
    >
      <strong>{t`You see Adjutant as ${user.fullName || user.email}.`}</strong>{" "}
      {t`You cannot change anything, and they are notified.`}{" "}
      {t`Until ${formatTime(new Date(current.until))}.`} {t`Reason: ${current.reason}`}
    </Notice>
  );
}
