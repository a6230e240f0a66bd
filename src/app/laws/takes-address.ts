/** Capabilities that take an address, and what holds for it in each state. */
export const TAKES_ADDRESS: Readonly<Record<string, string>> = {
  "emails.send": "held from and to an address that does not count",
  "emails.create": "nothing leaves: a draft",
  "emails.keepDraft": "nothing leaves: a draft",
  "emails.update": "nothing leaves: a draft, or marks on one's own mail",
  "events.create": "invitations leave as mail of emails.send",
  "events.update": "invitations leave as mail of emails.send",
  "bookings.book": "a visitor's address; it is written to as to anybody outside, and matched to no account",
  "documents.share": "waits until both addresses count",
  "contacts.create": "met by address only where both count: accounts_of_contacts",
  "contacts.update": "handed over only where both count: hand_over_contact",
  "conversations.goByEmail": "a switch; the mail is one of emails.send",
  "invitations.create": "refused from, and waiting for, an address that does not count",
  "session.signUp": "makes an address, unproven unless an invitation or the machine itself says otherwise",
  "session.setUp": "makes an address that the set-up link vouches for",
  "session.signIn": "names one's own account; the password proves who asks",
  "password.requestReset": "the link leaves by mail to the address and nowhere else",
  "adminAccounts.invite": "makes an address that an administrator vouches for",
  "accountDeletion.request": "repeats one's own address, to be sure",
  "systemSettings.update": "the sender of the instance, set by an administrator",
  "systemSettings.test": "the sender of the instance, set by an administrator",
  "backups.setSchedule": "public keys of backups, no address of mail",
  "integrations.connect": "an account elsewhere; its address passes no sender check: check-own-sender.ts",
};

/** Functions of the database that compare the address of an account and need not ask whether it counts, with the reason. */
export const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  remove_sample_team: "removes the invented colleagues of a sample, by the domain that the sample made up",
};
