/** Lengths and sizes, once: the form, the server and the database read the same numbers (wire 6.2, spec 1 §9). */
export const limits = {
  name: 150,
  email: 150,
  password: { min: 7, max: 72 },
  phone: 25,
  contact: 255,
  /** Whether there must be one is said by the survey (ruling 14). */
  title: { min: 2, max: 150 },
  /** An answer to a message, as long as a text message (spec 2 §5). */
  reply: { min: 2, max: 140 },
  idempotencyKey: { min: 8, max: 255 },
  slug: { min: 2, max: 150 },
  varchar: 255,
  locale: 5,
  siteName: { min: 3, max: 255 },
  /** A few paragraphs. */
  siteDescription: 5000,
  surveyName: { min: 2, max: 255 },
  taskLabel: { min: 2, max: 255 },
  attributeLabel: 150,
  /** A question of a targeted survey, as long as a text message (spec 3 §5). */
  question: 160,
  /** Characters of a list of phone numbers, and how many a targeted survey is sent to. */
  phoneNumberList: 1_000_000,
  surveyRecipients: 10_000,
  /** Seconds without an answer after which a question is asked once more, and after which the survey ends. */
  surveyReminderSeconds: 86_400,
  surveyExpirySeconds: 604_800,
  simulatedMessage: 1600,
  attributeKey: 150,
  /** Of one person to one question, when the survey's editor bounds them. */
  attributeCardinality: 100,
  categoryName: { min: 2, max: 255 },
  roleName: { min: 3, max: 150 },
  webhookName: { min: 3, max: 150 },
  webhookUrl: 2000,
  /** Ruling 25. */
  webhookSecret: { min: 20, max: 255 },
  /** Deliveries in a row that fail for good before a webhook is paused. */
  webhookFailuresBeforePause: 5,
  /** Attempts at one delivery, and characters of an answer that are kept. */
  deliveryAttempts: 6,
  deliveryResponse: 500,
  deliveryPage: { default: 25, max: 100 },
  /** Seconds that a delivery stays in the log. */
  deliveryLogSeconds: 2_592_000,
  layerName: { min: 2, max: 50 },
  layerUrl: 2000,
  /** Characters of what drawing a layer needs to know. */
  layerOptions: 20_000,
  description: 150,
  collectionName: { min: 3, max: 255 },
  /** Of a collection or saved search: a few paragraphs. */
  longDescription: 5000,
  /** Characters of a saved search's filters. */
  savedSearchFilter: 20_000,
  /** Bytes of one uploaded picture. */
  mediaBytes: 10_485_760,
  /** Pixels of one uploaded picture, unless the operator says otherwise. */
  mediaPixels: 50_000_000,
  /** Characters of the claim that a visitor's upload is answered with: 128 bits in hexadecimals. Claims sent with one post. */
  mediaClaim: 32,
  mediaClaims: 1000,
  /** Bytes of one CSV file, unless the operator allows more (spec 3 §5, ruling 7); columns, and characters of one row. */
  csvBytes: 10_485_760,
  csvColumns: 1000,
  csvRowLength: 1_000_000,
  /** Rows that a preview shows, and rows that guesses are made from. */
  csvPreview: { shownRows: 10, sampledRows: 200 },
  /** Seconds that an uploaded file waits; then it goes, with what people wrote in it. */
  csvFileSeconds: 604_800,
  latitude: 90,
  longitude: 180,
  locationPrecision: { min: 0, max: 9 },
  zoom: { min: 0, max: 18 },
  /** Kilometres around a point when no radius is said (spec 2 §9). */
  defaultRadiusKm: 10,
  /** Characters of a post's text shown on a card (spec 2 §2). */
  cardText: 150,
  /** A page of posts when none is asked for, and the largest one. */
  postPage: { default: 200, max: 1000 },
  /** Characters typed to find a place by name (spec 2 §5). */
  placeSearch: 250,
  placePage: { default: 8, max: 20 },
  userSetting: { min: 3, max: 255 },
  /** Of charts: groups told, points of time told, and the shortest span of time, in seconds. */
  statsGroups: 1000,
  statsPoints: 20_000,
  statsIntervalSeconds: { min: 60, default: 86_400 },
  /** Characters of one option of a data source. */
  providerOption: 2000,
  threadPage: { default: 20, max: 100 },
  messagePage: { default: 100, max: 500 },
  /** Saved searches that are named with each post that they find. */
  savedSearchesPerPost: 30,
  jobPage: { default: 25, max: 100 },
  outboxPage: { default: 50, max: 500 },
  auditPage: { default: 50, max: 500 },
  /** Seconds. */
  accessTokenSeconds: 86_400,
  refreshTokenSeconds: 604_800,
  passwordResetSeconds: 1800,
  /** An invitation waits for somebody who knows nothing of it yet. */
  invitationSeconds: 604_800,
  /**
   * Wrong passwords in a minute: for one account, known or not, from one network address; for all accounts from one network
   * address; from one device that has logged in before.
   */
  loginFailuresPerMinute: { account: 3, ipAddress: 20, device: 10 },
  /**
   * Wrong passwords for one account from everywhere: so many an hour; beyond it each network address without a known device
   * has one try in so many seconds.
   */
  loginFailuresPerAccount: { perHour: 100, retryAfterSeconds: 900 },
  /** Seconds after a login in which the password can be changed without being asked for again. */
  recentLoginSeconds: 600,
  /** Wrong current passwords, and e-mail addresses that were taken, for one account in an hour. */
  ownAccountFailuresPerHour: 10,
  /**
   * Devices that are known for one account, seconds after the last login from one until it is forgotten, and characters of
   * the proofs that a device may send, one for each of its people.
   */
  knownDevices: { maxPerAccount: 20, expirySeconds: 15_552_000, maxProofLength: 500 },
  /** Wrong secrets at an address that gateways send to: from one network address, and from all that are not known there. */
  wrongSecretsPerMinute: { ipAddress: 20, dataSource: 200 },
  /** New accounts from one network address. */
  registrationsPerMinute: 3,
  /** Links to a new password: for one account in an hour, and asked or tried from one network address in ten minutes. */
  passwordResets: { perAccountPerHour: 3, perIpAddressPerTenMinutes: 20 },
  /**
   * Codes that confirm a number or address: digits, seconds that one is good for, wrong tries before it is void, seconds between
   * two for the same account and number or address; and how many are sent in a day for one account, for one account to one
   * number or address, and to one number or address by all accounts.
   */
  confirmationCode: {
    digits: 6,
    ttlSeconds: 900,
    maxAttempts: 5,
    resendAfterSeconds: 60,
    perAccountPerDay: 20,
    perAccountAndTargetPerDay: 5,
    perTargetPerDay: 20,
  },
  /** Notifications in a day (UTC), to one account and from the whole deployment, unless the operator says otherwise. */
  notificationsPerDay: { account: 200, deployment: 20_000 },
  /** Pictures, and reports, from one network address without an account: so many within so many seconds. */
  visitorRateLimit: { max: 120, windowSeconds: 600 },
  /** Reports of visitors in a minute, over the whole deployment, beyond which each has to prove some work. */
  proofOfWorkThresholdPerMinute: 600,
  /** Zero bits that a proof of work begins with: at first, and under the greatest pressure. A bit more doubles the work. */
  proofOfWorkBits: { min: 16, max: 20 },
  /** Seconds in which a challenge can be solved: as long as a form is filled in. */
  challengeSeconds: 3600,
  /** Days after which personal data goes, where it does. */
  retentionDays: { min: 1, max: 36_500 },
  /** Seconds after which nothing tells any more that two reports came from one visitor. */
  senderLinkSeconds: 2_592_000,
  /** How long a lock lives unless it is kept (ruling 9). */
  lockSeconds: 600,
  /** Posts that a deployment on trial shows: the first ones that came in (spec 1 §9). */
  trialPosts: 25,
  /** Of one export. */
  exportFields: 2000,
  /** Seconds: how long the file of an export stays, how long one address of it is good, and how long the list tells of it. */
  exportFileSeconds: 259_200,
  exportLinkSeconds: 3600,
  exportHistorySeconds: 2_592_000,
  /** Title, source and organisation of a dataset. */
  hxlMetadataText: 255,
  /** Milliseconds between looks at an export under way (spec 3 §9). */
  exportPollMs: 30_000,
  /** How long a key of a request is remembered: a report may wait on a device for weeks after its answer was lost. */
  idempotencyKeySeconds: 7_776_000,
} as const;
