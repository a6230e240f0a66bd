import type { OpenEmailOnWire } from "../../model.ts";
import { readPicture } from "./read-picture.ts";

const AT_ONCE = 6;
const MOST = 100;
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Pictures that lie in the message itself, by Content-ID. */
export async function loadInline(
  { attachments }: OpenEmailOnWire,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const files = attachments.filter(
    ({ contentId, contentType }) =>
      contentId !== null && wanted.includes(contentId) && SHOWN.test(contentType),
  );
  return load(files.map(({ id, contentId }) => [contentId ?? "", `/files/email/attachments/${id}`]));
}

/** Pictures from elsewhere, through the server: the sender does not learn who reads. */
export const loadRemote = ({ id }: OpenEmailOnWire, urls: readonly string[]) =>
  load(urls.map((url) => [url, `/files/email/${id}/picture?url=${encodeURIComponent(url)}`]));

/** As data: addresses, a few at a time; what cannot be had or is too large is left out. */
async function load(wanted: readonly (readonly [string, string])[]): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  const queue = wanted.slice(0, MOST);
  const fetchNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, address] = next;
      // A picture that cannot be had is left out; its place stays.
      const picture = await readPicture(address).catch(() => null);
      if (picture?.dataAddress) pictures.set(key, picture.dataAddress);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return pictures;
}
