import { expect, test } from "vitest";
import { signInFailure, signUpFailure, validateSignIn, validateSignUp } from "./validate-credentials.ts";

const ada = {
  fullName: "Ada",
  email: "ada@example.com",
  password: "difference",
  confirmPassword: "difference",
};

test("AUTH-22: sign-in needs both fields", () => {
  expect(validateSignIn({ email: "", password: "x" })).toBe("Please fill in all fields");
  expect(validateSignIn({ email: "ada@example.com", password: "" })).toBe("Please fill in all fields");
  expect(validateSignIn(ada)).toBeUndefined();
});

test("AUTH-26: sign-up checks run in the order missing, mismatch, length", () => {
  expect(validateSignUp({ ...ada, fullName: "", password: "a", confirmPassword: "b" })).toBe(
    "Please fill in all fields",
  );
  expect(validateSignUp({ ...ada, password: "a", confirmPassword: "b" })).toBe("Passwords do not match");
  expect(validateSignUp({ ...ada, password: "12345", confirmPassword: "12345" })).toBe(
    "Password must be at least 6 characters",
  );
  expect(validateSignUp({ ...ada, password: "123456", confirmPassword: "123456" })).toBeUndefined();
});

test("AUTH-24: a missing confirmation is a mismatch, not a missing field", () => {
  expect(validateSignUp({ ...ada, confirmPassword: "" })).toBe("Passwords do not match");
});

test("AUTH-27..32: provider errors are translated, unknown ones are passed on", () => {
  expect(signInFailure("Invalid login credentials")).toBe("Invalid email or password");
  expect(signInFailure("Email not confirmed")).toBe("Please check your email and confirm your account");
  expect(signInFailure("Too many attempts")).toBe("Too many attempts");
  expect(signUpFailure("User already registered")).toBe("An account with this email already exists");
  expect(signUpFailure("Too many attempts")).toBe("Too many attempts");
});
