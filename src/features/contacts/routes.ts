import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { Id } from "#platform/capability/wire.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import type { Edge } from "#platform/http/edge.ts";
import { pictureResponse } from "#platform/http/picture-response.ts";
import { readUpload, uploadBytes } from "#platform/http/read-upload.ts";
import { runOverHttp } from "#platform/http/run.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { contactCards } from "./contact-cards.ts";
import { decodeCardFile } from "./decode-card-file.ts";
import { MAX_CARD_FILE } from "./model.ts";
import { findPhoto } from "./stored-cards.ts";

export const contactRoutes: SliceRoutes = (app, parts) => {
  app.post("/files/contacts/import", acceptsBody(uploadBytes(MAX_CARD_FILE), { isUpload: true }), (context) =>
    importUploaded(context, parts),
  );
  app.get("/files/contacts/:id/photo", (context) => showPhoto(context, parts));
};

/** multipart/form-data with `file`, in any character set. Answers as `contactCards.import`. */
async function importUploaded(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  if (!context.var.actor) throw new AppError("unauthenticated", t`Please sign in`);
  const { file } = await readUpload(context.req.raw, MAX_CARD_FILE, async (_name, content) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return decodeCardFile(Buffer.concat(chunks));
  });
  if (file === null)
    throw new AppError("invalid", t`Choose a vCard file`, { fields: { file: "is missing" } });
  return runOverHttp(services)(context, contactCards.import as AnyCapability, { text: file });
}

/** The picture in a contact's card; its header was checked when it was stored. */
async function showPhoto(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  const id = Id.safeParse(context.req.param("id"));
  if (!id.success) throw notFound(t`Picture`);
  return pictureResponse(
    await services.database.transaction(actor.userId, "read", (db) =>
      findPhoto(contextFor(services, db, actor, requestId) as SignedIn, id.data),
    ),
  );
}
