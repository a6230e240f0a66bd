import { Component, createElement, type ReactNode, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { laterDialog, laterPart } from "#ui/later-part.tsx";

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? "This part cannot be shown" : this.props.children);
}

const Greeting = ({ name }: { name: string }) => `Hello ${name}`;

/** Shows it inside of a boundary; returns what is on the page. */
function show(Part: ReturnType<typeof laterPart<{ name: string }>>): () => string | null {
  const place = document.createElement("div");
  const root = createRoot(place, { onCaughtError: () => undefined });
  root.render(createElement(Boundary, null, createElement(Part, { name: "Ada" })));
  return () => place.textContent;
}

test("a part that is not there yet has a placeholder, and is shown when it arrives", async () => {
  const arrival = Promise.withResolvers<typeof Greeting>();
  const shown = show(laterPart(() => arrival.promise, "Loading"));
  await expect.poll(shown).toBe("Loading");
  arrival.resolve(Greeting);
  await expect.poll(shown).toBe("Hello Ada");
});

test("a part that could not be fetched is requested again, once for all that show it", async () => {
  let requests = 0;
  const Part = laterPart(() => {
    requests += 1;
    return requests === 1 ? Promise.reject(new Error("cut")) : Promise.resolve(Greeting);
  }, "Loading");
  const shown = [show(Part), show(Part)];
  for (const each of shown) await expect.poll(each).toBe("Hello Ada");
  expect(requests).toBe(2);
});

test("without a connection a part costs the page nothing, and comes when there is one again", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  let requests = 0;
  const Part = laterPart(() => {
    requests += 1;
    return navigator.onLine ? Promise.resolve(Greeting) : Promise.reject(new Error("offline"));
  }, "Loading");
  const shown = show(Part);
  for (let round = 1; round <= 5; round += 1) {
    await expect.poll(() => requests).toBe(round);
    expect(shown()).toBe("Loading");
    window.dispatchEvent(new Event("online"));
  }
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await expect.poll(shown).toBe("Hello Ada");
  online.mockRestore();
});

test("a part that cannot be fetched at all fails where it stands, and is fetched again when it is shown again", async () => {
  let isGone = true;
  const Part = laterPart(() => (isGone ? Promise.reject(new Error("gone")) : Promise.resolve(Greeting)));
  await expect.poll(show(Part)).toBe("This part cannot be shown");
  isGone = false;
  await expect.poll(show(Part)).toBe("Hello Ada");
});

test("keys pressed before a dialog is there are pressed in it, and not on the page behind", async () => {
  const arrival = Promise.withResolvers<typeof Find>();
  const [onPage, chosen]: [string[], string[]] = [[], []];
  const listen = ({ key }: KeyboardEvent) => onPage.push(key);
  window.addEventListener("keydown", listen);
  function Find() {
    const onKeyDown = ({ key }: { key: string }) => {
      if (key === "Enter") chosen.push(field.current?.value ?? "");
    };
    const field = useRef<HTMLInputElement>(null);
    useLayoutEffect(() => field.current?.focus(), []);
    return createElement("input", { ref: field, onKeyDown });
  }
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(createElement(laterDialog(() => arrival.promise)));
  await expect.poll(() => isHeld()).toBe(true);
  onPage.length = 0;
  for (const key of ["a", "d", "a", "Enter"]) press(key);
  expect(onPage).toEqual([]);
  arrival.resolve(Find);
  await expect.poll(() => chosen).toEqual(["ada"]);
  press("e");
  expect(onPage.at(-1)).toBe("e");
  window.removeEventListener("keydown", listen);
  root.unmount();
  place.remove();
});

function press(key: string): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
  return event.defaultPrevented;
}

const isHeld = () => press("Shift");
