/** Where toasts can stand; the first is where the page wants them. */
const PLACES = ["", "top", "bottom", "left"] as const;
/** Pixels around the pointer that count as the control that is in use. */
const REACH = 24;
/** Milliseconds for which a press counts as use. */
const PRESS_MS = 3_000;

type Box = { left: number; top: number; right: number; bottom: number };

let lastPress: { at: number; x: number; y: number } | null = null;

/** Remembers where the person pressed last: what follows is usually pressed there too. */
export function notePress({ clientX, clientY }: { clientX: number; clientY: number }): void {
  lastPress = { at: performance.now(), x: clientX, y: clientY };
}

/** Moves the toasts to the first place where they cover neither the focused control nor the place of the last press. */
export function placeToasts(region: HTMLElement): void {
  const used = boxesInUse(region);
  const free = PLACES.find((place) => {
    region.dataset.place = place;
    const box = region.getBoundingClientRect();
    return !used.some((other) => overlaps(box, other));
  });
  region.dataset.place = free ?? "";
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
