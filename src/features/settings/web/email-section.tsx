import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Badge } from "#ui/badge.tsx";
import { toast } from "#ui/toast.ts";
import { emailConfirmation, session } from "./api.ts";
import styles from "./form.module.css";
import { Section } from "./section.tsx";

/** Whether the address is confirmed, and another link where it is not. */
export function EmailSection({ email }: { email: string }) {
  const { data } = useQuery({ ...session.current.query({}), staleTime: Number.POSITIVE_INFINITY });
  const isConfirmed = data?.user?.emailVerified ?? true;
  return (
    <Section title="Email" text="You sign in with this address, and messages from Adjutant go there.">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <span className={styles.value}>{email}</span>
          <Badge tone={isConfirmed ? "good" : "warn"} dot>
            {isConfirmed ? "Confirmed" : "Not confirmed"}
          </Badge>
        </div>
        {!isConfirmed && <SendAgain />}
      </div>
    </Section>
  );
}

function SendAgain() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => emailConfirmation.request.call({}),
    onSuccess: () => toast.success("Confirmation message sent", "Its link is valid for seven days."),
    onError: (error) => toast.failure("The message was not sent", error.message),
  });
  return (
    <div className={styles.pair}>
      <p className={styles.words}>Open the link in the message “Confirm your email address”.</p>
      <Button variant="default" onClick={() => mutate()} disabled={isPending}>
        {isPending ? "Sending..." : "Send again"}
      </Button>
    </div>
  );
}
