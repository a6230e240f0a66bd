import type { LucideIcon } from "lucide-react";

export type SwipeAction = {
  /** One or two words. */
  label: string;
  icon: LucideIcon;
  tone: "accent" | "good";
  /** It will probably remove the row, which moves out of the list before. */
  leaves?: boolean;
  run(): void;
};

/** Where the finger moves to. */
type Side = "left" | "right";

/** What a swipe to each side does; a row cannot be moved to a side without an action. */
export type SwipeActions = Partial<Record<Side, SwipeAction | undefined>>;

/** `isArmed`: a release would act. */
export type Swipe = { row: HTMLElement; side: Side; isArmed: boolean; action: SwipeAction | undefined };

type SwipeHandlers = {
  /** A finger begins to move the row. */
  actionsOf(row: HTMLElement): SwipeActions;
  /** The side, or what a release would do, has changed; not called for every movement. */
  onChange(swipe: Swipe): void;
  /** The row is in its place again, or gone. */
  onEnd(row: HTMLElement): void;
};

/** Pixels of movement before its direction counts. */
const SLOP_PX = 10;
/** Pixels at the edges of the screen where browsers and systems have gestures of their own. */
const EDGE_PX = 16;
const LEAST_PX = 96;
const PART_OF_WIDTH = 0.35;
const GLIDE_MS = 160;
const MOVED = {
  translate: "var(--swipe)",
  transition: "translate var(--swipe-time, 0ms) cubic-bezier(0.2, 0, 0, 1)",
  position: "relative",
  "z-index": "var(--layer-1)",
};

/** Fingers move the rows of a list sideways, beginning with the touch `start`. The returned function ends it. */
export function trackSwipes(list: HTMLElement, handlers: SwipeHandlers, start: PointerEvent): () => void {
  const listening = new AbortController();
  let gesture = Gesture.of(start, list, handlers);
  const begin = (event: PointerEvent) => {
    // A second finger ends the swipe of the first.
    gesture?.end(false);
    gesture = event.isPrimary ? Gesture.of(event, list, handlers) : null;
  };
  list.addEventListener("pointerdown", begin, { signal: listening.signal });
  return () => {
    listening.abort();
    gesture?.end(false);
  };
}

/**
 * One finger on one row, until it is lifted or scrolls. The position is the custom property `--swipe` of the row's parent:
 * nothing is rendered for a movement.
 */
class Gesture {
  readonly #listening = new AbortController();
  readonly #row: HTMLElement;
  readonly #start: PointerEvent;
  readonly #list: HTMLElement;
  readonly #handlers: SwipeHandlers;
  #actions: SwipeActions = {};
  #originX = 0;
  #swipe: Swipe | null = null;

  static of(start: PointerEvent, list: HTMLElement, handlers: SwipeHandlers): Gesture | null {
    const { target, pointerType, clientX } = start;
    const row = target instanceof Element && target.closest<HTMLElement>("[role=listitem]");
    const isInside = clientX >= EDGE_PX && clientX <= innerWidth - EDGE_PX;
    // A row that still moves back is left alone.
    if (pointerType !== "touch" || !isInside || !row || row.style.translate) return null;
    return new Gesture(row, start, list, handlers);
  }

  private constructor(row: HTMLElement, start: PointerEvent, list: HTMLElement, handlers: SwipeHandlers) {
    this.#row = row;
    this.#start = start;
    this.#list = list;
    this.#handlers = handlers;
    const { signal } = this.#listening;
    const listen = (
      type: "pointermove" | "pointerup" | "pointercancel",
      act: (event: PointerEvent) => void,
    ) =>
      document.addEventListener(type, (event) => event.pointerId === start.pointerId && act(event), {
        signal,
      });
    listen("pointermove", ({ clientX, clientY }) => this.#move(clientX, clientY));
    listen("pointerup", () => this.end(true));
    listen("pointercancel", () => this.end(false));
  }

  end(isReleased: boolean): void {
    if (this.#listening.signal.aborted) return;
    this.#listening.abort();
    if (!this.#swipe) return;
    if (isReleased) swallowClick(this.#list);
    void this.#complete(isReleased && this.#swipe.isArmed ? this.#swipe : null);
  }

  #move(clientX: number, clientY: number): void {
    if (!this.#swipe && !this.#begins(clientX, clientY)) return;
    const x = clientX - this.#originX;
    const side = x === 0 ? (this.#swipe?.side ?? sideOf(clientX - this.#start.clientX)) : sideOf(x);
    const action = this.#actions[side];
    const moved = action ? x : 0;
    this.#place({ "--swipe": `${moved}px` });
    const isArmed = Math.abs(moved) >= Math.max(LEAST_PX, this.#row.offsetWidth * PART_OF_WIDTH);
    if (this.#swipe?.side === side && this.#swipe.isArmed === isArmed) return;
    this.#swipe = { row: this.#row, side, isArmed, action };
    this.#handlers.onChange(this.#swipe);
  }

  /** Whether the finger has clearly moved sideways; the row follows it from here on, without a jump. */
  #begins(clientX: number, clientY: number): boolean {
    const [x, y] = [clientX - this.#start.clientX, clientY - this.#start.clientY];
    if (Math.hypot(x, y) <= SLOP_PX) return false;
    if (Math.abs(x) > Math.abs(y)) this.#actions = this.#handlers.actionsOf(this.#row);
    if (!this.#actions[sideOf(x)]) {
      this.end(false);
      return false;
    }
    this.#originX = clientX;
    for (const [name, value] of Object.entries(MOVED)) this.#row.style.setProperty(name, value);
    this.#place({ overflow: "clip" });
    return true;
  }

  /** Acts, if there is what to do, and moves the row back if it is still there. */
  async #complete(swipe: Swipe | null): Promise<void> {
    const { width } = this.#row.getBoundingClientRect();
    this.#place({ "--swipe-time": `${GLIDE_MS}ms` });
    if (swipe?.action?.leaves) await this.#glideTo(swipe.side === "left" ? -width : width);
    if (swipe) {
      swipe.action?.run();
      await new Promise(requestAnimationFrame);
    }
    await this.#glideTo(0);
    for (const name of Object.keys(MOVED)) this.#row.style.removeProperty(name);
    this.#place({ "--swipe": "", "--swipe-time": "", overflow: "" });
    this.#handlers.onEnd(this.#row);
  }

  async #glideTo(x: number): Promise<void> {
    this.#place({ "--swipe": `${x}px` });
    await Promise.allSettled(this.#row.getAnimations().map(({ finished }) => finished));
  }

  /** The row's parent has what the row and the plate below it share. */
  #place(properties: Record<string, string>): void {
    for (const [name, value] of Object.entries(properties))
      this.#row.parentElement?.style.setProperty(name, value);
  }
}

/** Not every browser drops the click of a finger that has moved. */
function swallowClick(list: HTMLElement): void {
  const next = new AbortController();
  const { signal } = next;
  list.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
  list.addEventListener("pointerdown", () => next.abort(), { capture: true, signal });
  setTimeout(() => next.abort(), 300);
}

const sideOf = (x: number): Side => (x < 0 ? "left" : "right");
