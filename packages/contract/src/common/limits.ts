/** Lengths and sizes. Form, server and database use the same numbers (API v3 §6.2, spec 1 §9). */
export const limits = {
  name: 150,
  email: 150,
  password: { min: 7, max: 72 },
  phone: 25,
  /** Digits that a phone number has at least: those of short numbers. */
  phoneDigits: { min: 5 },
  contact: 255,
  /** The survey decides whether a title is required (API v3 §9, ruling 14). */
  title: { min: 2, max: 150 },
  /** An answer to a message, as long as a text message (spec 2 §5). */
  reply: { min: 2, max: 140 },
  idempotencyKey: { min: 8, max: 255 },
  slug: { min: 2, max: 150 },
  varchar: 255,
  /** Characters of a post's content, of an answer to a long text question, and of all answers to one question together. */
  longText: 65_535,
  /** Characters of an answer that is a URL, and of one that is a shape in well-known text. */
  linkAnswer: 2000,
  shapeAnswer: 200_000,
  locale: 5,
  siteName: { min: 3, max: 255 },
  siteDescription: 5000,
  /** Levels of objects and lists in the JSON of a request. GeoJSON has eight. */
  jsonDepth: 32,
  /** Bytes of JSON that a group of settings has at most, since visitors load some whole. */
  settingsGroup: 100_000,
  surveyName: { min: 2, max: 255 },
  /** Bytes of JSON: description of a survey or task; instructions, default and configuration of an attribute. */
  surveyText: 50_000,
  /** Metres that a displaced place is away from the real one. */
  placeDistance: { smallest: { min: 0, max: 50_000 }, largest: { min: 200, max: 100_000 } },
  placeMinReports: { min: 1, max: 100 },
  /** Up to 30 days. */
  publicationDelayHours: { min: 0, max: 720 },
  /** Characters of what reporters agree to, and languages that it is translated into. */
  consentText: 10_000,
  consentLanguages: 40,
  /** Entries of a list of uses that a reporter agrees to. */
  consentUses: 10,
  /** Characters of how and when a reporter agreed. */
  consentNote: 1000,
  taskLabel: { min: 2, max: 255 },
  attributeLabel: 150,
  /** A question of a targeted survey, as long as a text message (spec 3 §5). */
  question: 160,
  /** Maximum characters of a list of phone numbers, and maximum recipients of a targeted survey. */
  phoneNumberList: 1_000_000,
  surveyRecipients: 10_000,
  /** Seconds without an answer until a question is repeated, and until the survey ends. */
  surveyReminderSeconds: 86_400,
  surveyExpirySeconds: 604_800,
  simulatedMessage: 1600,
  attributeKey: 150,
  /** Answers of one person to one question, when the survey's editor limits them. */
  attributeCardinality: 100,
  /** Answers to one question that are dates in another notation than ISO 8601: each takes about a millisecond to parse. */
  freeFormDates: 100,
  /** Bytes of the JSON of an attribute's options: some 20,000 names of towns. */
  attributeOptions: 500_000,
  categoryName: { min: 2, max: 255 },
  /** Lines of a list of categories that is pasted. */
  categoryList: 500,
  roleName: { min: 3, max: 150 },
  webhookName: { min: 3, max: 150 },
  webhookUrl: 2000,
  /** API v3 §9, ruling 25. */
  webhookSecret: { min: 20, max: 255 },
  layerName: { min: 2, max: 50 },
  layerUrl: 2000,
  /** Maximum characters of the options that describe how to draw a layer. */
  layerOptions: 20_000,
  description: 150,
  collectionName: { min: 3, max: 255 },
  /** Bytes of the JSON of the view options of a collection or saved search. */
  viewOptions: 10_000,
  /** Bytes of the JSON of a list of roles: hundreds of them. */
  roleList: 20_000,
  /** Collections that one account may have, and saved searches: lists contain those of everybody. */
  setsPerAccount: 500,
  contactsPerAccount: 50,
  userSettingsPerAccount: 100,
  /** Versions of the terms of service that one account has agreed to. */
  agreementsPerAccount: 100,
  /** Exports that are listed, and CSV files that are not imported yet: both are deleted after a time. */
  exportsPerAccount: 100,
  csvFilesPerAccount: 50,
  /** Pictures that nothing uses, which are deleted after a day, and unfinished uploads, which are deleted after a week. */
  unusedMediaPerAccount: 200,
  unfinishedUploadsPerAccount: 50,
  /** Description of a collection or saved search. */
  longDescription: 5000,
  /** Characters of a saved search's filters. */
  savedSearchFilter: 20_000,
  /** Bytes of one uploaded picture. */
  mediaBytes: 10_485_760,
  /** Areas that one request covers in a picture, points of a brush line, and its diameter as a part of the longer side. */
  pictureCovers: 100,
  /** Sum of the boxes around all areas, as a multiple of the picture: the work that one request causes. */
  coverAreas: 10,
  coverPoints: 500,
  coverBrush: { min: 0.005, max: 0.3 },
  /** Pixels of one uploaded picture; the operator may set another maximum. */
  mediaPixels: 50_000_000,
  /**
   * Characters of the claim returned for a visitor's upload (128 bits in hexadecimal), and maximum number of claims
   * sent with one post.
   */
  mediaClaim: 32,
  mediaClaims: 1000,
  /**
   * Bytes of one CSV file, unless the operator allows more (spec 3 §5, ruling 7); columns; characters of one row.
   */
  csvBytes: 10_485_760,
  csvColumns: 1000,
  csvRowLength: 1_000_000,
  /** Rows that a preview shows, and rows that the mapping is guessed from. */
  csvPreview: { shownRows: 10, sampledRows: 200 },
  /** Seconds until an uploaded file that was not imported is deleted. */
  csvFileSeconds: 604_800,
  latitude: 90,
  longitude: 180,
  locationPrecision: { min: 0, max: 9 },
  zoom: { min: 0, max: 18 },
  /** Default radius around a point (spec 2 §9). */
  defaultRadiusKm: 10,
  /** Characters of a post's text shown on a card (spec 2 §2). */
  cardText: 150,
  /**
   * Filters of posts: texts for all answers together, and characters of one; categories that a post has all of, and sets. The database
   * plans very many conditions for seconds.
   */
  postFilters: { texts: 20, textLength: 100, allCategories: 20, sets: 50 },
  /** Default and maximum length of a page of posts. */
  postPage: { default: 200, max: 1000 },
  /** Characters of a search for a place by name (spec 2 §5). */
  placeSearch: 250,
  /** Characters of a text in which places are searched. */
  placeText: 2000,
  placePage: { default: 8, max: 20 },
  /** Places of one request that are put in words. */
  describedPlaces: 20,
  userSetting: { min: 3, max: 255 },
  /** Charts: maximum groups, maximum points in time, and minimum length of an interval in seconds. */
  statsGroups: 1000,
  statsPoints: 20_000,
  statsIntervalSeconds: { min: 60, default: 86_400 },
  /** Characters of one option of a data source. */
  providerOption: 2000,
  threadPage: { default: 20, max: 100 },
  messagePage: { default: 100, max: 500 },
  /** Maximum saved searches that are listed with each post that they match. */
  savedSearchesPerPost: 30,
  jobPage: { default: 25, max: 100 },
  outboxPage: { default: 50, max: 500 },
  auditPage: { default: 50, max: 500 },
  /** Characters of the list of scopes that a token is requested with: three times all of them. */
  scopes: 1000,
  /** Seconds. */
  accessTokenSeconds: 86_400,
  refreshTokenSeconds: 604_800,
  passwordResetSeconds: 1800,
  /** Longer than other links, since the recipient does not expect an invitation. */
  invitationSeconds: 604_800,
  /** How often an invitation by a link may be used, days until it expires, and open ones of one account. */
  invitations: {
    uses: { min: 1, max: 500, default: 1 },
    days: { min: 1, max: 90, default: 7 },
    openPerAccount: 100,
  },
  /** Seconds after a login in which changing the password does not require the current one. */
  recentLoginSeconds: 600,
  /**
   * Known devices of one account, seconds after the last login until a device is forgotten, and characters of the
   * proofs that a device may send (one for each person who uses it).
   */
  knownDevices: { maxPerAccount: 20, expirySeconds: 15_552_000, maxProofLength: 500 },
  /**
   * Codes that confirm a phone number or address: digits, seconds until expiry, wrong attempts until the code is
   * void, seconds between two codes for the same account and address; and codes in a day for one account, for one
   * account and one address, and for one address from all accounts.
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
  /** Notifications in a day (UTC), to one account and from the whole deployment, unless the operator sets others. */
  notificationsPerDay: { account: 200, deployment: 20_000 },
  /** Pictures, and reports, from one IP address without an account within the window. */
  visitorRateLimit: { max: 120, windowSeconds: 600 },
  /** Reports of visitors in a minute in the whole deployment, above which each needs a proof of work. */
  proofOfWorkThresholdPerMinute: 600,
  /** Leading zero bits of a proof of work: initially, and under the highest load. One bit more doubles the work. */
  proofOfWorkBits: { min: 16, max: 20 },
  /** Seconds until a challenge expires: long enough to fill in a form. */
  challengeSeconds: 3600,
  /** Days after which personal data is deleted, where a retention period is set. */
  retentionDays: { min: 1, max: 36_500 },
  /** Rules of retention by survey and status. */
  postRetentionRules: 100,
  /** Seconds after which two reports of one visitor can no longer be linked. */
  senderLinkSeconds: 2_592_000,
  /** Seconds until a lock expires unless it is renewed (API v3 §9, ruling 9). */
  lockSeconds: 600,
  /** Seconds until a claim of the review queue expires unless it is renewed. */
  claimSeconds: 300,
  /** Posts that one request claims, renews, and skips at most. */
  claimsPerRequest: { claimed: 5, renewed: 20, skipped: 500 },
  /** Claims that one account holds at a time: enough for a few windows, so that nobody takes the queue from the others. */
  claimsPerAccount: 10,
  /** Characters of the reason for a look at personal data. */
  personalDataReason: 300,
  /** Characters of a note about a post; notes about one post; members that one note mentions. */
  note: 2000,
  notesPerPost: 200,
  mentionsPerNote: 20,
  /** Seconds for which a deleted note can be restored. */
  deletedNoteSeconds: 3600,
  /** Changes of an assignment that are listed. */
  listedAssignments: 50,
  /** Entries of a verification record that are listed; sources that one entry counts. */
  listedVerifications: 50,
  verificationSources: 99,
  /** Posts that are merged into one. */
  mergedPosts: 100,
  /** Days that time and place of an uploaded photograph are kept for the team. */
  photoDataDays: 30,
  /** What the context of a post lists at most, and the radius in which others are nearby. */
  postContext: { duplicates: 10, nearby: 10, nearbyMetres: 2000, decisions: 10, photos: 20 },
  /**
   * Suggestions: the lowest certainty that is shown, how many of a kind, the latest posts that are learned from, posts that a survey
   * or category needs at least, the fewest posts that a model is made of, and how many choices it has at most.
   */
  suggestions: {
    minCertainty: 0.6,
    perKind: 3,
    learnedPosts: 100_000,
    postsPerChoice: 10,
    minPosts: 50,
    choices: 200,
  },
  /** Rules of urgency, the weight of one, words of one and characters of each, kilometers of a radius, hours of an age. */
  urgency: {
    rules: 50,
    weight: 10,
    words: 100,
    wordLength: 100,
    radiusKm: { min: 0.1, max: 1000 },
    hours: 8760,
  },
  /** Posts that a deployment on trial shows: the first ones it received (spec 1 §9). */
  trialPosts: 25,
  /** Maximum fields of one export. */
  exportFields: 2000,
  /**
   * Seconds: how long the file of an export is kept, how long one URL of it is valid, and how long the list contains
   * the export.
   */
  exportFileSeconds: 259_200,
  exportLinkSeconds: 3600,
  exportHistorySeconds: 2_592_000,
  /**
   * Posts of one bulk change, chosen one by one and by filters; unfinished bulk changes of one account; seconds until a bulk
   * change is deleted.
   */
  bulkChange: { chosenPosts: 5000, posts: 100_000, unfinishedPerAccount: 3, historySeconds: 2_592_000 },
  /** Title, source and organisation of a dataset. */
  hxlMetadataText: 255,
  /** Milliseconds between two requests for the state of a running export (spec 3 §9). */
  exportPollMs: 30_000,
  /**
   * Seconds that an idempotency key is kept: a report may wait on a device for weeks after its response was lost.
   */
  idempotencyKeySeconds: 7_776_000,
} as const;
