import { Window } from "happy-dom";

/** Of a desk, as in the journeys. */
export const DESKTOP_SIZE = { width: 1280, height: 800 };

/**
 * Globals taken from the window although Node has them too: its elements dispatch and accept only their own events. All
 * others stay Node's, because the server runs in the same process.
 */
const WINDOW_GLOBALS = [
  "CustomEvent",
  "Event",
  "EventTarget",
  "MessageEvent",
  "navigator",
  "localStorage",
  "sessionStorage",
  "Storage",
];

/** Made once for each process that runs page tests: modules remember the document that they were loaded with. */
export const browserWindow = new Window({
  url: "http://127.0.0.1:3000/",
  ...DESKTOP_SIZE,
  settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true },
});

/** Makes the window's document, events and storage global for the page's modules. */
export function installWindow(): void {
  for (const name of Object.getOwnPropertyNames(browserWindow))
    if (!(name in globalThis) || WINDOW_GLOBALS.includes(name))
      define(name, Reflect.get(browserWindow, name));
  for (let prototype: object = browserWindow; prototype; prototype = Object.getPrototypeOf(prototype)) {
    if (prototype === Object.prototype) break;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name in globalThis || name === "constructor") continue;
      const value: unknown = Reflect.get(browserWindow, name);
      define(name, typeof value === "function" && !/^[A-Z]/.test(name) ? value.bind(browserWindow) : value);
    }
  }
  define("window", globalThis);
  define("self", globalThis);
  stubElementSizes();
}

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** There is no layout here: without a size, virtual lists would render no rows. */
function stubElementSizes(): void {
  const { prototype } = browserWindow.HTMLElement;
  for (const side of ["offset", "client"]) {
    Object.defineProperty(prototype, `${side}Height`, { configurable: true, get: () => DESKTOP_SIZE.height });
    Object.defineProperty(prototype, `${side}Width`, { configurable: true, get: () => DESKTOP_SIZE.width });
  }
}
