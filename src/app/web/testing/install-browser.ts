import { installNetwork } from "./browser-network.ts";
import { installWindow } from "./browser-window.ts";
import { installFileReader } from "./file-reader.ts";
import { installPopovers } from "./popovers.ts";
import { installWrittenStyle } from "./written-style.ts";

// Runs before the modules of the pages are loaded: they ask at once whether they are in a browser.
if (!("document" in globalThis)) {
  installWindow();
  installNetwork();
  installFileReader();
  installPopovers();
  installWrittenStyle();
}
