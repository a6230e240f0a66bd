import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";

export const PASSWORD = "correct horse";

/** Somebody with a fresh account, signed in, who uses Adjutant over HTTP as the pages do. */
export class Person {
  readonly url: string;
  readonly email: string;
  readonly fullName: string;
  #cookie = "";

  private constructor(url: string, fullName: string, email: string) {
    this.url = url;
    this.fullName = fullName;
    this.email = email;
  }

  static async signUp(url: string, fullName: string, domain = "example.com"): Promise<Person> {
    const email = `${fullName.toLowerCase().replaceAll(/\W+/g, ".")}.${randomUUID()}@${domain}`;
    const person = new Person(url, fullName, email);
    await person.call("session.signUp", { fullName, email, password: PASSWORD });
    return person;
  }

  /** The same person in another browser or on another instance. */
  static async signIn(url: string, { fullName, email }: Pick<Person, "fullName" | "email">): Promise<Person> {
    const person = new Person(url, fullName, email);
    await person.call("session.signIn", { email, password: PASSWORD });
    return person;
  }

  /** The capability's output; rejects where it refuses or the server is gone. */
  async call<T = unknown>(capability: string, input: unknown = {}): Promise<T> {
    const response = await this.request(`/rpc/${capability}`, {
      method: "POST",
      body: JSON.stringify(input),
      headers: { "content-type": "application/json" },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${capability} was answered with ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** A request of this person's browser to any address of the instance. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, origin: this.url, cookie: this.#cookie };
    const response = await fetch(this.url + path, { ...init, headers });
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.replace(/;.*$/s, "");
    return response;
  }

  /** The Cookie header of the person's requests. */
  get cookie(): string {
    return this.#cookie;
  }

  /** Signs the page in as this person. */
  async signInPage(page: Page): Promise<void> {
    const [name = "", value = ""] = this.#cookie.split("=", 2);
    await page.context().addCookies([{ name, value, url: this.url, httpOnly: true, sameSite: "Lax" }]);
  }
}
