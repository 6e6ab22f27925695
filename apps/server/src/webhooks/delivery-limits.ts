/** Limits of deliveries to webhooks. */
export const deliveryLimits = {
  /** Consecutive deliveries that fail permanently before a webhook is paused. */
  failuresBeforePause: 5,
  attempts: 6,
  /** Stored characters of a response. */
  response: 500,
  page: { default: 25, max: 100 },
  /** Seconds that the log keeps a delivery. */
  logSeconds: 2_592_000,
} as const;
