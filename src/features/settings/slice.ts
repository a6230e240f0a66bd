import type { Slice } from "#platform/capability/slice.ts";
import { agents } from "./agents.ts";
import { apiKeys } from "./api-keys.ts";
import { dailyOpsSettings } from "./daily-ops-settings.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { emailConfirmation } from "./email-confirmation.ts";
import { purgeLocations } from "./jobs.ts";
import { locations } from "./locations.ts";
import { notificationPolicy } from "./notification-policy.ts";
import { passkeys } from "./passkeys.ts";
import { password } from "./password.ts";
import { profile } from "./profile.ts";
import { pushDevices } from "./push-devices.ts";
import { settingsRoutes } from "./routes.ts";
import { secondFactor } from "./second-factor.ts";
import { session } from "./session.ts";
import { sessions } from "./sessions.ts";

export const settings: Slice = {
  name: "settings",
  descriptions,
  resources: [
    session,
    sessions,
    password,
    emailConfirmation,
    agents,
    apiKeys,
    profile,
    locations,
    dailyOpsSettings,
    notificationPolicy,
    pushDevices,
    secondFactor,
    passkeys,
  ],
  jobs: [purgeLocations],
  routes: settingsRoutes,
};
