import type { TestDatabase } from "#platform/testing/test-database.ts";
import { prepareErrands, type WayOut } from "./errands/factory.ts";
import { featureWays } from "./feature-ways/factory.ts";
import { mailWays } from "./mail-ways/factory.ts";
import { serviceWays } from "./service-ways/factory.ts";

/** Every way out, through the features that people use, run on the services of this house. */
export async function waysOut(house: TestDatabase, patience: number): Promise<WayOut[]> {
  const errands = await prepareErrands(house);
  return [...(await featureWays(errands)), ...mailWays(errands), ...serviceWays(errands, patience)];
}
