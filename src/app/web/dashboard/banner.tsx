import { greeting } from "#features/settings/web/profile/greeting.ts";
import { t } from "#i18n/message.ts";
import { readerWallClock } from "#platform/time/reader-clock.ts";
import { formatLongDate, formatTime } from "#ui/dates.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useNow } from "#ui/use-now.ts";
import styles from "./banner.module.css";

export function Banner({ address }: { address: string }) {
  const now = new Date(useNow(60_000));
  return (
    <Row as="header" gap={24} lineGap={12} align="end" justify="space-between" wrap pad="8px 0 0">
      <div>
        <h1 className={styles.greeting}>{greeting(readerWallClock(now).hour, address)}</h1>
        <Text tone="soft">{t`Welcome back to your AI-powered productivity hub`}</Text>
      </div>
      <div className={styles.clock}>
        <time className={styles.time} dateTime={now.toISOString()}>
          {formatTime(now)}
        </time>
        <Text tone="soft">{formatLongDate(now)}</Text>
      </div>
    </Row>
  );
}
