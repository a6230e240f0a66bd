import { t } from "#i18n/message.ts";
import { isTooLarge, pictureSize } from "#platform/pictures/picture-size.ts";
import { PICTURE_SIDE } from "../../model.ts";

/**
 * The middle of the picture as a small square, in base64. What a camera wrote beside the pixels, such as the place, is
 * not part of it.
 */
export async function shrinkPicture(file: File): Promise<string> {
  const size = pictureSize(new Uint8Array(await file.arrayBuffer()));
  if (!size) throw new Error(t`Choose a JPEG, PNG or WebP picture`);
  if (isTooLarge(size)) throw new Error(t`The picture has too many pixels`);
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(t`The picture is damaged`);
  });
  const { width, height } = picture;
  const side = Math.min(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_SIDE;
  canvas.height = PICTURE_SIDE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error(t`The picture is damaged`);
  // JPEG has no transparency: without a ground it would be black.
  context.fillStyle = "white";
  context.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE);
  context.imageSmoothingQuality = "high";
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
}
