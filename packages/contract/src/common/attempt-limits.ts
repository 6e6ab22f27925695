/** How often something may be tried. The server counts; clients do not need the numbers, which keeps their first download small. */
export const attemptLimits = {
  /**
   * Uses of invitations from one IP address in ten minutes: requests, enough for a hall full of people behind one address; void tokens;
   * and addresses that have an account.
   */
  invitationTriesPerTenMinutes: { requests: 2000, voidTokens: 20, takenAddresses: 100 },
  /**
   * Wrong passwords in a minute: for one account (existing or not) from one IP address; for all accounts from one IP
   * address; from one device that has logged in before.
   */
  loginFailuresPerMinute: { account: 3, ipAddress: 20, device: 10 },
  /**
   * Wrong passwords for one account from all addresses: the maximum in an hour. Beyond it, each IP address without a
   * known device has one attempt per `retryAfterSeconds`.
   */
  loginFailuresPerAccount: { perHour: 100, retryAfterSeconds: 900 },
  /** Wrong current passwords, and e-mail addresses that were taken, for one account in an hour. */
  ownAccountFailuresPerHour: 10,
  /**
   * Wrong secrets in a minute at the address of a gateway: from one IP address, and for one data source from all
   * unknown IP addresses.
   */
  wrongSecretsPerMinute: { ipAddress: 20, dataSource: 200 },
  /** New accounts in a minute from one IP address. */
  registrationsPerMinute: 3,
  /** Tests of channels from one IP address in ten minutes: each sends a message or opens a connection. */
  channelTestsPerTenMinutes: 30,
  /** Password reset links: for one account in an hour, and requested or used from one IP address in ten minutes. */
  passwordResets: { perAccountPerHour: 3, perIpAddressPerTenMinutes: 20 },
} as const;
