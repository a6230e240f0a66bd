export type SignInFields = { email: string; password: string };
export type SignUpFields = SignInFields & { fullName: string; confirmPassword: string };

const MISSING = "Please fill in all fields";
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

export function validateNewPassword(fields: Pick<SignUpFields, "password" | "confirmPassword">) {
  const { password, confirmPassword } = fields;
  if (!password) return MISSING;
  if (password !== confirmPassword) return "Passwords do not match";
  if (password.length < SHORTEST_PASSWORD) return "Password must be at least 6 characters";
  return undefined;
}

export function signInFailure(message: string): string {
  if (message.includes("Invalid login credentials")) return "Invalid email or password";
  if (message.includes("Email not confirmed")) return "Please check your email and confirm your account";
  return message;
}

export function signUpFailure(message: string): string {
  return message.includes("User already registered") ? "An account with this email already exists" : message;
}
