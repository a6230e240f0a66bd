import { Resolver } from "node:dns/promises";

export type Service = { name: string; port: number; priority: number };

/** DNS look-ups; tests pass a stand-in because public DNS has no test domains. */
export type DomainNames = {
  services(name: string): Promise<Service[]>;
  mailHosts(domain: string): Promise<string[]>;
};

/** The service with the lowest priority (RFC 2782). The target '.' means that the domain does not offer the service. */
export async function firstService(names: DomainNames, name: string): Promise<Service | null> {
  // DNS returns an error for a name without such a service.
  const found = await names.services(name).catch(() => []);
  const [first] = found
    .filter((each) => each.name !== "" && each.name !== ".")
    .toSorted((one, other) => one.priority - other.priority);
  return first ?? null;
}

export function systemNames(): DomainNames {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  return {
    services: (name) => resolver.resolveSrv(name),
    mailHosts: async (domain) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange),
  };
}
