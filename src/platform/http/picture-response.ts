/** A stored picture whose header was checked, at an address that changes with the picture. */
export const pictureResponse = ({ type, bytes }: { type: string; bytes: Uint8Array }): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
