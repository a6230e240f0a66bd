/** Capabilities that take an address, and what happens with it in each state. */
export const ADDRESS_CAPABILITIES: Readonly<Record<string, string>> = {
  "emails.send": "held from and to an address that does not count",
  "emails.create": "nothing leaves: a draft",
  "emails.saveDraft": "nothing leaves: a draft",
  "emails.update": "nothing leaves: a draft, or marks on one's own mail",
  "events.create": "invitations leave as mail of emails.send",
  "events.update": "invitations leave as mail of emails.send",
  "eventInvitations.acceptProposal":
    "names an attendee of one's own event; the new version leaves as mail of emails.send",
  "eventInvitations.declineProposal":
    "names an attendee of one's own event; the refusal leaves as mail of emails.send",
  "bookings.book": "a visitor's address; it is written to as to anybody outside, and matched to no account",
  "documents.share": "waits until both addresses count",
  "contacts.create": "met by address only where both count: accounts_of_contacts",
  "contacts.update": "handed over only where both count: transfer_contact",
  "commitments.create": "one's own note about somebody; nothing leaves, and it is matched to no account",
  "commitments.resetLearning": "forgets what one's own refusals taught about an address",
  "conversations.setUsesEmail": "a switch; the mail is one of emails.send",
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
  "mailAccounts.discover": "an account elsewhere; finds its servers",
  "mailAccounts.connect": "an account elsewhere; its address passes no sender check: check-own-sender.ts",
  "mailAccounts.update": "an account elsewhere; its address passes no sender check: check-own-sender.ts",
  "mailSubscriptions.unsubscribe": "senders of one's own mail, matched to no account",
  "calendarAccounts.check": "the user name of an account elsewhere",
  "calendarAccounts.connect": "the user name of an account elsewhere",
  "cardAccounts.connect": "the user name of an account elsewhere",
  "contactCards.undoResolution":
    "puts one's own contact back; met by address only where both count: accounts_of_contacts",
  "contactCards.undoImport":
    "puts one's own contacts back; met by address only where both count: accounts_of_contacts",
  "contacts.unmerge":
    "puts one's own contacts back; met by address only where both count: accounts_of_contacts",
  "payments.import": "addresses of payers, matched to no account",
  "plan.applyWhatIf": "nothing leaves: drafts, and whom a change is about is matched to no account",
  "profile.update": "how one is greeted, no address of mail",
  "locations.create": "a place, no address of mail",
};

/** Functions of the database that compare the address of an account and need not ask whether it counts, with the reason. */
export const CHECKED_ELSEWHERE: Readonly<Record<string, string>> = {
  remove_sample_team: "removes the invented colleagues of a sample, by the domain that the sample made up",
  add_sample_colleagues: "makes the invented colleagues of a sample, whom nobody is",
  admin_accounts: "for administrators; shows what admin_users says of the address",
  admin_audit: "for administrators; shows who did what",
  admin_contacts: "for administrators; shows whose contact it is",
  admin_conversations: "for administrators; shows who began it",
  busy_times: "one's own answers in one's own events",
  mirror_email: "copies the address of an account to its profile",
  my_colleagues: "members of one's workspaces and conversations, who joined with an address that counts",
  people_to_meet: "members of one's workspaces, who joined with an address that counts",
  team_people: "members of one's workspaces, who joined with an address that counts",
  touch_contacts: "stamps one's own contacts after a message to people of a conversation",
};

/** Files that read, compare or look up an account's address, or check whether one counts, and why that is right. */
export const WORKS_WITH_ADDRESS: Readonly<Record<string, string>> = {
  "features/admin/admin-accounts.ts": "for administrators, with its state",
  "features/admin/admin-contacts.ts": "for administrators",
  "features/admin/admin-conversations.ts": "for administrators",
  "features/admin/admin-users.ts": "for administrators, with its state",
  "features/admin/audit-log.ts": "for administrators",
  "features/calendar/invitations/send-invitations.ts":
    "finds which mail stays here; that mail is held as any other",
  "features/communication/conversations/read-conversations.ts": "shows who in a conversation cannot read yet",
  "features/documents/sharing/share-documents.ts":
    "a document shared with it: waits until both addresses count",
  "features/email/delivery/check-own-sender.ts": "mail from it passes the sender check only where it counts",
  "features/email/delivery/deliver-locally.ts": "mail to it is held until it counts",
  "features/email/delivery/deliver-mail.ts": "mail from it is held until it counts",
  "features/email/delivery/publish-sent-mail.ts": "one's own address as the sender of one's own mail",
  "features/settings/session.ts": "one's own address and its state",
  "features/team/invitations.ts": "an invitation by it is refused, one to it waits",
  "features/team/members/accept-invitation.ts": "asks whether a mailed link proved it, and publishes that",
  "features/team/members.ts": "members of one's workspaces, who joined with an address that counts",
  "features/team/members/notify-invitee.ts":
    "message_invited writes to an account only where its address counts",
  "platform/auth/accounts/accounts.ts": "finds the account that signs in, with whether its address counts",
  "platform/auth/accounts/administer-accounts.ts": "the account that an administrator chose by its id",
  "platform/auth/sign-in/authenticate.ts": "one's own address",
  "platform/auth/credentials/change-password.ts": "one's own address",
  "platform/auth/sign-in/impersonate.ts": "the account that an administrator chose by its id",
  "platform/auth/accounts/may-register.ts":
    "the word of an inviter holds only where their own address counts",
  "platform/auth/accounts/own-address.ts": "asks for others",
  "platform/auth/credentials/passkeys.ts": "sign-in asks where confirmation is required",
  "platform/auth/accounts/record-address.ts": "asks for others, and writes the state",
  "platform/auth/sign-in/second-factor.ts": "one's own address",
  "platform/auth/accounts/set-role.ts": "the account that an administrator chose by its id",
  "platform/auth/sign-in/sign-in.ts": "sign-in asks where confirmation is required",
  "platform/auth/accounts/sign-up.ts":
    "a first session, where confirmation is required, only where the address counts",
  "platform/notify/deliver-notices.ts": "notices go by mail only where the address counts",
};
