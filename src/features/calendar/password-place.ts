export const passwordPlace = (account: { id: string; userId: string }) => ({
  table: "calendar_accounts",
  column: "password",
  row: account.id,
  userId: account.userId,
});
