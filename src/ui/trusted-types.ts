type PolicyFactory = {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown;
};

/** The component library writes style sheets through innerHTML; those never hold markup, and nothing else may pass. */
export function refuseMarkup(text: string): string {
  if (text.includes("<")) throw new TypeError("Markup must not be written into the page as text");
  return text;
}

/** Needed under `require-trusted-types-for 'script'`: without a default policy every innerHTML is refused. */
export function installTrustedTypes(scope: { trustedTypes?: PolicyFactory } = globalThis as never): void {
  scope.trustedTypes?.createPolicy("default", { createHTML: refuseMarkup });
}
