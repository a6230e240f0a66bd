import { Component, createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { laterPart } from "#ui/later-part.tsx";

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

test("a part that cannot be fetched fails where it stands, and is fetched again when it is shown again", async () => {
  let isOffline = true;
  const Part = laterPart(() =>
    isOffline ? Promise.reject(new Error("offline")) : Promise.resolve(Greeting),
  );
  await expect.poll(show(Part)).toBe("This part cannot be shown");
  isOffline = false;
  await expect.poll(show(Part)).toBe("Hello Ada");
});
