/** Media types of responses. */

/**
 * A value of `Accept`. Responses to such requests withhold hidden authors and contacts from callers who have the right to see them, too
 * (docs/decisions/0073). The web client sends it, so that a browser holds only what somebody looked at. A header of its own would need
 * the consent of other servers (CORS).
 */
export const personalDataOnRequest = 'application/json;personal-data=on-request';
