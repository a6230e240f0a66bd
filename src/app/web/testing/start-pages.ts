import { randomUUID } from "node:crypto";
import { afterEach, test as plainTest } from "vitest";
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

/** The product on a database of this test file's own: whole server, all jobs, and pages in its people's browsers. */
export async function startPages() {
  const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));
  // The next test is in another browser.
  afterEach(() => {
    closePage();
    localStorage.clear();
    sessionStorage.clear();
  });

  async function aPerson(fullName = "Ada Lovelace", role?: "admin"): Promise<PagePerson> {
    const email = `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${randomUUID()}@example.com`;
    const network = new BrowserNetwork(server.origin);
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
    await call("session.signUp", { fullName, email, password: PASSWORD });
    const { auth } = server.services;
    if (role) await auth.setRole((await auth.findUserId(email)) ?? "", role);
    return { fullName, email, call, cookie: network.cookie, request: network.request };
  }

  // The first account is the administrator's.
  await aPerson("Administrator, who came first");

  /** The page at this address, as this person sees it; of nobody who is signed in where there is none. */
  async function openPage(person: PagePerson | null, address: string): Promise<Page> {
    const page = new Page(new BrowserNetwork(server.origin, person?.cookie));
    await page.goto(address);
    return page;
  }

  /** A test that starts with Ada, whose account has nothing in it, and with a tab in which she is signed in. */
  const test = plainTest
    .extend("ada", () => aPerson())
    .extend("page", ({ ada }) => new Page(new BrowserNetwork(server.origin, ada.cookie)));

  return { ...server, test, aPerson, openPage };
}
