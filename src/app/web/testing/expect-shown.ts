import { getElementAccessibleDescription, getElementAccessibleName } from "ivya/utils";
import { expect as expectValue } from "vitest";
import { Locator } from "./locator.ts";
import { Page } from "./page.tsx";
import { retryUntilShown } from "./retry-until-shown.ts";
import { isSeen } from "./written-style.ts";

type Text = string | RegExp;

/** What a person sees, awaited: each tries until it holds. `not` awaits that it does not. */
type LocatorAssertions = {
  toBeVisible(): Promise<void>;
  toBeHidden(): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  toContainText(text: Text): Promise<void>;
  toHaveText(text: Text): Promise<void>;
  toBeEmpty(): Promise<void>;
  toHaveValue(value: Text): Promise<void>;
  toHaveAttribute(name: string, value?: Text): Promise<void>;
  toHaveAccessibleName(name: Text): Promise<void>;
  toHaveAccessibleDescription(text: Text): Promise<void>;
  toBeChecked(options?: { checked: boolean }): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
  toBeFocused(): Promise<void>;
};

type PageAssertions = { toHaveURL(address: Text): Promise<void>; toHaveTitle(title: Text): Promise<void> };

type Assertions<T> = T extends Page
  ? PageAssertions & { not: PageAssertions }
  : T extends Locator
    ? LocatorAssertions & { not: LocatorAssertions }
    : ReturnType<typeof expectValue<T>>;

type Expect = {
  <T>(value: T, message?: string): Assertions<T>;
  poll: typeof expectValue.poll;
  anything: typeof expectValue.anything;
};

/** Vitest's `expect`, with retrying checks of a page named as in Playwright. */
export const expect: Expect = Object.assign(
  (value: unknown, message?: string): never => {
    if (value instanceof Page) return awaited(pageChecks(value)) as never;
    if (value instanceof Locator) return awaited(locatorChecks(value)) as never;
    return expectValue(value, message) as never;
  },
  { poll: expectValue.poll, anything: expectValue.anything },
);

/** Each check gives what it found and whether that is what was wanted. */
type Check = (...expected: never[]) => { found: unknown; isMatch: boolean };

function awaited(checks: Record<string, Check>) {
  const assertions = (expectsMatch: boolean) =>
    Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [
        name,
        (...expected: never[]) =>
          retryUntilShown(() => {
            const { found, isMatch } = check(...expected);
            const sentence = `${expectsMatch ? "" : "not "}${name}(${expected.map((each) => each).join(", ")})`;
            if (isMatch !== expectsMatch) throw new Error(`expected ${sentence}, found ${String(found)}`);
          }),
      ]),
    );
  return { ...assertions(true), not: assertions(false) };
}

const compare = (found: string, expected: Text, isPart = false) => ({
  found: JSON.stringify(found),
  isMatch:
    expected instanceof RegExp
      ? expected.test(found)
      : isPart
        ? found.includes(withoutBreaks(expected))
        : found === withoutBreaks(expected),
});

const outcome = (isMatch: boolean, found: unknown = !isMatch) => ({ found, isMatch });

function locatorChecks(locator: Locator): Record<keyof LocatorAssertions, Check> {
  const field = () => locator.theOne() as HTMLInputElement;
  const text = () => withoutBreaks(locator.theOne().textContent ?? "");
  const seen = () => locator.elements().filter(isSeen).length;
  return {
    toBeVisible: () => outcome(isSeen(locator.theOne()), "it hidden"),
    toBeHidden: () => outcome(seen() === 0, `${seen()} of ${locator.selector}`),
    toHaveCount: (count: number) => outcome(locator.elements().length === count, locator.elements().length),
    toContainText: (expected: Text) => compare(text(), expected, true),
    toHaveText: (expected: Text) => compare(text(), expected),
    toBeEmpty: () => compare(text(), ""),
    // Exact: a typed space or line break is part of the value.
    toHaveValue: (expected: Text) =>
      expected instanceof RegExp
        ? compare(field().value, expected)
        : outcome(field().value === expected, JSON.stringify(field().value)),
    toHaveAttribute: (name: string, expected: Text = /(?:)/) => {
      const value = field().getAttribute(name);
      return value === null ? outcome(false, `no ${name}`) : compare(value, expected);
    },
    toHaveAccessibleName: (expected: Text) => compare(getElementAccessibleName(field(), false), expected),
    toHaveAccessibleDescription: (expected: Text) =>
      compare(getElementAccessibleDescription(field(), false), expected),
    toBeChecked: ({ checked }: { checked: boolean } = { checked: true }) =>
      outcome(isChecked(field()) === checked),
    toBeDisabled: () => outcome(isDisabled(field())),
    toBeEnabled: () => outcome(!isDisabled(field())),
    toBeFocused: () => outcome(document.activeElement === field(), focused()),
  };
}

const pageChecks = (page: Page): Record<keyof PageAssertions, Check> => ({
  toHaveURL: (expected: Text) => compare(page.url(), expected),
  toHaveTitle: (expected: Text) => compare(document.title, expected),
});

const focused = () => document.activeElement?.tagName;

const withoutBreaks = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const isChecked = (element: HTMLInputElement) =>
  element.tagName === "INPUT" ? element.checked : element.getAttribute("aria-checked") === "true";

const isDisabled = (element: HTMLElement) => element.matches(":disabled, [aria-disabled=true]");

/** The toasts at the edge of the page. */
export const toasts = (page: Page) => page.getByRole("status", { name: "Notifications" });

/** Clicks undo in the toast with these words. */
export async function undo(page: Page, words: string): Promise<void> {
  const toast = toasts(page).locator("[data-kind]").filter({ hasText: words });
  await toast.getByRole("button", { name: "Undo" }).last().click();
}

/** Ticks, or unticks. */
export async function tick(control: Locator, isOn = true): Promise<void> {
  if (isChecked((await control.element()) as HTMLInputElement) !== isOn) await control.click();
  await expect(control).toBeChecked({ checked: isOn });
}
