// Marks the page before the first paint: a stored "light" is light, anything else is dark, unless the person chose to
// follow the system (see src/ui/theme/theme-choice.ts).
(() => {
  const root = document.documentElement;
  const light = window.matchMedia("(prefers-color-scheme: light)");
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; the default theme holds.
      return null;
    }
  };
  const follows = () => read("theme-source") === "system";
  /** @param {boolean} isLight */
  const mark = (isLight) => {
    root.classList.remove("light", "dark");
    root.classList.add(isLight ? "light" : "dark");
  };
  const apply = () => mark(follows() ? light.matches : read("theme") === "light");
  apply();
  light.addEventListener("change", () => follows() && apply());
  // Another tab chose. Without a key the storage was cleared, which is no choice.
  window.addEventListener("storage", ({ key }) => key?.startsWith("theme") && apply());
})();
