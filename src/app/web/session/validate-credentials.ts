import { t } from "#i18n/message.ts";
export type SignInFields = { email: string; password: string };
export type SignUpFields = SignInFields & { fullName: string; confirmPassword: string };
type NewPassword = Pick<SignUpFields, "password" | "confirmPassword">;

const MISSING = t`Please fill in all fields`;
const SHORTEST_PASSWORD = 6;

/** The error message; undefined if the input is valid. */
export function validateSignIn({ email, password }: SignInFields): string | undefined {
  return email && password ? undefined : MISSING;
}

/** Checks in the specified order: missing fields, mismatch, length. */
export function validateSignUp(fields: SignUpFields): string | undefined {
  const { fullName, email, password, confirmPassword } = fields;
  if (!fullName || !email || !password) return MISSING;
  return validateNewPassword({ password, confirmPassword });
}

export function validateNewPassword(fields: NewPassword) {
  const { password, confirmPassword } = fields;
  if (!password) return MISSING;
  if (password !== confirmPassword) return t`Passwords do not match`;
  if (password.length < SHORTEST_PASSWORD) return t`Password must be at least 6 characters`;
  return undefined;
}

/** The errors of each field; the messages above are shown beside them. */
export function signUpFaults(fields: SignUpFields): { [K in keyof SignUpFields]?: string } {
  return {
    ...(!fields.fullName && { fullName: t`Enter your name` }),
    ...(!fields.email && { email: t`Enter your email` }),
    ...newPasswordFaults(fields),
  };
}

export function newPasswordFaults({ password, confirmPassword }: NewPassword): Partial<NewPassword> {
  if (!password) return { password: t`Choose a password` };
  if (password !== confirmPassword) return { confirmPassword: t`Repeat the password above` };
  return password.length < SHORTEST_PASSWORD ? { password: t`Use 6 characters or more` } : {};
}

export function signInFailure(message: string): string {
  if (message.includes("Invalid login credentials")) return t`Invalid email or password`;
  if (message.includes("Email not confirmed")) return t`Please check your email and confirm your account`;
  return message;
}

export function signUpFailure(message: string): string {
  return message.includes("User already registered") ? t`An account with this email already exists` : message;
}
