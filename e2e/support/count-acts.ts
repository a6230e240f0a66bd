import type { Page } from "@playwright/test";

/** What a person did: a drag is one click; a text is characters typed in a row into one field. */
type Acts = { clicks: number; keys: number; texts: number; characters: number };
type Act = "click" | "key" | "text" | "character";

type Job = {
  name: string;
  /** The most clicks and keys that it may take. */
  limit: number;
  run(): Promise<void>;
};

type Counted = Acts & { name: string; limit: number; seconds: number };

/** Counts the clicks, keys and typed texts of a page, and the seconds from the first of them to the end of the job. */
export class ActCounter {
  readonly counted: Counted[] = [];
  #acts: Acts = { ...NONE };
  #startedAt = 0;
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Call before the page opens its first address. */
  static async on(page: Page): Promise<ActCounter> {
    const counter = new ActCounter(page);
    await page.exposeFunction("countAct", (act: Act) => counter.#add(act));
    await page.addInitScript(reportActs);
    return counter;
  }

  /** Runs a job, which ends when the person sees that it is done. */
  async count({ name, limit, run }: Job): Promise<void> {
    this.#acts = { ...NONE };
    this.#startedAt = 0;
    await run();
    const seconds = (performance.now() - this.#startedAt) / 1000;
    // What the page reported is here before the answer to this.
    await this.#page.evaluate(() => null);
    this.counted.push({ name, limit, ...this.#acts, seconds });
  }

  /** One line for each job. */
  table(): string {
    const lines = this.counted.map(({ name, clicks, keys, texts, characters, seconds }) =>
      [name, clicks, keys, texts, characters, seconds.toFixed(1)].join(" | "),
    );
    return ["Job | Clicks | Keys | Texts | Characters | Seconds", "---|---|---|---|---|---", ...lines].join(
      "\n",
    );
  }

  #add(act: Act): void {
    this.#startedAt ||= performance.now();
    if (act === "click") this.#acts.clicks += 1;
    if (act === "key") this.#acts.keys += 1;
    if (act === "text") this.#acts.texts += 1;
    if (act === "text" || act === "character") this.#acts.characters += 1;
  }
}

const NONE: Acts = { clicks: 0, keys: 0, texts: 0, characters: 0 };

/** Runs in the page: reports each press of a button of the mouse, and each key that is not only a modifier. */
function reportActs(): void {
  const { countAct } = globalThis as typeof globalThis & { countAct(act: Act): void };
  const modifiers = ["Shift", "Control", "Alt", "Meta"];
  let field: EventTarget | null = null;
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea"));
  const listen = (type: "pointerdown" | "keydown", report: (event: Event) => void) =>
    addEventListener(type, (event) => event.isTrusted && report(event), { capture: true });
  listen("pointerdown", () => {
    field = null;
    countAct("click");
  });
  listen("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
    if (modifiers.includes(key)) return;
    if (key.length > 1 || ctrlKey || metaKey || altKey || !isField(target)) {
      field = null;
      return countAct("key");
    }
    countAct(field === target ? "character" : "text");
    field = target;
  });
}
