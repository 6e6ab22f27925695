/** The table of what worked and what failed. */

export interface ChannelHealth {
  /** `outgoingemail` or another id of a data source, or `webhook:12`. */
  channel: string;
  last_success: Date | null;
  failing_since: Date | null;
  last_failure: Date | null;
  error_code: string | null;
  error_message: string | null;
}
