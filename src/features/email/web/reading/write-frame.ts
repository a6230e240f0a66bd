type Policy = { createHTML(text: string): unknown };
type Factory = { createPolicy(name: string, rules: { createHTML(text: string): string }): Policy };

let policy: Policy | undefined;

/**
 * Writes the document of a prepared mail into its frame. The page's trusted-types policy forbids markup; this one is
 * for the frame, which runs no scripts and has no origin.
 */
export function writeFrame(frame: HTMLIFrameElement, page: string): void {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  policy ??= factory?.createPolicy("mail-frame", { createHTML: (text) => text });
  // The DOM types do not know yet that srcdoc accepts TrustedHTML.
  frame.srcdoc = (policy ? policy.createHTML(page) : page) as string;
}
