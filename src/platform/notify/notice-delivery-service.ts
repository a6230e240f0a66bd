import type { BackgroundService } from "#platform/jobs/jobs.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { deliverNotices, type ListDigestItems } from "./deliver-notices.ts";

const POLL_MS = 2_000;

/** Checks every two seconds for due pushes and mails; not while the instance is closed for maintenance. */
export const noticeDelivery = (listDigestItems: ListDigestItems): BackgroundService => ({
  name: "notifications.deliver",
  start: (worker) => {
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    let delivering = Promise.resolve();
    const outage = outageLog(worker.log, {
      failure: "Due notifications could not be delivered",
      recovery: "Due notifications are delivered again",
    });
    const poll = () => {
      delivering = (
        worker.systemSettings.current.maintenanceMode
          ? Promise.resolve(0)
          : deliverNotices(worker, listDigestItems)
      )
        .then(outage.end, outage.report)
        .then(() => {
          if (!isClosed) timer = setTimeout(poll, POLL_MS);
        });
    };
    timer = setTimeout(poll, POLL_MS);
    return {
      close: async () => {
        isClosed = true;
        clearTimeout(timer);
        await delivering;
      },
    };
  },
});
