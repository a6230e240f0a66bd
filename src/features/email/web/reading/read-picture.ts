import { isTooLarge, type PictureSize, pictureSize, pictureType } from "#platform/pictures/picture-size.ts";

/** `dataAddress` is null where its header claims more pixels than a browser should decode. */
export type ReadPicture = PictureSize & { dataAddress: string | null };

/** Fetches an image and checks its header before it is decoded; null where it is not an image or cannot be fetched. */
export async function readPicture(address: string): Promise<ReadPicture | null> {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const content = await answer.arrayBuffer();
  const bytes = new Uint8Array(content);
  const size = pictureSize(bytes);
  if (!size) return null;
  const picture = new Blob([content], { type: pictureType(bytes) ?? "" });
  return { ...size, dataAddress: isTooLarge(size) ? null : await toDataAddress(picture) };
}

const toDataAddress = (picture: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** Whether an image in a data: URL is valid and small enough to be decoded. */
export function isValidDataImage(address: string): boolean {
  const [, encoded] = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,(.*)$/is.exec(address) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  const size = bytes && pictureSize(bytes);
  return size !== null && !isTooLarge(size);
}

function fromBase64(encoded: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  } catch {
    // No base64: a browser shows nothing of it either.
    return null;
  }
}
