/** Which responses may be kept on a device, for use without a network (docs/decisions/0103). */

/**
 * How long and for whom the responses of an endpoint are kept on the device. An endpoint without a declaration is never kept:
 * its responses have `Cache-Control: no-store`.
 *
 * - `public`: kept where nobody is logged in, so that the response holds what everyone sees.
 * - `own`: kept for the person who is logged in, and for visitors. For what is not about reports.
 * - `reports`: as `own`, but not for people with Manage Posts: their reports hold what only the team sees.
 * - `browser`: only by the browser itself, as the handler's `Cache-Control` says; for tiles and outlines, which are many.
 */
export type DeviceCache = 'public' | 'own' | 'reports' | 'browser';

/** Header of the responses that the service worker keeps; it keeps no others. */
export const deviceCacheHeader = 'x-waypost-device-cache';
