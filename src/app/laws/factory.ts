import type { TestDatabase } from "#platform/testing/test-database.ts";
import { featureRoutes } from "./feature-routes/factory.ts";
import { mailRoutes } from "./mail-routes/factory.ts";
import { type OutboundRoute, prepareOutboundSetup } from "./outbound-setup/factory.ts";
import { serviceRoutes } from "./service-routes/factory.ts";

/** Every outbound route, through the features that use it, run on the services of this instance. */
export async function outboundRoutes(server: TestDatabase, timeoutFactor: number): Promise<OutboundRoute[]> {
  const setup = await prepareOutboundSetup(server);
  return [...(await featureRoutes(setup)), ...mailRoutes(setup), ...serviceRoutes(setup, timeoutFactor)];
}
