import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { isTooLarge, pictureSize, pictureType } from "#platform/pictures/picture-size.ts";

export const MAX_IMAGE_BYTES = 5_000_000;
const MAX_REDIRECTS = 3;

export type RemoteImage = { bytes: Uint8Array; type: string };

/**
 * Fetches an image that a mail refers to on the server, when the reader asks for it: the sender learns neither the
 * address nor the browser of the reader (security.md D15). The type is detected by the first bytes; SVG is not
 * accepted, because it can contain scripts.
 */
export async function fetchRemoteImage(outbound: Outbound, url: string): Promise<RemoteImage> {
  let next = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { status, bytes, location } = await requestWeb(outbound, {
      url: next,
      headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" },
      maxBytes: MAX_IMAGE_BYTES,
    });
    const target = status >= 300 && status < 400 && location ? URL.parse(location, next) : null;
    if (target) {
      next = target.href;
      continue;
    }
    const type = status === 200 ? pictureType(bytes) : null;
    const size = type && pictureSize(bytes, type);
    if (!type || !size) throw new AppError("upstream", t`There is no picture at this address`);
    if (isTooLarge(size)) throw new AppError("upstream", t`This picture is too large to be shown`);
    return { bytes, type };
  }
  throw new AppError("upstream", t`This picture is moved too often`);
}

/** Whether the mail refers to this image, so that the route cannot be used to fetch anything else. */
export const referencesImage = (html: string, url: string): boolean =>
  url !== "" && (html.includes(url) || html.includes(url.replaceAll("&", "&amp;")));
