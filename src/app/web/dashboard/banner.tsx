import { greeting } from "#features/settings/web/profile/greeting.ts";
import { formatLongDate, formatTime } from "#ui/dates.ts";
import styles from "./banner.module.css";

import { useNow } from "./use-now.ts";

export function Banner({ address }: { address: string }) {
  const now = useNow();
  return (
    <header className={styles.banner}>
      <div>
        <h1 className={styles.greeting}>{`${greeting(now.getHours())}, ${address}`}</h1>
        <p className={styles.welcome}>Welcome back to your AI-powered productivity hub</p>
      </div>
      <div className={styles.clock}>
        <time className={styles.time} dateTime={now.toISOString()}>
          {formatTime(now)}
        </time>
        <p className={styles.date}>{formatLongDate(now)}</p>
      </div>
    </header>
  );
}
