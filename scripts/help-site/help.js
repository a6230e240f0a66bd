// The help in a browser: a search over all pages without a server, and the choice of the theme. No page needs it.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".search"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const list = /** @type {HTMLUListElement} */ (form.querySelector("ul"));
const status = /** @type {HTMLElement} */ (form.querySelector(".status"));
const themeButton = /** @type {HTMLButtonElement} */ (document.querySelector(".theme"));

/** @typedef {{ id: string, title: string, page: string, text: string }} Section */
/** @type {Promise<(query: string) => Section[]> | undefined} */
let searching;

form.hidden = false;
themeButton.hidden = false;
themeButton.addEventListener("click", switchTheme);
// What fails here is shown with the first letter that is typed.
field.addEventListener("focus", () => void ready().catch(() => undefined));
field.addEventListener("input", () => void show());
field.addEventListener("keydown", move);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  (current() ?? list.querySelector("a"))?.click();
});
form.addEventListener("focusout", ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

/** The index is fetched once, with the first look at the search. */
function ready() {
  searching ??= prepare().catch((error) => {
    searching = undefined;
    throw error;
  });
  return searching;
}

async function prepare() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import(/** @type {string} */ ("./minisearch.js")),
    fetch("/help/search.json"),
  ]);
  if (!answer.ok) throw new Error(`The index of the search was answered with ${answer.status}`);
  const index = new MiniSearch({ fields: ["title", "page", "text"], storeFields: ["title", "page", "text"] });
  index.addAll(await answer.json());
  const options = { prefix: true, fuzzy: 0.2, boost: { title: 4, page: 2 }, combineWith: "AND" };
  return (/** @type {string} */ query) => index.search(query, options).slice(0, 8);
}

async function show() {
  const query = field.value.trim();
  if (query === "") return close();
  try {
    const search = await ready();
    if (query === field.value.trim()) draw(search(query));
  } catch {
    close();
    status.textContent = "The search could not be loaded. Try again, or use the list of pages.";
    status.dataset.empty = "true";
  }
}

/** @param {Section[]} found */
function draw(found) {
  list.replaceChildren(...found.map(row));
  list.hidden = found.length === 0;
  field.setAttribute("aria-expanded", String(found.length > 0));
  field.removeAttribute("aria-activedescendant");
  status.textContent = found.length === 0 ? "Nothing found" : `${found.length} found`;
  status.dataset.empty = String(found.length === 0);
}

/** @param {Section} section @param {number} index */
function row({ id, title, page, text }, index) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.id = `found-${index}`;
  link.href = id;
  link.tabIndex = -1;
  for (const [name, words] of [
    ["b", title],
    ["small", title === page ? text : `${page} · ${text}`],
  ]) {
    const part = document.createElement(name ?? "span");
    part.textContent = words ?? "";
    link.append(part);
  }
  link.addEventListener("click", close);
  item.append(link);
  return item;
}

const chosen = () => list.querySelector('[aria-selected="true"]');
const current = () => chosen()?.querySelector("a");

/** @param {KeyboardEvent} event */
function move(event) {
  if (event.key === "Escape") return close();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const rows = [...list.children];
  const before = chosen();
  const from = before ? rows.indexOf(before) : event.key === "ArrowDown" ? -1 : rows.length;
  const next = rows[Math.max(0, Math.min(from + (event.key === "ArrowDown" ? 1 : -1), rows.length - 1))];
  before?.setAttribute("aria-selected", "false");
  next?.setAttribute("aria-selected", "true");
  next?.scrollIntoView({ block: "nearest" });
  if (next) field.setAttribute("aria-activedescendant", next.id);
}

function close() {
  list.hidden = true;
  list.replaceChildren();
  status.textContent = "";
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

/** The same mark and the same memory as in the product (src/ui/theme/theme-choice.ts). */
function switchTheme() {
  const root = document.documentElement;
  const theme = root.classList.contains("dark") ? "light" : "dark";
  root.classList.remove("light", "dark");
  root.classList.add(theme);
  try {
    localStorage.setItem("theme", theme);
    localStorage.removeItem("theme-source");
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
}
