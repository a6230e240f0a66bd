import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

export function SecurityPanel({ email }: { email: string }) {
  return (
    <>
      <PasswordSection email={email} />
      <PasskeysSection />
      <SecondFactorSection />
      <SessionsSection />
    </>
  );
}
