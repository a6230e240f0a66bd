import { resourceClient } from "#platform/client/resource-client.ts";

export const session = resourceClient<typeof import("../session.ts").session>("session");
export const sessions = resourceClient<typeof import("../sessions.ts").sessions>("sessions");
export const password = resourceClient<typeof import("../password.ts").password>("password");
export const profile = resourceClient<typeof import("../profile.ts").profile>("profile");
export const agents = resourceClient<typeof import("../agents.ts").agents>("agents");
export const apiKeys = resourceClient<typeof import("../api-keys.ts").apiKeys>("apiKeys");
export const emailConfirmation =
  resourceClient<typeof import("../email-confirmation.ts").emailConfirmation>("emailConfirmation");
export const locations = resourceClient<typeof import("../locations.ts").locations>("locations");
export const dailyOpsSettings =
  resourceClient<typeof import("../daily-ops-settings.ts").dailyOpsSettings>("dailyOpsSettings");
export const notificationPolicy =
  resourceClient<typeof import("../notification-policy.ts").notificationPolicy>("notificationPolicy");
export const pushDevices = resourceClient<typeof import("../push-devices.ts").pushDevices>("pushDevices");
export const passkeys = resourceClient<typeof import("../passkeys.ts").passkeys>("passkeys");
export const secondFactor = resourceClient<typeof import("../second-factor.ts").secondFactor>("secondFactor");
