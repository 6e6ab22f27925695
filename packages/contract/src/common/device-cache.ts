/** Which responses may be kept on a device, for use without a network (docs/decisions/0103). */

/**
 * How long and for whom the responses of an endpoint are kept on the device. An endpoint without a declaration is never kept:
 * its responses have `Cache-Control: no-store`.
 *
 * - `public`: kept where nobody is logged in, so that the response holds what everyone sees.
 * - `own`: kept for the person who is logged in, and for visitors. For what is not about reports.
 * - `reports`: as `own`, but not for people with one of `teamPermissions`: their responses hold what only the team sees.
 * - `browser`: only by the browser itself, as the handler's `Cache-Control` says; for tiles and outlines, which are many.
 */
export type DeviceCache = 'public' | 'own' | 'reports' | 'browser';

/** Permissions to see reports, collections or saved searches that others do not see. */
export const teamPermissions = ['Manage Posts', 'Manage Collections and Saved Searches'] as const;

/** Header of the responses that the service worker keeps; it keeps no others. */
export const deviceCacheHeader = 'x-waypost-device-cache';

/** Whose response it is: the value of the header. The worker keeps it only in a cache of such an owner. */
export type DeviceCacheOwner = 'visitor' | 'account';
