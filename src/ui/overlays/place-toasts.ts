/** Where toasts can stand; the first is where the page wants them. */
const PLACES = ["", "top", "bottom", "start"] as const;
/** Pixels around the pointer that count as the control that is in use. */
const REACH = 24;
/** Milliseconds for which a press counts as use. */
const PRESS_MS = 3_000;

type Box = { left: number; top: number; right: number; bottom: number };

let lastPress: { at: number; x: number; y: number } | null = null;

/**
 * Toasts cover no control that is in use: neither the one that was pressed last, nor one that gets the focus while they are
 * shown; nor, if they can be elsewhere, the buttons of an open dialog. Returns how to end this.
 */
export function placeToasts(region: HTMLElement): () => void {
  const ending = new AbortController();
  const update = () => {
    // They do not move away from a pointer that is on its way to one of their buttons.
    if (region.getBoundingClientRect().height > 0 && !region.matches(":hover")) moveToFreePlace(region);
  };
  const shown = new MutationObserver(update);
  shown.observe(region, { childList: true, subtree: true });
  window.addEventListener("focusin", update, ending);
  window.addEventListener(
    "pointerdown",
    ({ clientX, clientY, target }) => {
      // They stay below the pointer that presses one of their own buttons.
      if (target instanceof Node && region.contains(target)) lastPress = null;
      else lastPress = { at: performance.now(), x: clientX, y: clientY };
    },
    ending,
  );
  return () => {
    shown.disconnect();
    ending.abort();
  };
}

/** The first place where they cover none of these; if there is none, the buttons of a dialog count for less. */
function moveToFreePlace(region: HTMLElement): void {
  const used = boxesInUse(region);
  const findFree = (boxes: readonly Box[]) =>
    PLACES.find((place) => {
      region.dataset.place = place;
      const box = region.getBoundingClientRect();
      return !boxes.some((other) => overlaps(box, other));
    });
  region.dataset.place = findFree([...used, ...boxesOfDialog()]) ?? findFree(used) ?? "";
}

/** How to close the dialog on top, and its buttons. */
function boxesOfDialog(): Box[] {
  const dialog = [...document.querySelectorAll("[aria-modal=true]")].at(-1);
  const controls = dialog?.querySelectorAll("[data-uncovered]") ?? [];
  return [...controls].map((control) => control.getBoundingClientRect());
}

function boxesInUse(region: HTMLElement): Box[] {
  const focused = document.activeElement;
  const isControl = focused && focused !== document.body && !region.contains(focused);
  const boxes: Box[] = isControl ? [focused.getBoundingClientRect()] : [];
  if (lastPress && performance.now() - lastPress.at < PRESS_MS) {
    const { x, y } = lastPress;
    boxes.push({ left: x - REACH, right: x + REACH, top: y - REACH, bottom: y + REACH });
  }
  return boxes;
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
