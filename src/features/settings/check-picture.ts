import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { pictureSize, pictureType } from "#platform/pictures/picture-size.ts";
import { isWholePicture } from "#platform/pictures/whole-picture.ts";
import { MAX_PICTURE, MAX_PICTURE_SIDE, PICTURE_TYPES, type PictureType } from "./model.ts";

type CheckedPicture = { type: PictureType; bytes: Buffer };

/** The picture, if it is one still picture by its content, small enough, and complete. */
export function checkPicture(base64: string): CheckedPicture {
  const bytes = Buffer.from(base64, "base64");
  const found = pictureType(bytes);
  const type = PICTURE_TYPES.find((each) => each === found);
  if (!type) throw refused(t`Choose a JPEG, PNG or WebP picture`);
  const size = pictureSize(bytes, type);
  if (bytes.length > MAX_PICTURE || (size && Math.max(size.width, size.height) > MAX_PICTURE_SIDE))
    throw refused(t`The picture is larger than ${MAX_PICTURE_SIDE} pixels or ${MAX_PICTURE / 1000} KB`);
  if (size && size.width !== size.height) throw refused(t`The picture is not square`);
  if (!size?.width || !isWholePicture(bytes, type))
    throw refused(t`The picture is damaged or is not a single still picture`);
  return { type, bytes };
}

const refused = (message: string) => new AppError("invalid", message, { fields: { picture: message } });
