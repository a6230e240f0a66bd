/** The nonce of this answer: the server writes it into the page, styles written at run time carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
}

/** The scroll lock inside the component library asks for its nonce by this well-known global name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
