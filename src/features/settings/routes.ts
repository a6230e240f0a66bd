import type { Context } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import { pictureResponse } from "#platform/http/picture-response.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { findPicture } from "./profile-picture.ts";

export const settingsRoutes: SliceRoutes = (app, parts) => {
  app.get("/files/pictures/:id", (context) => showPicture(context, parts));
};

async function showPicture(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "read" });
  if (!actor) throw new AppError("unauthenticated", t`Please sign in`);
  const id = Id.safeParse(context.req.param("id"));
  if (!id.success) throw notFound(t`Picture`);
  return pictureResponse(
    await services.database.transaction(actor.userId, "read", (db) =>
      findPicture(contextFor(services, db, actor, requestId) as SignedIn, id.data),
    ),
  );
}
