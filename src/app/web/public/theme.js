// Marks the page before the first paint: a stored "light" is light, anything else is dark (see src/ui/theme/theme-choice.ts).
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; the default theme holds.
  }
  const theme = stored === "light" ? "light" : "dark";
  const root = document.documentElement;
  root.classList.remove("light", "dark");
  root.classList.add(theme);
  root.dataset.mantineColorScheme = theme;
})();
