// Shows what the server pushes, and opens what it is about. It keeps nothing and answers no request.

/** @typedef {{ focus(): Promise<Page>, navigate(path: string): Promise<unknown> }} Page */
/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Lasting */
/** @typedef {Lasting & { data: { json(): { id?: string, title?: string, body?: string, href?: string } } | null }} Pushed */
/** @typedef {Lasting & { notification: Notification }} Clicked */
/**
 * @typedef {object} Scope
 * @property {() => Promise<void>} skipWaiting
 * @property {ServiceWorkerRegistration} registration
 * @property {{ claim(): Promise<void>, matchAll(which: object): Promise<Page[]>, openWindow(path: string): Promise<unknown> }} clients
 * @property {(name: string, listener: (event: never) => void) => void} addEventListener
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

scope.addEventListener("install", () => void scope.skipWaiting());
scope.addEventListener("activate", (/** @type {Lasting} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("push", (/** @type {Pushed} */ event) => {
  const { id = "", title = "", body = "", href = "/" } = event.data?.json() ?? {};
  event.waitUntil(
    scope.registration.showNotification(title, { body, tag: id, icon: "/mark.svg", data: { href } }),
  );
});

scope.addEventListener("notificationclick", (/** @type {Clicked} */ event) => {
  event.notification.close();
  const { href } = event.notification.data;
  const path = typeof href === "string" && /^\/(?!\/)/.test(href) ? href : "/";
  event.waitUntil(
    scope.clients
      .matchAll({ type: "window", includeUncontrolled: true })
      .then(([page]) =>
        page ? page.focus().then((shown) => shown.navigate(path)) : scope.clients.openWindow(path),
      ),
  );
});
