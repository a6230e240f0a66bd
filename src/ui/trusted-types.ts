type PolicyFactory = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
};

/** The component library writes style sheets through innerHTML; they never contain markup, and markup is refused. */
export function refuseMarkup(text: string): string {
  if (text.includes("<")) throw new TypeError("Markup must not be written into the page as text");
  return text;
}

/** Worker scripts come from the build, with hashed names; the only other one is the push worker. */
export function refuseForeignScript(url: string): string {
  if (!/^\/(assets\/[\w.-]+|push-worker\.js)$/.test(url))
    throw new TypeError("Scripts come from the build only");
  return url;
}

/** Needed under `require-trusted-types-for 'script'`: without a default policy every innerHTML is refused. */
export function installTrustedTypes(scope: { trustedTypes?: PolicyFactory } = globalThis as never): void {
  scope.trustedTypes?.createPolicy("default", {
    createHTML: refuseMarkup,
    createScriptURL: refuseForeignScript,
  });
}
