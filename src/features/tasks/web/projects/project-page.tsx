import { useParams } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";

const ProjectAtAddress = laterPart(
  async () => (await import("./project-at-address.tsx")).ProjectAtAddress,
  <SkeletonRows count={6} label={t`Loading the project`} />,
);

/** One project at its own address, `/tasks/projects/<id>`. */
export function ProjectPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  return <ProjectAtAddress key={id} id={id} />;
}
