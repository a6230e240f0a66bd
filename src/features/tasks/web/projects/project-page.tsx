import { useParams } from "@tanstack/react-router";
import { t } from "#i18n/message.ts";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Box } from "#ui/layout/text.tsx";

const ProjectAtAddress = laterPart(
  async () => (await import("./project-at-address.tsx")).ProjectAtAddress,
  <Box pad={24}>
    <SkeletonText count={8} label={t`Loading the project`} />
  </Box>,
);

/** One project at its own address, `/tasks/projects/<id>`. */
export function ProjectPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  return <ProjectAtAddress key={id} id={id} />;
}
