import type { OpenEmailOnWire } from "../../model.ts";
import { readPicture } from "./read-picture.ts";

const CONCURRENCY = 6;
const MAX_IMAGES = 100;
const IMAGE_TYPES = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Loads images contained in the message, by Content-ID. */
export async function loadInline(
  { attachments }: OpenEmailOnWire,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const files = attachments.filter(
    ({ contentId, contentType }) =>
      contentId !== null && contentIds.includes(contentId) && IMAGE_TYPES.test(contentType),
  );
  return load(files.map(({ id, contentId }) => [contentId ?? "", `/files/email/attachments/${id}`]));
}

/** Loads external images through the server, so that the sender does not learn who reads. */
export const loadRemote = ({ id }: OpenEmailOnWire, urls: readonly string[]) =>
  load(urls.map((url) => [url, `/files/email/${id}/picture?url=${encodeURIComponent(url)}`]));

/** As data: URLs, a few at a time; images that are missing or too large are left out. */
async function load(sources: readonly (readonly [string, string])[]): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  const queue = sources.slice(0, MAX_IMAGES);
  const fetchNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, address] = next;
      // A missing image is left out; its space stays.
      const picture = await readPicture(address).catch(() => null);
      if (picture?.dataAddress) pictures.set(key, picture.dataAddress);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
  return pictures;
}
