/** The nonce of this response: the server writes it into the page, styles added at run time need it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
}

/** The component library's scroll lock reads its nonce from this well-known global name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
