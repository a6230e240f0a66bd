import { t } from "#i18n/message.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { messageWithLine } from "./added-line.ts";
import { ownPushKeys } from "./push-keys.ts";
import { encryptPush, vapidHeader } from "./push-message.ts";
import type { pushDevices } from "./tables.ts";
import type { NoticeRow } from "./write-notice-mail.ts";

type Device = typeof pushDevices.$inferSelect;
/**
 * `taken`: the push service accepted the message. `gone`: the subscription ended (404 or 410, RFC 8030 §7.3). `busy`: retry
 * later. `refused`: this message or this instance's key is the fault (RFC 8292 §2.3), or there is no key; a retry is useless.
 */
type PushResult = "taken" | "gone" | "busy" | "refused";

/** How long a push service stores an undelivered message. */
const TTL_SECONDS = 24 * 3600;
const MAX_PAYLOAD_BYTES = 2000;

export const deviceSecret = (device: Pick<Device, "id" | "userId">) => ({
  table: "push_devices",
  row: device.id,
  column: "auth",
  userId: device.userId,
});

/** Sends one message to a browser's push service (RFC 8030), through the guard. */
export async function pushToDevice(
  worker: Worker,
  device: Device,
  notice: NoticeRow,
  showsContents: boolean,
): Promise<PushResult> {
  const { secrets, systemSettings, config } = worker;
  const keys = await worker.database.transaction(null, "read", (db) => ownPushKeys(db, secrets));
  if (!keys) return "refused";
  const { endpoint, p256dh } = device;
  const payload = payloadOf(notice, showsContents, systemSettings.current.appName);
  // An unreachable push service is retried like a busy one.
  const answer = await requestWeb(worker.outbound, {
    url: endpoint,
    method: "POST",
    headers: {
      authorization: vapidHeader(keys, {
        endpoint,
        subject: systemSettings.origin ?? config.publicUrl,
        now: new Date(),
      }),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(TTL_SECONDS),
      urgency: notice.priority === "urgent" || notice.priority === "high" ? "high" : "normal",
      topic: notice.id.replaceAll("-", ""),
    },
    body: encryptPush(
      { p256dh, auth: secrets.open(deviceSecret(device), device.auth) },
      JSON.stringify(payload),
    ),
    maxBytes: 10_000,
  }).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) return "busy";
  if (answer.status === 404 || answer.status === 410) return "gone";
  return answer.status >= 200 && answer.status < 300 ? "taken" : "refused";
}

/** What the device shows: without contents only that there is a notification. */
function payloadOf(notice: NoticeRow, showsContents: boolean, appName: string) {
  const { id, title, href } = notice;
  const words = showsContents
    ? { title, body: [...messageWithLine(notice)].slice(0, MAX_PAYLOAD_BYTES / 4).join("") }
    : { title: appName, body: t`You have a new notification` };
  return { id, href: href ?? "/daily-ops?tab=notifications", ...words };
}
