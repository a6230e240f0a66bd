import { isTooLarge, pictureSize, pictureType } from "#platform/pictures/picture-size.ts";
import { type CardProperty, encodingOf } from "../card-lines.ts";

/** Bytes of a picture that is shown; larger ones stay in the card only. */
const MAX_PHOTO = 1_000_000;

export type CardPhoto = { type: string; bytes: Uint8Array };

/** The first picture in the card that a browser may decode (decision 0070). Addresses of pictures are not opened. */
export function photoOf(properties: readonly CardProperty[]): CardPhoto | null {
  for (const property of properties)
    if (property.name === "PHOTO") {
      const bytes = bytesOf(property);
      const type = bytes && bytes.length <= MAX_PHOTO ? pictureType(bytes) : null;
      const size = bytes && type ? pictureSize(bytes, type) : null;
      if (bytes && type && size && !isTooLarge(size)) return { type, bytes };
    }
  return null;
}

function bytesOf(property: CardProperty): Uint8Array | null {
  const [, data] = /^data:[^,]*;base64\\?,(.*)$/is.exec(property.value.replaceAll("\\;", ";")) ?? [];
  if (data !== undefined) return Buffer.from(data, "base64");
  return encodingOf(property.params) === "base64" ? Buffer.from(property.value, "base64") : null;
}
