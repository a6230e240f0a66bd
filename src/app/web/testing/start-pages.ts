import { randomUUID } from "node:crypto";
import { afterEach, test as plainTest } from "vitest";
import { browserClock } from "#platform/time/reader-clock.ts";
import { aTestServer } from "../../factory.ts";
import { slices } from "../../slices.ts";
import { BrowserNetwork } from "./browser-network.ts";
import { closePage, Page } from "./page.tsx";

export const PASSWORD = "correct horse";

/** A person with an account of their own and nothing in it, in a browser that is signed in. */
export type PagePerson = {
  fullName: string;
  email: string;
  cookie: string;
  /** A request of their browser to any address of the server. */
  request: BrowserNetwork["request"];
  /** What the capability answers when this person calls it in another browser; rejects where it refuses. */
  call<T = unknown>(capability: string, input?: unknown): Promise<T>;
};

/** Somebody in a browser of their own, who has no account yet. */
function anUnregisteredPerson(origin: string, fullName: string): PagePerson {
  const email = `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${randomUUID()}@example.com`;
  const network = new BrowserNetwork(origin);
  const call = async <T>(capability: string, input: unknown = {}): Promise<T> => {
    const answer = await network.request(`/rpc/${capability}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${capability} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    fullName,
    email,
    call,
    request: network.request,
    get cookie() {
      return network.cookie;
    },
  };
}

/**
 * The product on this test file's own database: whole server, all jobs, and pages in the browsers of its people.
 * `environment` configures the services around it, like a process environment.
 */
export async function startPages(environment: Record<string, string> = {}) {
  const server = await aTestServer(
    slices.flatMap(({ jobs }) => jobs ?? []),
    environment,
  );
  // The next test is in another browser.
  afterEach(() => {
    closePage();
    localStorage.clear();
    sessionStorage.clear();
  });

  async function aPerson(fullName = "Ada Lovelace", role?: "admin"): Promise<PagePerson> {
    const person = anUnregisteredPerson(server.origin, fullName);
    const { email, call } = person;
    await call("session.signUp", { fullName, email, password: PASSWORD, clock: browserClock() });
    const { auth } = server.services;
    if (role) await auth.setRole((await auth.findUserId(email)) ?? "", role);
    return person;
  }

  /** A person with a confirmed address, as in an account created by an administrator. */
  async function aConfirmedPerson(fullName: string): Promise<PagePerson> {
    const person = anUnregisteredPerson(server.origin, fullName);
    const { email, call } = person;
    await server.services.auth.createAccount({ fullName, email, password: PASSWORD });
    await call("session.signIn", { email, password: PASSWORD });
    return person;
  }

  // The first account is the administrator's.
  await aPerson("Administrator, who came first");

  /** Opens the page at this address as this person; signed out if null. */
  async function openPage(person: PagePerson | null, address: string): Promise<Page> {
    const page = new Page(new BrowserNetwork(server.origin, person?.cookie));
    await page.goto(address);
    return page;
  }

  /** A test that starts with Ada, whose account has nothing in it, and with a tab in which she is signed in. */
  const test = plainTest
    .extend("ada", () => aPerson())
    .extend("page", ({ ada }) => new Page(new BrowserNetwork(server.origin, ada.cookie)));

  return { ...server, test, aPerson, aConfirmedPerson, openPage };
}
