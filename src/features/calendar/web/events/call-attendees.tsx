import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Video } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { freeTimes } from "../api.ts";

/** Calls attendees who share a workspace with the user, with one click. */
export function CallAttendees({ addresses }: { addresses: readonly string[] }) {
  const navigate = useNavigate();
  const { data: people } = useQuery({ ...freeTimes.people.query({}), retry: false });
  const [, ...others] = people?.items ?? [];
  const invited = new Set(addresses.map((address) => address.toLowerCase()));
  return others
    .filter(({ email }) => invited.has(email.toLowerCase()))
    .slice(0, MAX_ATTENDEES)
    .map(({ userId, fullName, email }) => (
      <Button
        key={userId}
        variant="default"
        onClick={() => void navigate({ to: "/communication", search: () => ({ call: userId }) })}
        leftSection={<Video size={16} strokeWidth={1.75} aria-hidden />}
      >
        {t`Call ${fullName || email}`}
      </Button>
    ));
}

/** More people do not fit into a call (calls hold six). */
const MAX_ATTENDEES = 5;
