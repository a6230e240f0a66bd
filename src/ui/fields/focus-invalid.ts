/**
 * After a form is submitted, the first of its fields with an error takes the focus: at once, or when the server has refused
 * it. Whoever has begun to do something else meanwhile is not interrupted. Returns how to end this.
 */
export function focusInvalidFields(): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true };
  let form: Element | null = null;
  const focus = () => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    form = null;
    field.focus();
  };
  const errors = new MutationObserver(focus);
  const stop = () => {
    form = null;
    errors.disconnect();
  };
  addEventListener(
    "submit",
    ({ target }) => {
      stop();
      form = target as Element;
      errors.observe(form, { subtree: true, childList: true, attributeFilter: ["aria-invalid"] });
      // The errors that an earlier submission has left do not change.
      setTimeout(focus);
    },
    options,
  );
  for (const event of ["input", "pointerdown", "keydown"]) addEventListener(event, stop, options);
  return () => {
    stop();
    ending.abort();
  };
}
