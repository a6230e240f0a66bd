import { userEvent } from "@testing-library/user-event";
import {
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTestIdSelector,
  getByTextSelector,
  getByTitleSelector,
  Ivya,
} from "ivya";
import { retryUntilShown } from "./retry-until-shown.ts";

type RoleOptions = Parameters<typeof getByRoleSelector>[1];
type TextOptions = { exact?: boolean };
type Filter = { hasText?: string | RegExp; has?: Locator };

const selectors = Ivya.create({ browser: "chromium", testIdAttribute: "data-testid" });
/** Nothing is laid out, so nothing can lie over a button. */
const person = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false, delay: null });

/** Finds elements like Playwright's locators, and acts once they appear. */
export class Locator {
  readonly selector: string;

  constructor(selector: string) {
    this.selector = selector;
  }

  getByRole = (role: string, options?: RoleOptions) => this.#within(getByRoleSelector(role, options));
  getByText = (text: string | RegExp, options?: TextOptions) =>
    this.#within(getByTextSelector(text, options));
  getByLabel = (text: string | RegExp, options?: TextOptions) =>
    this.#within(getByLabelSelector(text, options));
  getByPlaceholder = (text: string | RegExp, options?: TextOptions) =>
    this.#within(getByPlaceholderSelector(text, options));
  getByTitle = (text: string | RegExp, options?: TextOptions) =>
    this.#within(getByTitleSelector(text, options));
  getByTestId = (id: string) => this.#within(getByTestIdSelector("data-testid", id));
  /** By a standard's attribute or element, never by a class. */
  locator = (css: string) => this.#within(`css=${css}`);
  first = () => this.nth(0);
  last = () => this.nth(-1);
  nth = (index: number) => this.#within(`nth=${index}`);
  or = (other: Locator) => this.#within(`internal:or=${JSON.stringify(other.selector)}`);

  filter({ hasText, has }: Filter): Locator {
    const text = hasText instanceof RegExp ? String(hasText) : `${JSON.stringify(hasText)}i`;
    const byText = hasText === undefined ? this : this.#within(`internal:has-text=${text}`);
    return has ? byText.#within(`internal:has=${JSON.stringify(has.selector)}`) : byText;
  }

  #within = (selector: string) => new Locator(this.selector ? `${this.selector} >> ${selector}` : selector);

  /** The elements present at this moment. */
  elements(): HTMLElement[] {
    return selectors.queryLocatorSelectorAll(this.selector, document) as HTMLElement[];
  }

  count = async () => this.elements().length;

  all = async () => this.elements().map((_, index) => this.nth(index));

  /** The matching element, once it is present and enabled. */
  element(): Promise<HTMLElement> {
    return retryUntilShown(() => this.theOne());
  }

  /** The one that is meant; throws where there is none or more than one. */
  theOne(): HTMLElement {
    const [found, ...others] = this.elements();
    if (!found) throw new Error(`Nothing is found by ${this.selector}`);
    if (others.length > 0) throw new Error(`${others.length + 1} are found by ${this.selector}`);
    return found;
  }

  #usable(): Promise<HTMLElement> {
    return retryUntilShown(() => {
      const element = this.theOne();
      if (element.matches(":disabled, [inert] *")) throw new Error(`${this.selector} cannot be used`);
      return element;
    });
  }

  /** Waits for pending tasks of the page: a dialog that has just opened takes the focus in its own task. */
  async #settled(): Promise<HTMLElement> {
    const element = await this.#usable();
    await new Promise((resolve) => setTimeout(resolve));
    return element.isConnected ? element : this.#usable();
  }

  async click(): Promise<void> {
    await person.click(await this.#usable());
  }

  async dblclick(): Promise<void> {
    await person.dblClick(await this.#usable());
  }

  async hover(): Promise<void> {
    await person.hover(await this.#usable());
  }

  async focus(): Promise<void> {
    (await this.element()).focus();
  }

  /** Replaces the value of a field in one step, like pasting. */
  async fill(text: string): Promise<void> {
    const field = await this.#settled();
    field.focus();
    writeValue(field, text);
    dispatch(field, "input");
  }

  async press(keys: string): Promise<void> {
    await this.focus();
    await press(keys);
  }

  /** By the value or the words of an option. */
  async selectOption(choice: string | { label: string }): Promise<void> {
    const field = await this.#usable();
    const value = await retryUntilShown(() => valueOfOption(field, choice));
    writeValue(field, value);
    dispatch(field, "input");
    dispatch(field, "change");
  }

  async setInputFiles(files: readonly File[]): Promise<void> {
    await person.upload(await this.element(), [...files]);
  }

  async inputValue(): Promise<string> {
    return (((await this.element()) as HTMLInputElement).value ?? "").toString();
  }

  async textContent(): Promise<string> {
    return (await this.element()).textContent ?? "";
  }
}

/** Keys as Playwright writes them: `c`, `Enter`, `Alt+ArrowRight`, `ControlOrMeta+k`. */
export async function press(keys: string): Promise<void> {
  const parts = keys.length > 1 ? keys.split("+") : [keys];
  const key = parts.at(-1) ?? "";
  const held = parts.slice(0, -1).map((name) => (name === "ControlOrMeta" ? "Control" : name));
  const pressed = key === "Space" ? " " : key.length > 1 ? `{${key}}` : key.replace(/[[{]/, "$&$&");
  await person.keyboard(
    `${held.map((name) => `{${name}>}`).join("")}${pressed}${held.map((name) => `{/${name}}`).join("")}`,
  );
}

export const type = (text: string) => person.keyboard(text.replaceAll(/[[{]/g, "$&$&"));

function valueOfOption(field: HTMLElement, choice: string | { label: string }): string {
  const options = field instanceof HTMLSelectElement ? [...field.options] : [];
  const option = options.find(({ value, text }) =>
    typeof choice === "string" ? value === choice || text === choice : text === choice.label,
  );
  if (!option) throw new Error(`There is no option ${JSON.stringify(choice)}`);
  return option.value;
}

/** Uses the setter of the element's class: React overrides the one of the element itself. */
function writeValue(field: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  if (!setter) throw new Error("Nothing can be typed there");
  setter.call(field, value);
}

const dispatch = (field: HTMLElement, name: string) =>
  field.dispatchEvent(new Event(name, { bubbles: true }));
