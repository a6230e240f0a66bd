import { randomUUID } from "node:crypto";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";

export type TestClient = {
  /** Authenticates and invokes like an edge; a Set-Cookie of the response is used by the next call. */
  call<T = unknown>(capability: unknown, input?: unknown, options?: { idempotencyKey?: string }): Promise<T>;
  currentActor(): Promise<Actor | null>;
  cookie: string | null;
};

/** A browser with its own cookie, or a program with an API key, without HTTP. */
export function testClient(
  services: Services,
  given: { address?: string; apiKey?: string; isLocal?: boolean } = {},
): TestClient {
  const { address = "192.0.2.1", apiKey, isLocal = false } = given;
  let device: string | null = null;
  const client: TestClient = {
    cookie: null,
    currentActor: () => {
      const headers = new Headers();
      if (client.cookie) headers.set("cookie", client.cookie);
      if (apiKey) headers.set("authorization", `Bearer ${apiKey}`);
      return services.auth.authenticate(headers);
    },
    call: async <T>(capability: unknown, input: unknown = {}, options = {}) => {
      const cookies: string[] = [];
      const answer = await invoke(services, capability as AnyCapability, input, {
        actor: await client.currentActor(),
        requestId: randomUUID(),
        address,
        isLocal,
        credentials: {
          cookie: [client.cookie, device].filter(Boolean).join("; "),
          userAgent: "Test browser",
        },
        setCookie: (header) => cookies.push(header),
        ...options,
      });
      const isOfDevice = (header: string) => header.includes("adjutant-device=");
      device = cookies.find(isOfDevice)?.split(";")[0] ?? device;
      const sessionCookie = cookies.findLast((header) => !isOfDevice(header));
      if (sessionCookie)
        client.cookie = sessionCookie.includes("Max-Age=0") ? null : (sessionCookie.split(";")[0] ?? null);
      return answer as T;
    },
  };
  return client;
}
