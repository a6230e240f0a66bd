import { getElementAccessibleDescription, getElementAccessibleName } from "ivya/utils";
import { expect as expectValue } from "vitest";
import { Locator } from "./locator.ts";
import { Page } from "./page.tsx";
import { retryUntilShown } from "./retry-until-shown.ts";
import { isSeen } from "./written-style.ts";

type Text = string | RegExp;

/** What a person sees, awaited: each tries until it holds. `not` awaits that it does not. */
type Shown = {
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

type PageShown = { toHaveURL(address: Text): Promise<void>; toHaveTitle(title: Text): Promise<void> };

type Judged<T> = T extends Page
  ? PageShown & { not: PageShown }
  : T extends Locator
    ? Shown & { not: Shown }
    : ReturnType<typeof expectValue<T>>;

type Expect = {
  <T>(value: T, message?: string): Judged<T>;
  poll: typeof expectValue.poll;
  anything: typeof expectValue.anything;
};

/** Vitest's `expect`, with retrying checks of a page named as in Playwright. */
export const expect: Expect = Object.assign(
  (value: unknown, message?: string): never => {
    if (value instanceof Page) return awaited(shownOfPage(value)) as never;
    if (value instanceof Locator) return awaited(shownOf(value)) as never;
    return expectValue(value, message) as never;
  },
  { poll: expectValue.poll, anything: expectValue.anything },
);

/** Each check gives what it found and whether that is what was wanted. */
type Check = (...wanted: never[]) => { found: unknown; isAsWanted: boolean };

function awaited(checks: Record<string, Check>) {
  const tried = (isWanted: boolean) =>
    Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [
        name,
        (...wanted: never[]) =>
          retryUntilShown(() => {
            const { found, isAsWanted } = check(...wanted);
            const sentence = `${isWanted ? "" : "not "}${name}(${wanted.map((each) => each).join(", ")})`;
            if (isAsWanted !== isWanted) throw new Error(`expected ${sentence}, found ${String(found)}`);
          }),
      ]),
    );
  return { ...tried(true), not: tried(false) };
}

const compared = (found: string, wanted: Text, isPart = false) => ({
  found: JSON.stringify(found),
  isAsWanted:
    wanted instanceof RegExp
      ? wanted.test(found)
      : isPart
        ? found.includes(withoutBreaks(wanted))
        : found === withoutBreaks(wanted),
});

const judged = (isAsWanted: boolean, found: unknown = !isAsWanted) => ({ found, isAsWanted });

function shownOf(locator: Locator): Record<keyof Shown, Check> {
  const field = () => locator.theOne() as HTMLInputElement;
  const text = () => withoutBreaks(locator.theOne().textContent ?? "");
  const seen = () => locator.elements().filter(isSeen).length;
  return {
    toBeVisible: () => judged(isSeen(locator.theOne()), "it hidden"),
    toBeHidden: () => judged(seen() === 0, `${seen()} of ${locator.selector}`),
    toHaveCount: (count: number) => judged(locator.elements().length === count, locator.elements().length),
    toContainText: (wanted: Text) => compared(text(), wanted, true),
    toHaveText: (wanted: Text) => compared(text(), wanted),
    toBeEmpty: () => compared(text(), ""),
    // Exact: a typed space or line break is part of the value.
    toHaveValue: (wanted: Text) =>
      wanted instanceof RegExp
        ? compared(field().value, wanted)
        : judged(field().value === wanted, JSON.stringify(field().value)),
    toHaveAttribute: (name: string, wanted: Text = /(?:)/) => {
      const value = field().getAttribute(name);
      return value === null ? judged(false, `no ${name}`) : compared(value, wanted);
    },
    toHaveAccessibleName: (wanted: Text) => compared(getElementAccessibleName(field(), false), wanted),
    toHaveAccessibleDescription: (wanted: Text) =>
      compared(getElementAccessibleDescription(field(), false), wanted),
    toBeChecked: ({ checked }: { checked: boolean } = { checked: true }) =>
      judged(isChecked(field()) === checked),
    toBeDisabled: () => judged(isDisabled(field())),
    toBeEnabled: () => judged(!isDisabled(field())),
    toBeFocused: () => judged(document.activeElement === field(), focused()),
  };
}

const shownOfPage = (page: Page): Record<keyof PageShown, Check> => ({
  toHaveURL: (wanted: Text) => compared(page.url(), wanted),
  toHaveTitle: (wanted: Text) => compared(document.title, wanted),
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
