import { t } from "#i18n/message.ts";
import { pushDevices } from "../api.ts";

/** Why this browser cannot show notifications while no page is open; null where it can. */
export function pushUnavailableReason(): string | null {
  if (!window.isSecureContext) return t`Browsers allow this only over https.`;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return t`This browser cannot. On an iPhone or iPad, add Adjutant to the home screen first.`;
  if (Notification.permission === "denied")
    return t`Notifications are blocked for this site. Allow them in the settings of your browser.`;
  return null;
}

/** The address of this browser at its push service; null where push is off here. */
export async function currentPushEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Asks for permission, subscribes this browser and registers it on the server. Throws an Error with a message for
 * people.
 */
export async function subscribeToPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(t`Your browser did not allow notifications.`);
  const registration = await navigator.serviceWorker.register("/push-worker.js");
  await navigator.serviceWorker.ready;
  const { publicKey } = await pushDevices.key.call({});
  const stale = await registration.pushManager.getSubscription();
  await stale?.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new Error(t`The push service of your browser could not be reached.`);
    });
  const { endpoint, keys = {} } = subscription.toJSON();
  await pushDevices.add.call({
    endpoint: endpoint ?? "",
    p256dh: keys.p256dh ?? "",
    auth: keys.auth ?? "",
  });
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
